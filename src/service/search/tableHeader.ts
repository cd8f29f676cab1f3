/** The header row of a table, so that rows that are quoted from its middle can be read. */
import { areNames } from '../../text/csvTable.ts';
import { isHeaderOf } from '../tableHeading.ts';

/** A line, or the rows of a table that follow each other. */
interface Rows {
  readonly text: string;
  /** First and last line in the document. */
  readonly line: number;
  readonly endLine: number;
}

/** The line below the header of a Markdown table. */
const DELIMITER_ROW = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** Whether the text is a row of a table: of Markdown, or with tabs between its cells. */
export function isTableRow(text: string): boolean {
  return /^\s*\|/.test(text) || text.includes('\t');
}

/** The header of the table in whose middle the line at `from` stands. Null outside a table and at its beginning. */
export function headerOf<Line extends Rows>(lines: readonly Line[], from: number, heading: string): Line | null {
  const first = lines[0];
  // The records of CSV files and of worksheets stand below a heading that consists of the cells of the header.
  if (first && from > 0 && isHeaderOf(first.text, heading)) return first;
  let start = from;
  while (start > 0 && isNextRow(lines[start - 1], lines[start])) start -= 1;
  const top = lines[start];
  if (start === from || !top) return null;
  const rows = headerRows(top.text);
  return rows === 0 ? null : { ...top, text: firstLines(top.text, rows), endLine: top.line + rows - 1 };
}

/** How many of the first lines of a table are its header; 0 if it has none. */
export function headerRows(text: string): number {
  const [first = '', second = ''] = text.split('\n', 2);
  if (first.includes('|') && DELIMITER_ROW.test(second)) return 2;
  const cells = first.split('\t').map((cell) => cell.trim());
  return areNames(cells.filter((cell) => cell !== '')) ? 1 : 0;
}

export function firstLines(text: string, count: number): string {
  return text.split('\n').slice(0, count).join('\n');
}

function isNextRow(before: Rows | undefined, row: Rows | undefined): boolean {
  return (
    before !== undefined &&
    row !== undefined &&
    row.line <= before.endLine + 1 &&
    isTableRow(before.text) &&
    isTableRow(row.text)
  );
}
