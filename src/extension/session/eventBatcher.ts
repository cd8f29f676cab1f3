/** Collects what arrives during one frame, so that pages get at most one message a frame, and the first piece at once. */

import type { Clock } from '../../client/clock.ts';
import type { Change } from '../../conversation/changes.ts';
import { after } from '../after.ts';

/** Milliseconds between two messages to a page: one frame at 60 Hz. */
export const FRAME = 16;

export interface Frame {
  /** Adds a change; text that follows text of the same turn is joined to it. Its `offset` is set when it is applied. */
  add(change: Change): void;
  /** Applies what was collected, now. */
  flush(): void;
}

export function createFrame(clock: Clock, apply: (changes: Change[]) => void): Frame {
  let pending: Change[] = [];
  let open = false;

  function flush(): void {
    if (pending.length === 0) return;
    const changes = pending;
    pending = [];
    apply(changes);
  }

  function tick(): void {
    if (pending.length === 0) {
      open = false;
      return;
    }
    flush();
    after(clock, FRAME, tick);
  }

  return {
    flush,
    add(change) {
      const last = pending.at(-1);
      if (
        last?.type === 'text' &&
        change.type === 'text' &&
        last.turnId === change.turnId &&
        last.epoch === change.epoch
      ) {
        pending[pending.length - 1] = { ...last, text: last.text + change.text, at: change.at };
      } else pending.push(change);
      if (open) return;
      open = true;
      flush();
      after(clock, FRAME, tick);
    },
  };
}
