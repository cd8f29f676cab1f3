/** The widths of the columns of a table, in twentieths of a point. */
import { type Span, wordsOf } from '../block.ts';

/** Of a wide character in a table. */
const CHARACTER_WIDTH = 105;
const CELL_MARGIN = 230;

/** `width`: twentieths of a point between the margins. By the length of the texts. A column is at least as wide as its longest word, if that is short. */
export function columnWidths(
  rows: readonly (readonly (readonly Span[])[])[],
  columns: number,
  width: number,
): number[] {
  const shown = rows.slice(0, 200);
  const columnsOf = Array.from({ length: columns }, (_, column) => {
    const texts = shown.map((row) => wordsOf(row[column] ?? []));
    const length = Math.max(4, ...texts.map((text) => Math.min(text.length, 60)));
    const word = Math.max(3, ...texts.flatMap((text) => text.split(/\s/).map((each) => Math.min(each.length, 14))));
    return { length, least: word * CHARACTER_WIDTH + CELL_MARGIN };
  });
  const least = columnsOf.reduce((sum, column) => sum + column.least, 0);
  if (least >= width) return columnsOf.map((column) => Math.floor((column.least / least) * width));
  const total = columnsOf.reduce((sum, { length }) => sum + length, 0);
  return columnsOf.map((column) => Math.floor(column.least + (column.length / total) * (width - least)));
}
