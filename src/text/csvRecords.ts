/** The records of CSV text and their cells. Each takes time in proportion to the text. */

/** A record with the lines that it stands on, 0-based. `end` is the line after it. */
export interface CsvRecord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Lines of one record, at most. */
const MAX_LINES = 200;

/** The records from the line `from` on, blank ones included. A quoted cell may hold line ends: the record continues until its quotation marks are closed. */
export function csvRecords(lines: readonly string[], from = 0): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = from;
  while (at < lines.length) {
    const start = at;
    let text = lines[at] ?? '';
    at += 1;
    while (at < lines.length && isOpen(text) && at - start < MAX_LINES) {
      text += `\n${lines[at] ?? ''}`;
      at += 1;
    }
    records.push({ text, start, end: at });
  }
  return records;
}

/** Whether a quotation mark of the text is not closed. */
export function isOpen(text: string): boolean {
  return text.split('"').length % 2 === 0;
}

export const SEPARATORS: readonly string[] = [',', ';', '\t', '|'];

/** The separator that occurs most often in the header: a comma, a semicolon, a tab or a vertical bar. */
export function csvSeparator(header: string): string {
  const counted = SEPARATORS.map((mark) => ({ mark, count: header.split(mark).length }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).mark;
}

/** The values of a record, without the quotation marks around them. */
export function csvCells(record: string, separator: string): string[] {
  return csvFields(record, separator).map(value);
}

/** The fields of a record as written. */
export function csvFields(record: string, separator: string): string[] {
  const fields: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= record.length; at++) {
    if (record[at] === '"') isQuoted = !isQuoted;
    if (at < record.length && (isQuoted || record[at] !== separator)) continue;
    fields.push(record.slice(start, at));
    start = at + 1;
  }
  return fields;
}

/** Values as one readable line of CSV, which `csvCells(line, ',')` reads. */
export function csvLine(values: readonly string[]): string {
  return values.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ');
}

function value(cell: string): string {
  const text = cell.trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text;
}
