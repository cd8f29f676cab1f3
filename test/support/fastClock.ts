import type { Clock } from '../../src/client/clock.ts';

/** A clock on which waits pass `factor` times as fast; it still tells the true time. */
export function fastClock(factor: number): Clock {
  return {
    now: () => Date.now(),
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds < 60_000 ? milliseconds / factor : milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
