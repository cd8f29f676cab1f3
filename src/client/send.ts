/** One question on its way to a reply of status 200, with as many tries as are allowed. */
import { wait } from './clock.ts';
import { type ResearchError, toResearchError } from './errors.ts';
import { errorFromReply } from './failedReply.ts';
import { openReply, type Reply, type RequestOptions } from './request.ts';
import { retryDelay } from './retry.ts';

/** Told before the wait for another try begins, so that it can be shown and cancelled (by the signal). */
export interface RetryNotice {
  /** Number of the try that follows: 2 or 3. */
  readonly attempt: number;
  /** Milliseconds from now until it. */
  readonly delay: number;
  readonly error: ResearchError;
}

export interface SendHooks {
  /** In [0, 1), for the jitter. */
  readonly random: () => number;
  /** Told before each try; they count from 1. */
  readonly onTry: (attempt: number) => void;
  readonly onRetry: (notice: RetryNotice) => void;
}

/** Undefined when the signal aborts, whatever else happened. Throws the ResearchError after which no other try is made. */
export async function send(options: RequestOptions, signal: AbortSignal, hooks: SendHooks): Promise<Reply | undefined> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    hooks.onTry(attempt);
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
  if (reply.status === 200) return reply;
  try {
    throw await errorFromReply(reply, options);
  } finally {
    reply.close();
  }
}
