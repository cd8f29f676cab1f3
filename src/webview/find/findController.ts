/** Finds text in the conversation, highlights the matches and scrolls to the current one. */
import type { Page } from '../state/pageModel.ts';
import { type Signal, signal } from '../state/signal.ts';
import { clearHighlights, elementOf, highlight } from './highlights.ts';
import { createSearcher, type Match } from './search.ts';

/** Milliseconds after a change of the conversation until the search runs again. */
const UPDATE_DELAY = 120;

/** Maximum number of frames to wait until the match is in the document. */
const MAX_FRAMES = 4;

export interface FindController {
  readonly result: Signal<{ matches: readonly Match[]; current: number }>;
  /** Goes to the first match in the turn, if it has one, else to the first match in or below the view. */
  search(query: string, turnId?: string | null): void;
  /** Goes to the next (1) or previous (-1) match. The first match follows the last one. */
  go(by: 1 | -1): void;
  dispose(): void;
}

export function createFindController(page: Page): FindController {
  const result = signal<{ matches: readonly Match[]; current: number }>({ matches: [], current: -1 });
  const searcher = createSearcher((turnId) => elementOf({ turnId, part: 'answer' }));
  let query = '';
  let running = new AbortController();
  let timer: number | undefined;
  let frame = 0;

  const highlightMatches = () => {
    const { matches, current } = result.get();
    return highlight(matches, matches[current] ?? null);
  };

  const show = (match: Match) => {
    page.revealed.set({ turnId: match.turnId, part: match.part });
    // The match is only in the document after its turn was rendered and its part was expanded.
    let framesLeft = MAX_FRAMES;
    const scrollToMatch = () => {
      const range = highlightMatches();
      if (!range && framesLeft-- > 0) {
        frame = requestAnimationFrame(scrollToMatch);
        return;
      }
      if (!range) return;
      scrollInside(range);
      page.scroll.scrollTo(() => range.getBoundingClientRect(), 'middle');
    };
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(scrollToMatch);
  };

  const run = async (isNewQuery: boolean, turnId: string | null = null) => {
    running.abort();
    running = new AbortController();
    const abort = running.signal;
    const turns = page.turns().flatMap((turn) => page.store.turn(turn.id) ?? []);
    const matches = await searcher.search(query, turns, abort);
    if (!matches || abort.aborted) return;
    const kept = Math.min(Math.max(0, result.get().current), matches.length - 1);
    const current = isNewQuery ? firstMatch(matches, turnId) : kept;
    result.set({ matches, current });
    const match = matches[current];
    if (isNewQuery && match) show(match);
    else highlightMatches();
  };

  const scheduleUpdate = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (query !== '') void run(false);
    }, UPDATE_DELAY);
  };
  const content = document.querySelector('.log-content');
  const changes = new MutationObserver(scheduleUpdate);
  if (content) changes.observe(content, { childList: true, subtree: true, characterData: true });

  return {
    result,
    search(next, turnId) {
      query = next;
      clearTimeout(timer);
      void run(true, turnId);
    },
    go(by) {
      const { matches, current } = result.get();
      if (matches.length === 0) return;
      const next = (current + by + matches.length) % matches.length;
      result.set({ matches, current: next });
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

function firstMatch(matches: readonly Match[], turnId: string | null): number {
  const inTurn = matches.findIndex((match) => match.turnId === turnId);
  return inTurn >= 0 ? inTurn : firstVisible(matches);
}

/** Returns the index of the first match at or below the upper edge of the view, so that the view does not jump away. */
function firstVisible(matches: readonly Match[]): number {
  if (matches.length === 0) return -1;
  const log = document.querySelector('.log');
  const top = log?.getBoundingClientRect().top ?? 0;
  const turns = [...document.querySelectorAll<HTMLElement>('[data-turn]')];
  const below = new Set(
    turns.filter((turn) => turn.getBoundingClientRect().bottom > top).map((turn) => turn.dataset.turn),
  );
  const index = matches.findIndex((match) => below.has(match.turnId));
  return Math.max(0, index);
}

/** Scrolls the frame of a long question or passage to the match. */
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
