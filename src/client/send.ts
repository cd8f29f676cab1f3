/** One question up to a reply of status 200, with as many attempts as are allowed. */
import { type ChatRequest, MODEL } from '../protocol/chatCompletions.ts';
import { wait } from './clock.ts';
import { type ResearchError, SetupError, toResearchError } from './errors.ts';
import { errorFromReply, isAnswer } from './failedReply.ts';
import { openReply, type Reply, type RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';

/** Given before the wait for another attempt begins, so that it can be shown and cancelled (by the signal). */
export interface RetryNotice {
  /** Number of the attempt that follows: 2 or 3. */
  readonly attempt: number;
  /** Milliseconds from now until it. */
  readonly delay: number;
  readonly error: ResearchError;
}

export interface SendHooks {
  /** In [0, 1), for the jitter. */
  readonly random: () => number;
  /** Called before each attempt; they count from 1. */
  readonly onAttempt: (attempt: number) => void;
  readonly onRetry: (notice: RetryNotice) => void;
}

/** Undefined when the signal aborts, whatever else happened. Throws the ResearchError after which no other attempt is made. */
export async function send(options: RequestOptions, signal: AbortSignal, hooks: SendHooks): Promise<Reply | undefined> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    hooks.onAttempt(attempt);
    try {
      return await openSuccess(options, signal);
    } catch (thrown) {
      if (signal.aborted) return undefined;
      const error = toResearchError(thrown);
      const delay = retryDelay(error, attempt, options.limits, hooks.random);
      if (delay === null) throw error;
      hooks.onRetry({ attempt: attempt + 1, delay, error });
      await wait(options.clock, delay, signal);
    }
  }
  return undefined;
}

/** The reply, if its status is success. */
async function openSuccess(options: RequestOptions, signal: AbortSignal): Promise<Reply> {
  const reply = await openReply(options, signal);
  if (isAnswer(reply.status)) return reply;
  try {
    throw await errorFromReply(reply, options);
  } finally {
    reply.close();
  }
}

/** The body of a question: canonical forms only, and no field that was not asked for (Chat request). */
export function toBody(request: ChatRequest): string {
  if (request.messages.at(-1)?.role !== 'human') throw new SetupError('request', { reason: 'noQuestion' });
  const { askMode, allowedAskModes } = request;
  return JSON.stringify({
    model: MODEL,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: request.stream === true,
    ...(askMode !== undefined && { askMode }),
    // Only meaningful with `auto`; a service might refuse it with another mode.
    ...(askMode === 'auto' && allowedAskModes !== undefined && allowedAskModes.length > 0 && { allowedAskModes }),
    ...(request.ZeroDataRetention === true && { ZeroDataRetention: true }),
  });
}
