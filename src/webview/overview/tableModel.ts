/** Which rows of an overview are shown, what their cells say, in which order they are, and what their amounts add up to. */
import { escapeHidden } from '../../conversation/display.ts';
import type { OverviewColumn } from '../../panel/overviewMessages.ts';
import {
  type DocumentKind,
  type FolderOverview,
  OVERVIEW_FIELDS,
  type OverviewCell,
  type OverviewDocument,
  type OverviewValue,
} from '../../protocol/overview.ts';
import { onlyValue, overviewCell, valuesOf } from '../../protocol/overviewCell.ts';
import { formatAmount, language } from '../numberFormat.ts';
import { olderVersions } from './olderVersions.ts';
import { t } from './translation.ts';

/** Different values that a cell shows. The others are in its tooltip. */
const MOST_SHOWN = 4;

export interface Shown {
  readonly kind: DocumentKind | null;
  /** Words of the name, the title, the kind or a value, as the table shows it or as the document states it. */
  readonly words: string;
  readonly sort: { readonly column: OverviewColumn | 'document' | 'kind'; readonly descending: boolean };
}

/** A document, and its position in the overview. */
export interface TableRow {
  readonly index: number;
  readonly document: OverviewDocument;
}

/** The documents of a kind, sorted. Text is in the order of the display language. */
export function sortedRows({ documents }: FolderOverview, { kind, sort }: Omit<Shown, 'words'>): TableRow[] {
  const rows = documents
    .map((document, index) => ({ document, index }))
    .filter(({ document }) => kind === null || document.kind === kind);
  const keyOf = sortKeys(rows, sort.column);
  const collator = new Intl.Collator(language(), { numeric: true });
  const order = sort.descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [keyOf(one.document), keyOf(other.document)];
    // Rows without a value are at the end in both directions.
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return (left - right) * order;
    return collator.compare(String(left), String(right)) * order;
  });
}

/** What the rows are sorted by; null for a row without a value. A date whose day and month could be either is no value. */
function sortKeys(
  rows: readonly TableRow[],
  column: Shown['sort']['column'],
): (document: OverviewDocument) => string | number | null {
  if (column === 'document') return ({ name }) => name;
  if (column === 'kind') return ({ kind }) => t(`kind.${kind}`);
  const hasDates =
    'field' in column ? column.field === 'date' : rows.some(({ document }) => statedIn(document, column)?.date);
  return (document) => {
    const value = statedIn(document, column);
    if (value === null) return null;
    return hasDates ? value.date || null : (value.amount ?? value.text);
  };
}

export function rowsWith(rows: readonly TableRow[], words: string, columns: readonly OverviewColumn[]): TableRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ document }) => {
    const values = columns.flatMap((column) => {
      const cell = overviewCell(document, column);
      return cell === undefined ? [] : valuesOf(cell).flatMap((value) => [shownValue(value), value.text]);
    });
    const text = [document.name, document.title, t(`kind.${document.kind}`), ...values].join('\n').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function shownText(cell: OverviewCell): string {
  if (!('several' in cell)) return shownValue(cell);
  // Equal dates can be those of different things, which only their text says.
  const shown = cell.several.slice(0, MOST_SHOWN).map((value) => shownValue({ ...value, date: '' }));
  return t('several', [...shown, ...(cell.several.length > MOST_SHOWN ? ['…'] : [])].join('; '));
}

/** Amounts are shown in one form, with the currency; all else as the document states it. */
function shownValue({ amount, currency, date, text }: OverviewValue): string {
  return amount === null ? escapeHidden(date || text) : withCurrency(amount, currency);
}

export function withCurrency(amount: number, currency: string): string {
  return currency === '' ? formatAmount(amount) : `${formatAmount(amount)} ${escapeHidden(currency)}`;
}

function statedIn(document: OverviewDocument, column: OverviewColumn): OverviewValue | null {
  return onlyValue(overviewCell(document, column));
}

export function fieldColumns(documents: readonly OverviewDocument[]): OverviewColumn[] {
  return OVERVIEW_FIELDS.filter((field) => documents.some(({ fields }) => fields[field])).map((field) => ({ field }));
}

/** The labels that more than one of the rows has. */
export function commonLabels({ labels }: FolderOverview, rows: readonly TableRow[]): string[] {
  return labels.filter((label) => rows.filter(({ document }) => overviewCell(document, { label })).length > 1);
}

export interface Sum {
  /** By currency. Empty if fewer than two documents state an amount, and for amounts that do not add up. */
  readonly amounts: readonly { readonly currency: string; readonly amount: number }[];
  /** The number of documents that are in the sum. */
  readonly count: number;
  /** The number of documents that are not, because they are copies of one that is. */
  readonly copies: number;
  /** The names of documents that are not, because they are drafts or older versions of another row. */
  readonly older: readonly string[];
  /** Amounts do not add up: the price of an invoice and the loss in a memo are of different kinds of documents. */
  readonly hasKinds: boolean;
  /** The documents have no party in common, as the invoices of two clients. */
  readonly hasParties: boolean;
}

/** Documents that bill or credit the same purchases. */
const BILLS: ReadonlySet<DocumentKind> = new Set(['invoice', 'creditNote', 'receipt']);

export function sumOf(rows: readonly TableRow[], column: OverviewColumn): Sum {
  // Cents are added, so that no sum ends in a fraction of one.
  const cents = new Map<string, number>();
  const kinds = new Set<DocumentKind>();
  const parties: (string[] | null)[] = [];
  const records = new Set<string>();
  let count = 0;
  let copies = 0;
  const replaced = olderVersions(
    rows.map(({ document }) => document),
    billOf,
  );
  const older: string[] = [];
  for (const { document } of rows) {
    const value = statedIn(document, column);
    if (value?.amount == null) continue;
    // A number of a table without a currency may be a quantity.
    if (value.currency === '' && !BILLS.has(document.kind)) continue;
    if (replaced.has(document)) {
      older.push(document.name);
      continue;
    }
    const record = recordOf(document, value);
    if (record !== null && records.has(record)) {
      copies += 1;
      continue;
    }
    if (record !== null) records.add(record);
    count += 1;
    kinds.add(BILLS.has(document.kind) ? 'invoice' : document.kind);
    parties.push(partiesOf(document));
    cents.set(value.currency, (cents.get(value.currency) ?? 0) + Math.round(value.amount * 100));
  }
  const hasKinds = kinds.size > 1;
  const amounts = Array.from(cents, ([currency, amount]) => ({ currency, amount: amount / 100 }));
  return {
    amounts:
      hasKinds || count + copies + older.length < 2
        ? []
        : amounts.toSorted((one, other) => one.currency.localeCompare(other.currency)),
    count,
    copies,
    older,
    hasKinds,
    hasParties: !haveCommonParty(parties),
  };
}

/** What a copy has in common with the bill: an invoice is attached to a mail and filed again. */
function recordOf(document: OverviewDocument, value: OverviewValue): string | null {
  const bill = billOf(document);
  return bill && JSON.stringify([bill, namesIn(document.fields.date), value.amount, value.currency]);
}

/** What the versions of a bill have in common. Null for documents that have no numbers of their own. */
function billOf({ kind, fields: { number, from } }: OverviewDocument): string | null {
  return BILLS.has(kind) && number ? JSON.stringify([kind, namesIn(number), namesIn(from)]) : null;
}

function namesIn(cell: OverviewCell | undefined): string[] {
  return cell ? valuesOf(cell).map(({ date, text }) => plainName(date || text)) : [];
}

/** The names of both parties, without the signs and capitals by which documents differ. Null for a document that does not state both. */
function partiesOf({ fields: { from, to } }: OverviewDocument): string[] | null {
  if (!from || !to) return null;
  return [from, to].flatMap(valuesOf).map(({ text }) => plainName(text));
}

function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** A party that is not stated can be that of the other documents. */
function haveCommonParty(parties: readonly (readonly string[] | null)[]): boolean {
  const [first, ...others] = parties.filter((names) => names !== null);
  return first === undefined || first.some((name) => others.every((names) => names.includes(name)));
}

/** The sum of net amount and tax of a document, if it differs from its total. */
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
