/** The port to time, so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Resolves after the time, or at once (without throwing) when the signal aborts; check the signal afterwards. */
export function wait(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clock.clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
  });
}
