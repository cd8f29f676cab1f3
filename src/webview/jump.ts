/** Alt+Up and Alt+Down go from question to question. */
import type { Scroll } from './scroll.ts';

/** Distance in px from the upper edge within which a question counts as the one that one is at. */
const NEAR = 24;

export function jumpByKey(scroller: HTMLElement, scroll: Scroll): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const top = scroller.getBoundingClientRect().top;
    const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')];
    const focused = turns.findIndex((turn) => turn.querySelector('.question-text') === document.activeElement);
    const at = (turn: HTMLElement) => turn.getBoundingClientRect().top - top;
    const to =
      event.key === 'ArrowUp'
        ? focused >= 0
          ? turns[Math.max(0, focused - 1)]
          : turns.findLast((turn) => at(turn) < NEAR / 2)
        : focused >= 0
          ? turns[Math.min(turns.length - 1, focused + 1)]
          : (turns.find((turn) => at(turn) > NEAR) ?? turns.at(-1));
    if (!to) return;
    scroll.bring(() => to.getBoundingClientRect(), 'top');
    // A turn that was not drawn is now, or in the next frame.
    const focus = () => to.querySelector<HTMLElement>('.question .question-text')?.focus({ preventScroll: true });
    focus();
    requestAnimationFrame(() => requestAnimationFrame(focus));
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
