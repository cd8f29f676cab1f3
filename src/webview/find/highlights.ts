/** Highlights matches with the CSS Custom Highlight API, which does not change the document. */
import { type RenderedText, renderedText } from './renderedText.ts';
import type { Match } from './search.ts';

const ALL = 'fiscal-find';
const CURRENT = 'fiscal-find-current';

export function clearHighlights(): void {
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

/** Highlights the rendered matches. Returns the range of the current match, or null if it is not rendered. */
export function highlight(matches: readonly Match[], current: Match | null): Range | null {
  const texts = new Map<Element, RenderedText>();
  const rangeOf = (match: Match): Range | null => {
    const element = elementOf(match);
    if (!element) return null;
    const text = texts.get(element) ?? renderedText(element);
    texts.set(element, text);
    return text.range(match.start, match.end);
  };
  const all = new Highlight();
  for (const match of matches) {
    const range = match === current ? null : rangeOf(match);
    if (range) all.add(range);
  }
  const range = current && rangeOf(current);
  CSS.highlights.set(ALL, all);
  CSS.highlights.set(CURRENT, range ? new Highlight(range) : new Highlight());
  return range;
}

export function elementOf({ turnId, part }: Pick<Match, 'turnId' | 'part'>): Element | null {
  return document.querySelector(`[data-turn="${CSS.escape(turnId)}"] [data-find="${CSS.escape(part)}"]`);
}
