import { ModelError } from './modelError.ts';

/** Rejects with a timeout ModelError, or with the signal's reason. A time that is over rejects also if the work is done. */
export async function withTimeout<T>(work: Promise<T>, milliseconds: number, signal: AbortSignal): Promise<T> {
  // The work may fail after the timeout, when nobody waits for it.
  work.catch(() => {});
  if (milliseconds <= 0) throw new ModelError('timeout');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort: () => void = () => {};
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ModelError('timeout')), milliseconds);
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
