/** Recalls earlier questions in the question box with the Up arrow key, and the unsent text with the Down arrow key. */
import type { Page } from './pageModel.ts';

export interface PromptHistory {
  /** True while the question box shows an unchanged earlier question. */
  isActive(): boolean;
  /** Shows the previous question. Returns false if there is none. */
  older(): boolean;
  /** Shows the next question, or the unsent text after the last one. Returns false if the unsent text is shown already. */
  newer(): boolean;
  /** Ends the recall, because the user changed the text. */
  reset(): void;
}

export function createPromptHistory(page: Page): PromptHistory {
  /** Number of questions back from the unsent text. */
  let position = 0;
  let unsentText = '';

  const earlierQuestions = () => {
    const turns = page.store.shown.get()?.conversation.turns ?? [];
    const texts = turns.map((turn) => turn.question.text).reverse();
    return texts.filter((text, index) => texts.indexOf(text) === index);
  };
  const goTo = (next: number) => {
    if (next === position) return false;
    if (position === 0) unsentText = page.draft.text.get();
    position = next;
    page.draft.set(next === 0 ? unsentText : (earlierQuestions()[next - 1] ?? ''));
    // The caret goes to the start so that pressing the same key again continues.
    requestAnimationFrame(() => {
      const box = document.activeElement;
      if (box instanceof HTMLTextAreaElement) box.setSelectionRange(0, 0);
    });
    return true;
  };

  return {
    isActive: () => position > 0,
    older: () => goTo(Math.min(position + 1, earlierQuestions().length)),
    newer: () => goTo(Math.max(0, position - 1)),
    reset: () => {
      position = 0;
    },
  };
}
