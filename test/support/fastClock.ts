import type { Clock } from '../../src/client/clock.ts';

/** A clock on which waits pass `factor` times as fast; it still tells the true time. */
export function fastClock(factor: number): Clock {
  return {
    now: () => Date.now(),
    setTimeout: (callback, milliseconds) =>
      setTimeout(callback, milliseconds < 60_000 ? milliseconds / factor : milliseconds),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  };
}
