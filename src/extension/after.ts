import type { Clock } from '../client/clock.ts';

/** Runs once after so many milliseconds; returns how to take that back. */
export function after(clock: Clock, milliseconds: number, run: () => void): () => void {
  const timer = clock.setTimeout(run, milliseconds);
  return () => clock.clearTimeout(timer);
}
