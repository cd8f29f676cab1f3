/** Marks parts of the text of drawn pages with the CSS Custom Highlight API, which does not change the page. */
import type { PieceRange } from './foldedText.ts';

export type MarkName = 'pdf-passage' | 'pdf-find' | 'pdf-find-current';

export interface PageRanges {
  readonly page: number;
  readonly ranges: readonly PieceRange[];
}

/** Marks what is drawn of `marked`. To be called again when a page is drawn. Returns the first rectangle that is marked. */
export function mark(
  name: MarkName,
  marked: readonly PageRanges[],
  textElements: (page: number) => readonly HTMLElement[],
): DOMRect | null {
  const highlight = new Highlight();
  let first: Range | null = null;
  for (const { page, ranges } of marked) {
    const elements = textElements(page);
    for (const { piece, start, end } of ranges) {
      const range = rangeOf(elements[piece], start, end);
      if (range === null) continue;
      highlight.add(range);
      first ??= range;
    }
  }
  if (highlight.size === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, highlight);
  return first?.getBoundingClientRect() ?? null;
}

function rangeOf(element: HTMLElement | undefined, start: number, end: number): Range | null {
  const text = element?.firstChild;
  if (!(text instanceof Text)) return null;
  const range = document.createRange();
  range.setStart(text, Math.min(start, text.length));
  range.setEnd(text, Math.min(end, text.length));
  return range.collapsed ? null : range;
}
