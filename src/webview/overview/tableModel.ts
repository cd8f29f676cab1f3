/** Which rows of an overview are shown, in which order, and what their amounts add up to. */
import type { OverviewColumn } from '../../panel/overviewMessages.ts';
import {
  type DocumentKind,
  type FolderOverview,
  OVERVIEW_FIELDS,
  type OverviewDocument,
  type OverviewValue,
} from '../../protocol/overview.ts';
import { overviewCell } from '../../protocol/overviewCell.ts';

export interface Shown {
  readonly kind: DocumentKind | null;
  /** Words of the name, the title or a value. */
  readonly words: string;
  readonly sort: { readonly column: OverviewColumn | 'document' | 'kind'; readonly descending: boolean };
}

/** A document, and its position in the overview. */
export interface TableRow {
  readonly index: number;
  readonly document: OverviewDocument;
}

export function shownRows(
  { documents }: FolderOverview,
  { kind, words, sort }: Shown,
  columns: readonly OverviewColumn[],
): TableRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = documents
    .map((document, index) => ({ document, index }))
    .filter(({ document }) => kind === null || document.kind === kind)
    .filter(({ document }) => {
      const values = columns.map((column) => statedIn(document, column)?.text ?? '');
      const text = [document.name, document.title, ...values].join('\n').toLowerCase();
      return wanted.every((word) => text.includes(word));
    });
  const order = sort.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [sortKey(one.document, sort.column), sortKey(other.document, sort.column)];
    // Rows without a value are at the end in both directions.
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return (left - right) * order;
    return String(left).localeCompare(String(right), undefined, { numeric: true }) * order;
  });
}

function sortKey(document: OverviewDocument, column: Shown['sort']['column']): string | number | null {
  if (column === 'document') return document.name;
  if (column === 'kind') return document.kind;
  const value = statedIn(document, column);
  return value === null ? null : (value.amount ?? (value.date || value.text));
}

/** Null if the document states none, or several. */
function statedIn(document: OverviewDocument, column: OverviewColumn): OverviewValue | null {
  const cell = overviewCell(document, column);
  return cell === undefined || cell === 'several' ? null : cell;
}

/** The fields that one of the documents has. */
export function fieldColumns(documents: readonly OverviewDocument[]): OverviewColumn[] {
  return OVERVIEW_FIELDS.filter((field) => documents.some(({ fields }) => fields[field])).map((field) => ({ field }));
}

/** The labels that more than one of the rows has. */
export function commonLabels({ labels }: FolderOverview, rows: readonly TableRow[]): string[] {
  return labels.filter((label) => rows.filter(({ document }) => overviewCell(document, { label })).length > 1);
}

export interface Sum {
  readonly currency: string;
  readonly amount: number;
}

/** By currency. Empty if the column has fewer than two amounts. */
export function sumsOf(rows: readonly TableRow[], column: OverviewColumn): Sum[] {
  // Cents are added, so that no sum ends in a fraction of one.
  const cents = new Map<string, number>();
  let count = 0;
  for (const { document } of rows) {
    const value = statedIn(document, column);
    if (value?.amount == null) continue;
    count += 1;
    cents.set(value.currency, (cents.get(value.currency) ?? 0) + Math.round(value.amount * 100));
  }
  if (count < 2) return [];
  const sums = Array.from(cents, ([currency, amount]) => ({ currency, amount: amount / 100 }));
  return sums.toSorted((one, other) => one.currency.localeCompare(other.currency));
}

/** What net and tax of a document add up to, if it is not its total. */
export function differentTotal(document: OverviewDocument): number | null {
  const [net, tax, total] = (['net', 'tax', 'total'] as const).map(
    (field) => statedIn(document, { field })?.amount ?? null,
  );
  if (net == null || tax == null || total == null) return null;
  const cents = Math.round(net * 100) + Math.round(tax * 100);
  return cents === Math.round(total * 100) ? null : cents / 100;
}

/** First and last date of the rows, as YYYY-MM-DD. */
export function periodOf(rows: readonly TableRow[]): readonly [string, string] | null {
  const dates = rows
    .map(({ document }) => statedIn(document, { field: 'date' })?.date ?? '')
    .filter((date) => date !== '');
  const [first] = dates.toSorted();
  const last = dates.toSorted().at(-1);
  return first === undefined || last === undefined ? null : [first, last];
}
