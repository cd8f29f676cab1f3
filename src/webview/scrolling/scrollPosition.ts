/** Saves the scroll position and restores it after the view was hidden, moved or reloaded. */
import type { Page } from '../state/pageModel.ts';
import { TOP_MARGIN } from './scroll.ts';

/** Milliseconds after the last scroll event until the position is saved. */
const SAVE_DELAY = 250;

export function trackScrollPosition(page: Page, scroller: HTMLElement): () => void {
  let timer: number | undefined;
  const save = () => {
    if (page.scroll.following.get()) {
      page.saved.saveScrollPosition(null);
      return;
    }
    const { top } = scroller.getBoundingClientRect();
    const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')];
    for (const turn of turns) {
      const rect = turn.getBoundingClientRect();
      if (rect.bottom <= top) continue;
      page.saved.saveScrollPosition({
        turnId: turn.dataset.turn ?? '',
        offset: Math.round(top - rect.top),
        last: turns.at(-1)?.dataset.turn ?? '',
      });
      return;
    }
  };
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_DELAY);
  };
  scroller.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    clearTimeout(timer);
    scroller.removeEventListener('scroll', onScroll);
  };
}

export function restoreScrollPosition(page: Page, scroller: HTMLElement, conversation: string): void {
  // The welcome text of a conversation without questions is read from its beginning.
  if (!scroller.querySelector('[data-turn]')) {
    page.scroll.following.set(false);
    scroller.scrollTop = 0;
    return;
  }
  const position = page.saved.read(conversation)?.scrollPosition;
  const turn = position && scroller.querySelector<HTMLElement>(`[data-turn="${CSS.escape(position.turnId)}"]`);
  const turns = [...scroller.querySelectorAll<HTMLElement>('[data-turn]')];
  const known = turns.findIndex(({ dataset }) => dataset.turn === position?.last);
  const asked = known === -1 ? undefined : turns.slice(known + 1).at(-1);
  // It was asked while the view was hidden, for example about selected text.
  if (asked) {
    page.scroll.scrollTo(() => asked.getBoundingClientRect(), 'top');
    return;
  }
  if (!position || !turn) {
    page.scroll.scrollToEnd();
    return;
  }
  page.scroll.scrollTo(() => {
    const rect = turn.getBoundingClientRect();
    return new DOMRect(rect.x, rect.y + position.offset + TOP_MARGIN, rect.width, rect.height);
  }, 'top');
}
