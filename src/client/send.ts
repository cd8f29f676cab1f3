/** Sends one question, with retries, until a reply has status 200. */
import { type ChatRequest, MODEL } from '../protocol/chatCompletions.ts';
import { wait } from './clock.ts';
import { type ResearchError, SetupError, toResearchError } from './errors.ts';
import { errorFromReply, isAnswer } from './failedReply.ts';
import { openReply, type Reply, type RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';

/** Describes the next attempt before the wait for it begins. The signal cancels the wait. */
export interface RetryNotice {
  /** Number of the next attempt; the first retry is 2. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  readonly error: ResearchError;
}

export interface SendHooks {
  /** Returns a number in [0, 1) for the jitter of retries. */
  readonly random: () => number;
  /** Called before each attempt. `attempt` counts from 1. */
  readonly onAttempt: (attempt: number) => void;
  readonly onRetry: (notice: RetryNotice) => void;
}

/** Returns undefined when the signal aborts. Throws the ResearchError of the last attempt when there are no more retries. */
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

/** Returns the reply if its status is 200. Throws a ResearchError for any other status. */
async function openSuccess(options: RequestOptions, signal: AbortSignal): Promise<Reply> {
  const reply = await openReply(options, signal);
  if (isAnswer(reply.status)) return reply;
  try {
    throw await errorFromReply(reply, options);
  } finally {
    reply.close();
  }
}

/** The request body (docs/interface.md, Chat request). Optional fields are sent only if they are set. */
export function toBody(request: ChatRequest): string {
  if (request.messages.at(-1)?.role !== 'human') throw new SetupError('request', { reason: 'noQuestion' });
  const { askMode, allowedAskModes } = request;
  return JSON.stringify({
    model: MODEL,
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    stream: request.stream === true,
    ...(askMode !== undefined && { askMode }),
    // A service may refuse this field with any mode but `auto`.
    ...(askMode === 'auto' && allowedAskModes !== undefined && allowedAskModes.length > 0 && { allowedAskModes }),
    ...(request.ZeroDataRetention === true && { ZeroDataRetention: true }),
    ...(request.matter !== undefined && { matter: request.matter }),
  });
}
