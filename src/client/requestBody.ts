import { type ChatRequest, MODEL } from '../protocol/chatCompletions.ts';
import { SetupError } from './errors.ts';

/** The body as the interface has it: canonical forms only, and nothing that was not asked for (Chat request). */
export function toBody(request: ChatRequest): string {
  const newest = request.messages.at(-1);
  if (newest?.role !== 'human') {
    throw new SetupError('request', { reason: 'noQuestion' });
  }
  const { askMode, allowedAskModes } = request;
  return JSON.stringify({
    model: MODEL,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: request.stream === true,
    ...(askMode === undefined ? {} : { askMode }),
    // Only meaningful with `auto`; a service might refuse it beside another mode.
    ...(askMode === 'auto' && allowedAskModes !== undefined && allowedAskModes.length > 0 ? { allowedAskModes } : {}),
    ...(request.ZeroDataRetention === true ? { ZeroDataRetention: true } : {}),
  });
}
