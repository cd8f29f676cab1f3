/** A table of amounts that are adjusted each year, as users and firms write it: a CSV file with a fixed header (docs/authorities.md). */
import { csvCells, csvFields } from '../../text/csvRecords.ts';
import { findCitations } from '../search/authority.ts';

export interface AmountRow {
  readonly year: string;
  /** As written: "26 USC 179(b)(1)". */
  readonly authority: string;
  /** As in the index: `179`, `estg 6`, and the paragraph: `b.1`. */
  readonly key: string;
  readonly pin: string;
  readonly amount: string;
  /** Where the amount was published: "Rev. Proc. 2025-32". */
  readonly source: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly note: string;
  /** Line of the file, from 1, and the record as the file has it. */
  readonly line: number;
  readonly text: string;
}

export interface RowProblem {
  readonly line: number;
  readonly kind: 'header' | 'columns' | 'quotes' | 'year' | 'authority' | 'amount' | 'source' | 'date' | 'repeated';
}

export interface AmountTable {
  readonly rows: readonly AmountRow[];
  readonly problems: readonly RowProblem[];
}

const COLUMNS = ['year', 'authority', 'amount', 'source', 'date', 'note'];
/** Characters of a record whose fields are read. A record that is longer is no amount. */
const MAX_RECORD = 5000;

/** Fields are separated by commas or, as German programs write them, by semicolons. A record is one line. Blank lines are no records. */
export function readAmountTable(text: string): AmountTable {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const records = lines
    .map((written, at) => ({ text: written.trim(), line: at + 1 }))
    .filter((each) => each.text !== '');
  const [header, ...others] = records;
  const separator = header?.text.includes(';') ? ';' : ',';
  if (!header || fieldsOf(header.text, separator)?.join().toLowerCase() !== COLUMNS.join()) {
    return { rows: [], problems: [{ line: header?.line ?? 1, kind: 'header' }] };
  }
  const rows: AmountRow[] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<string>();
  for (const record of others) {
    const row = rowOf(record, separator);
    if (typeof row === 'string') {
      problems.push({ line: record.line, kind: row });
      continue;
    }
    const id = [row.year, row.key, row.pin, row.note].join('\n');
    if (seen.has(id)) problems.push({ line: record.line, kind: 'repeated' });
    else rows.push(row);
    seen.add(id);
  }
  return { rows, problems };
}

function rowOf({ line, text }: Pick<AmountRow, 'line' | 'text'>, separator: string): AmountRow | RowProblem['kind'] {
  const fields = fieldsOf(text, separator);
  if (fields === null) return 'quotes';
  if (fields.length < 5 || fields.length > 6) return 'columns';
  const [year = '', authority = '', amount = '', source = '', date = '', note = ''] = fields;
  if (!/^(?:19|20)\d\d$/.test(year)) return 'year';
  const [citation, ...others] = findCitations(authority);
  if (!citation || others.length > 0) return 'authority';
  if (!/\d/.test(amount)) return 'amount';
  if (source === '') return 'source';
  if (!isDay(date)) return 'date';
  const { key, pin } = citation;
  return { year, authority, key, pin, amount, source, date, note, line, text };
}

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // "2025-02-30" would be the second of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Null if a quotation mark is not closed or has text around it. Empty for a record that is too long. */
function fieldsOf(record: string, separator: string): string[] | null {
  if (record.length > MAX_RECORD) return [];
  const isWrong = (field: string) => field.includes('"') && !/^\s*"(?:[^"]|"")*"\s*$/.test(field);
  return csvFields(record, separator).some(isWrong) ? null : csvCells(record, separator);
}
