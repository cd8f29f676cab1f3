import type { Clock } from '../../src/client/clock.ts';

export interface ManualClock extends Clock {
  /** Lets time pass; runs what becomes due, in order. */
  pass(milliseconds: number): void;
}

export function manualClock(start = 1_000_000): ManualClock {
  let now = start;
  let lastId = 0;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(milliseconds, run) {
      const id = ++lastId;
      timers.set(id, { at: now + milliseconds, run });
      return () => void timers.delete(id);
    },
    pass(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
        if (!due) break;
        timers.delete(due[0]);
        now = due[1].at;
        due[1].run();
      }
      now = end;
    },
  };
}
