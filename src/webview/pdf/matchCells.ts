/** Finds the cells of quoted rows among the items that the rows were read from. All texts are folded (foldedText.ts). */
import type { TextRange } from '../../text/findQuotation.ts';
import { matchPassage, type PassageMatch } from './matchPassage.ts';

/**
 * A cell of a few digits is one or more whole items. If several are equal, the first one after the previous cell is taken, because the items
 * of a row can be in another order. `pieces`: for each unit of `text`, the item that it is in. Cells that are not found are all in `rest`.
 */
export function matchCells(cells: readonly string[], text: string, pieces: readonly number[]): PassageMatch {
  const spans: TextRange[] = [];
  const rest: string[] = [];
  const isFree = ({ start, end }: TextRange) => spans.every((span) => end <= span.start || start >= span.end);
  let after = 0;
  for (const cell of cells) {
    const found = wholeItems(cell, text, pieces).filter(isFree);
    const span = found.find(({ start }) => start >= after) ?? found[0];
    if (span) spans.push(span);
    else {
      const match = matchPassage([cell], text);
      spans.push(...match.spans.filter(isFree));
      rest.push(...(match.found === 0 ? [cell] : match.rest));
    }
    after = spans.at(-1)?.end ?? 0;
  }
  return { spans, found: spans.reduce((sum, { start, end }) => sum + end - start, 0), rest };
}

/** The places where the cell begins and ends together with an item. */
function wholeItems(cell: string, text: string, pieces: readonly number[]): TextRange[] {
  const found: TextRange[] = [];
  if (cell === '') return found;
  for (let start = text.indexOf(cell); start >= 0; start = text.indexOf(cell, start + 1)) {
    const end = start + cell.length;
    if (pieces[start] !== pieces[start - 1] && pieces[end] !== pieces[end - 1]) found.push({ start, end });
  }
  return found;
}
