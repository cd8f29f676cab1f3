/** Find in the conversation: the matches, the current one, and the way to it. */

import type { Page } from '../state/pageModel.ts';
import { type Cell, cell } from '../state/signal.ts';
import { clearHighlights, elementOf, highlight } from './highlights.ts';
import { createSearcher, type Match } from './search.ts';

/** Milliseconds of rest before the search is run again over what changed. */
const REST = 120;

export interface Finder {
  readonly result: Cell<{ matches: readonly Match[]; at: number }>;
  search(query: string): void;
  /** Forward by 1 or back by -1, around the end. */
  go(by: 1 | -1): void;
  dispose(): void;
}

export function createFinder(page: Page): Finder {
  const result = cell<{ matches: readonly Match[]; at: number }>({ matches: [], at: -1 });
  const searcher = createSearcher((turnId) => elementOf({ turnId, part: 'answer' }));
  let query = '';
  let running = new AbortController();
  let timer: number | undefined;
  let frame = 0;

  const current = () => result.get().matches[result.get().at] ?? null;

  const mark = () => highlight(result.get().matches, current());

  const show = (match: Match) => {
    page.revealed.set({ turnId: match.turnId, part: match.part });
    // Drawing and unfolding take a frame or two; then the place is there.
    let left = 4;
    const look = () => {
      const range = mark();
      if (!range && left-- > 0) {
        frame = requestAnimationFrame(look);
        return;
      }
      if (!range) return;
      scrollInside(range);
      page.scroll.bring(() => range.getBoundingClientRect(), 'middle');
    };
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };

  const run = async (fresh: boolean) => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const turns = page.turns().map((turn) => page.store.turn(turn.id) ?? turn);
    const matches = await searcher.search(query, turns, signal);
    if (!matches || signal.aborted) return;
    const at = fresh ? firstSeen(matches) : Math.min(Math.max(0, result.get().at), matches.length - 1);
    result.set({ matches, at });
    const match = matches[at];
    if (fresh && match) show(match);
    else mark();
  };

  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (query !== '') void run(false);
    }, REST);
  };
  const content = document.querySelector('.log-content');
  const changes = new MutationObserver(again);
  if (content) changes.observe(content, { childList: true, subtree: true, characterData: true });

  return {
    result,
    search(next) {
      query = next;
      clearTimeout(timer);
      void run(true);
    },
    go(by) {
      const { matches, at } = result.get();
      if (matches.length === 0) return;
      const next = (at + by + matches.length) % matches.length;
      result.set({ matches, at: next });
      const match = matches[next];
      if (match) show(match);
    },
    dispose() {
      running.abort();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      changes.disconnect();
      clearHighlights();
      page.revealed.set(null);
    },
  };
}

/** The first match at or below the upper edge of the view: finding does not begin by jumping away. */
function firstSeen(matches: readonly Match[]): number {
  if (matches.length === 0) return -1;
  const log = document.querySelector('.log');
  const top = log?.getBoundingClientRect().top ?? 0;
  const turns = [...document.querySelectorAll<HTMLElement>('[data-turn]')];
  const below = new Set(
    turns.filter((turn) => turn.getBoundingClientRect().bottom > top).map((turn) => turn.dataset.turn),
  );
  const at = matches.findIndex((match) => below.has(match.turnId));
  return Math.max(0, at);
}

/** A long question or passage scrolls in its own frame. */
function scrollInside(range: Range): void {
  const start = range.startContainer.parentElement;
  for (let element = start; element && !element.classList.contains('log'); element = element.parentElement) {
    if (element.scrollHeight <= element.clientHeight + 1) continue;
    const frame = element.getBoundingClientRect();
    const rect = range.getBoundingClientRect();
    if (rect.top < frame.top || rect.bottom > frame.bottom)
      element.scrollTop += rect.top - frame.top - frame.height / 3;
  }
}
