/** Batches research events, so that a conversation changes at most once per frame. The first event passes at once. */
import type { Clock } from '../../client/clock.ts';
import type { ResearchEvent } from '../../protocol/researchEvent.ts';

/** Milliseconds between two batches: one frame at 60 Hz. */
const FRAME = 16;

export interface EventBatcher {
  /** Adds an event. Consecutive pieces of text are joined. */
  add(event: ResearchEvent): void;
  /** Delivers what was collected, now. */
  flush(): void;
}

export function createEventBatcher(clock: Clock, deliver: (events: readonly ResearchEvent[]) => void): EventBatcher {
  let pending: ResearchEvent[] = [];
  let open = false;

  function flush(): void {
    if (pending.length === 0) return;
    const events = pending;
    pending = [];
    deliver(events);
  }

  function tick(): void {
    open = pending.length > 0;
    if (!open) return;
    flush();
    clock.after(FRAME, tick);
  }

  return {
    flush,
    add(event) {
      const last = pending.at(-1);
      if (last?.type === 'text' && event.type === 'text') {
        pending[pending.length - 1] = { type: 'text', text: last.text + event.text };
      } else pending.push(event);
      if (open) return;
      open = true;
      flush();
      clock.after(FRAME, tick);
    },
  };
}
