/** Where one was in the conversation, found again after hide, move and reload. */
import type { Page } from '../state/pageModel.ts';

/** Milliseconds of rest in scrolling after which the place is saved. */
const REST = 250;

export function watchPlace(page: Page, scroller: HTMLElement): () => void {
  let timer: number | undefined;
  const save = () => {
    if (page.scroll.following.get()) {
      page.saved.savePlace(null);
      return;
    }
    const { top } = scroller.getBoundingClientRect();
    for (const turn of scroller.querySelectorAll<HTMLElement>('[data-turn]')) {
      const rect = turn.getBoundingClientRect();
      if (rect.bottom <= top) continue;
      page.saved.savePlace({ turnId: turn.dataset.turn ?? '', offset: Math.round(top - rect.top) });
      return;
    }
  };
  const onScroll = () => {
    clearTimeout(timer);
    timer = setTimeout(save, REST);
  };
  scroller.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    clearTimeout(timer);
    scroller.removeEventListener('scroll', onScroll);
  };
}

export function restorePlace(page: Page, scroller: HTMLElement, conversation: string): void {
  const place = page.saved.read(conversation)?.place;
  const turn = place && scroller.querySelector<HTMLElement>(`[data-turn="${CSS.escape(place.turnId)}"]`);
  if (!place || !turn) {
    page.scroll.toEnd();
    return;
  }
  page.scroll.bring(() => {
    const rect = turn.getBoundingClientRect();
    return new DOMRect(rect.x, rect.y + place.offset + 12, rect.width, rect.height);
  }, 'top');
}
