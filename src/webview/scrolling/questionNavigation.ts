/** Moves from question to question with Alt+Up and Alt+Down. */
import type { Page } from '../state/pageModel.ts';

/** Distance below the upper edge, in px, within which a question counts as the current one. */
const CURRENT_DISTANCE = 24;
/** Maximum number of frames to wait until a distant turn is rendered. */
const MAX_FRAMES = 20;

export function navigateQuestionsByKey(page: Page, scroller: HTMLElement): () => void {
  let frame = 0;

  const findTarget = (up: boolean): HTMLElement | undefined => {
    const top = scroller.getBoundingClientRect().top;
    const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')];
    const distance = (turn: HTMLElement) => turn.getBoundingClientRect().top - top;
    const focused = turns.findIndex(
      (turn) => turn.contains(document.activeElement) && isQuestion(document.activeElement),
    );
    if (focused >= 0) return turns[Math.max(0, Math.min(turns.length - 1, focused + (up ? -1 : 1)))];
    if (!up) return turns.find((turn) => distance(turn) > CURRENT_DISTANCE) ?? turns.at(-1);
    return page.scroll.atEnd() ? turns.at(-1) : turns.findLast((turn) => distance(turn) < CURRENT_DISTANCE / 2);
  };

  const goTo = (turn: HTMLElement) => {
    page.revealed.set({ turnId: turn.dataset.turn ?? '', part: 'question' });
    page.scroll.scrollTo(() => turn.getBoundingClientRect(), 'top');
    let framesLeft = MAX_FRAMES;
    const focus = () => {
      const question = turn.querySelector<HTMLElement>('.question .question-text');
      if (question) question.focus({ preventScroll: true });
      else if (framesLeft-- > 0) frame = requestAnimationFrame(focus);
    };
    cancelAnimationFrame(frame);
    focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const turn = findTarget(event.key === 'ArrowUp');
    if (turn) goTo(turn);
  };
  window.addEventListener('keydown', onKeyDown);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('keydown', onKeyDown);
  };
}

function isQuestion(element: Element | null): boolean {
  return element?.matches('.question-text') ?? false;
}
