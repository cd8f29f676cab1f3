/** The heading above the records of a CSV file or the rows of a worksheet: the names of the columns as one line of CSV. */
import { csvCells, csvLine } from '../text/csvRecords.ts';
import { lastHeading } from './headings.ts';

/** Characters of a heading, at most. */
const LONGEST = 300;
const SEPARATOR = ', ';

export function writeTableHeading(names: readonly string[]): string {
  return csvLine(names).slice(0, LONGEST);
}

/** The names of the columns that the last of the headings consists of. */
export function readTableHeading(headings: string): string[] {
  return csvCells(lastHeading(headings), ',');
}

/** Whether the last of the headings can be one of a table. A heading of a text can look like it. */
export function isTableHeading(headings: string): boolean {
  return lastHeading(headings).includes(SEPARATOR);
}

/** Whether a row has the names of the columns that the last of the headings consists of, which can be cut, in any notation of its cells. */
export function isHeaderOf(row: string, headings: string): boolean {
  return isTableHeading(headings) && !row.includes('\n') && namesIn(row).startsWith(namesIn(lastHeading(headings)));
}

function namesIn(cells: string): string {
  return cells
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
