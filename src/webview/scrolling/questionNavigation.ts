/** Alt+Up and Alt+Down go from question to question. */
import type { Page } from '../state/pageModel.ts';

/** A question at most so far below the upper edge, in px, is the one that one is at. */
const NEAR = 24;
/** Frames that drawing a far turn may take. */
const FRAMES = 20;

export function jumpByKey(page: Page, scroller: HTMLElement): () => void {
  let frame = 0;

  const target = (up: boolean): HTMLElement | undefined => {
    const top = scroller.getBoundingClientRect().top;
    const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')];
    const at = (turn: HTMLElement) => turn.getBoundingClientRect().top - top;
    const focused = turns.findIndex(
      (turn) => turn.contains(document.activeElement) && isQuestion(document.activeElement),
    );
    if (focused >= 0) return turns[Math.max(0, Math.min(turns.length - 1, focused + (up ? -1 : 1)))];
    if (!up) return turns.find((turn) => at(turn) > NEAR) ?? turns.at(-1);
    return page.scroll.atEnd() ? turns.at(-1) : turns.findLast((turn) => at(turn) < NEAR / 2);
  };

  const go = (turn: HTMLElement) => {
    page.revealed.set({ turnId: turn.dataset.turn ?? '', part: 'question' });
    page.scroll.bring(() => turn.getBoundingClientRect(), 'top');
    let left = FRAMES;
    const focus = () => {
      const question = turn.querySelector<HTMLElement>('.question .question-text');
      if (question) question.focus({ preventScroll: true });
      else if (left-- > 0) frame = requestAnimationFrame(focus);
    };
    cancelAnimationFrame(frame);
    focus();
  };

  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const turn = target(event.key === 'ArrowUp');
    if (turn) go(turn);
  };
  window.addEventListener('keydown', onKey);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('keydown', onKey);
  };
}

function isQuestion(element: Element | null): boolean {
  return element?.matches('.question-text') ?? false;
}
