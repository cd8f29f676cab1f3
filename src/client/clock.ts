/** The port to time, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Runs once after so many milliseconds. The function that it returns cancels that. */
  after(milliseconds: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after the time, or at once (without throwing) when the signal aborts; check the signal afterwards. */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(milliseconds, finish);
    signal.addEventListener('abort', finish);
  });
}
