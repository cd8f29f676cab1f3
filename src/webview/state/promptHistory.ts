/** Earlier questions by the up arrow, and back to what stood there before by the down arrow. */
import type { Page } from './pageModel.ts';

export interface Recall {
  /** True while an earlier question stands in the box as it was. */
  active(): boolean;
  /** False when there is none. */
  older(): boolean;
  newer(): boolean;
  /** The user wrote: what stands there is a new question. */
  leave(): void;
}

export function createRecall(page: Page): Recall {
  let back = 0;
  let own = '';

  const earlier = () => {
    const turns = page.store.shown.get()?.conversation.turns ?? [];
    const texts = turns.map((turn) => turn.question.text).reverse();
    return texts.filter((text, index) => texts.indexOf(text) === index);
  };
  const show = (to: number) => {
    if (to === back) return false;
    if (back === 0) own = page.draft.text.get();
    back = to;
    page.draft.set(to === 0 ? own : (earlier()[to - 1] ?? ''));
    // The caret at the start, so that the same key goes on.
    requestAnimationFrame(() => {
      const box = document.activeElement;
      if (box instanceof HTMLTextAreaElement) box.setSelectionRange(0, 0);
    });
    return true;
  };

  return {
    active: () => back > 0,
    older: () => show(Math.min(back + 1, earlier().length)),
    newer: () => show(Math.max(0, back - 1)),
    leave: () => {
      back = 0;
    },
  };
}
