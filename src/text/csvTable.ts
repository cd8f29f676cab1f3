/** Quoted records of a CSV file as a Markdown table. */
import { csvCells, csvRecords, csvSeparator, isOpen } from './csvRecords.ts';
import { CUT } from './omission.ts';

const CSV_FILE = /\.(?:csv|tsv)$/i;
/** Characters of the name of a column, at most. */
const LONGEST_NAME = 80;
/** A column of the figures of a year. */
const YEAR = /^(?:19|20)\d\d$/;
/** Columns that the header is extended to, at most: a table has only the columns of its header. */
const MAX_COLUMNS = 100;

/** Null for other files, for a part of a record, and if the first record has no names of columns. */
export function csvTable(text: string, path: string): string | null {
  if (!CSV_FILE.test(path)) return null;
  const records = csvRecords(text.split(/\r?\n/)).map((record) => record.text);
  const [names = '', ...rows] = records.filter((record) => record.trim() !== '');
  const separator = /\.tsv$/i.test(path) ? '\t' : csvSeparator(names);
  const header = csvCells(names, separator);
  /** A piece of a long record has no sign of omission where it is a passage of its own. */
  const isPart = (row: string) =>
    row !== CUT && (isOpen(row) || !row.includes(separator) || row.startsWith(CUT) || row.endsWith(` ${CUT}`));
  if (rows.length === 0 || !areNames(header) || isOpen(names) || rows.some(isPart)) return null;
  return markdownTable(
    header.map(inCell),
    rows.map((row) => csvCells(row, separator).map(inCell)),
  );
}

/** The header is extended to the columns of the widest row. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const missing = Math.max(0, Math.min(widest, MAX_COLUMNS) - header.length);
  const names = [...header, ...Array.from({ length: missing }, () => '')];
  return [tableRow(names), `|${' --- |'.repeat(names.length)}`, ...rows.map(tableRow)].join('\n');
}

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Whether cells are the names of columns. */
export function areNames(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== '');
  const isName = (cell: string) => cell.length <= LONGEST_NAME && /\p{L}/u.test(cell);
  return cells.length > 1 && filled.some(isName) && filled.every((cell) => isName(cell) || YEAR.test(cell));
}

/** The text of a cell of a Markdown table. */
export function inCell(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]|&(?=#?\w+;)/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
}
