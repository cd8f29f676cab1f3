/** Finds what the user types in all pages. Case, blanks and line ends make no difference. */
import { foldVisible, pieceRanges } from './foldedText.ts';
import type { PageRanges } from './marks.ts';
import type { PageTexts } from './pageTexts.ts';

/** Matches that are counted. */
export const MAX_FOUND = 2000;

/** One entry for each match, in the order of the pages. Null if the signal aborted. */
export async function findWords(
  texts: PageTexts,
  pages: number,
  query: string,
  signal: AbortSignal,
): Promise<PageRanges[] | null> {
  const wanted = foldVisible([query]).text;
  const found: PageRanges[] = [];
  if (wanted === '') return found;
  for (let page = 1; page <= pages && found.length < MAX_FOUND; page += 1) {
    const text = await texts.of(page);
    if (signal.aborted) return null;
    const folded = text.visible();
    let at = folded.text.indexOf(wanted);
    while (at !== -1 && found.length < MAX_FOUND) {
      found.push({ page, ranges: pieceRanges(folded, at, at + wanted.length) });
      at = folded.text.indexOf(wanted, at + wanted.length);
    }
  }
  return found;
}
