/** What a folder of the library contains, from the index: its documents, and the values that they state beside labels. */
import { basename, relative, sep } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { lastKind } from '../../protocol/documentKinds.ts';
import {
  type DocumentKind,
  type FolderOverview,
  OVERVIEW_FIELDS,
  type OverviewCell,
  type OverviewDocument,
  type OverviewField,
  type OverviewValue,
} from '../../protocol/overview.ts';
import { onlyValue } from '../../protocol/overviewCell.ts';
import { CURRENCIES } from '../documents/currencies.ts';
import { fieldsOf, plainLabel } from '../documents/fieldsOfLabel.ts';
import { readRanges } from '../documents/itemRange.ts';
import { isCorrespondent } from '../documents/partyLabels.ts';
import { placeInWords, readPlace } from '../documents/place.ts';
import { DATE, DATE_PATTERN, dateOf, datesIn, isSlashedDate } from '../documents/writtenDates.ts';
import { type DecimalSign, decimalSignOf, readAmount } from './amount.ts';
import { documentKind } from './documentKind.ts';

/** Documents of one overview. */
const MAX_DOCUMENTS = 1000;
/** Labels besides those of the fields. */
const MAX_LABELS = 60;
const MAX_UNREAD = 200;
/** Different values of one cell. */
const MAX_SEVERAL = 20;

type Row = Record<string, SQLOutputValue>;

/** A value, and what its label means. */
interface MeantValue {
  readonly value: OverviewValue;
  readonly plain: string;
}

/** `folder` is absolute. `waiting`: the number of documents that are still to be read. */
export function readOverview(database: DatabaseSync, folder: string, waiting: number): FolderOverview {
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  const inside = 'substr(path, 1, length(?1)) = ?1';
  const { total } = database
    .prepare(`SELECT count(*) AS total FROM documents WHERE skipReason IS NULL AND ${inside}`)
    .get(prefix) ?? { total: 0 };
  const rows = database
    .prepare(
      `SELECT id, path, title, date, language, isAuthority FROM documents WHERE skipReason IS NULL AND ${inside} ORDER BY path LIMIT ?2`,
    )
    .all(prefix, MAX_DOCUMENTS);
  const read = rows.map((row) => readDocument(row, prefix, valuesOf(database, row), () => headDate(database, row)));
  const labels = commonLabels(read.map(({ others }) => others));
  return {
    documents: read.map(({ document, others }) => ({
      ...document,
      values: Object.fromEntries(
        labels.flatMap(({ plain, label }) => {
          const cell = chosen(others.filter((other) => other.plain === plain).map(({ value }) => value));
          return cell === null ? [] : [[label, cell]];
        }),
      ),
    })),
    labels: labels.map(({ label }) => label),
    total: Number(total),
    unread: database
      .prepare(
        `SELECT path, skipReason FROM documents WHERE skipReason IS NOT NULL AND ${inside} ORDER BY path LIMIT ?2`,
      )
      .all(prefix, MAX_UNREAD)
      .map(({ path, skipReason }) => ({
        path: String(path),
        name: nameOf(String(path), prefix),
        reason: String(skipReason),
      })),
    waiting,
  };
}

function valuesOf(database: DatabaseSync, document: Row): MeantValue[] {
  const rows = database
    .prepare('SELECT label, value, line, page, place, items FROM labelledValues WHERE document = ? ORDER BY rowid')
    .all(document.id ?? null);
  const decimal = decimalSignOf(
    rows.map(({ value }) => String(value)),
    String(document.language),
  );
  return rows.map((row) => ({ value: toValue(row, decimal), plain: plainLabel(String(row.label)) }));
}

function toValue(row: Row, decimal: DecimalSign): OverviewValue {
  const text = String(row.value);
  const label = String(row.label);
  const date = dateOf(text);
  const amount = date === '' ? readAmount(text, decimal) : null;
  const [items = null] = row.items === null ? [] : readRanges(String(row.items));
  return {
    label,
    text,
    amount: amount?.amount ?? null,
    currency: amount === null ? '' : amount.currency || codeAtEnd(label),
    date,
    line: Number(row.line),
    page: row.page === null ? null : Number(row.page),
    place: placeInWords(readPlace(String(row.place))),
    items: items === null ? null : [...items],
  };
}

/** `Amount USD`. */
function codeAtEnd(label: string): string {
  const [, code = ''] = / ([A-Z]{3})$/.exec(label) ?? [];
  return CURRENCIES.has(code) ? code : '';
}

function readDocument(
  row: Row,
  prefix: string,
  values: readonly MeantValue[],
  otherDate: () => OverviewValue | null,
): { document: Omit<OverviewDocument, 'values'>; others: MeantValue[] } {
  const path = String(row.path);
  const name = nameOf(path, prefix);
  const title = String(row.title);
  const isAuthority = row.isAuthority === 1;
  const kind = documentKind({ fileName: basename(path), folderName: name.split('/').at(-2) ?? '', title, isAuthority });
  const ranked = new Map<OverviewField, { rank: number; values: OverviewValue[] }>();
  const others: MeantValue[] = [];
  const currency =
    values.find(({ plain }) => /^(?:rechnungs)?währung$|^(?:invoice )?currency$/.test(plain))?.value.text ?? '';
  for (const meant of values) {
    const { label } = meant.value;
    const fields = kind === 'contract' ? [...fieldsOf(label), ...partiesOf(meant)] : fieldsOf(label);
    const isWritten = WRITTEN_TO_SOMEBODY.has(kind) && !isCorrespondent(label);
    const fitting = fields.filter(
      ({ field }) => isFitting(field, meant.value) && !(isWritten && (field === 'from' || field === 'to')),
    );
    for (const { field, rank } of fitting) {
      const best = ranked.get(field);
      const value = isAmountField(field) ? withCurrency(meant.value, currency) : asText(meant.value, field);
      if (best === undefined || rank < best.rank) ranked.set(field, { rank, values: [value] });
      else if (rank === best.rank) best.values.push(value);
    }
    // Digits alone are a number of something.
    const isNumber = /^\d+$/.test(meant.value.text);
    if (fitting.length === 0) others.push(isNumber ? { ...meant, value: { ...meant.value, amount: null } } : meant);
  }
  const fields: Partial<Record<OverviewField, OverviewCell>> = {};
  for (const field of OVERVIEW_FIELDS) {
    const found = ranked.get(field)?.values ?? [];
    const isFirst = field === 'number' || field === 'from' || field === 'to';
    const cell = isFirst ? (found[0] ?? null) : chosen(found);
    if (cell !== null) fields[field] = cell;
  }
  if (fields.number === undefined && RECORDS.has(kind)) {
    const inName = numberInName(basename(path));
    if (inName !== null) fields.number = inName;
  }
  const named = fields.date === undefined ? (otherDate() ?? dateInName(basename(path))) : null;
  if (named !== null) fields.date = named;
  return {
    document: { path, name, title, kind: statedKind(kind, `${basename(path)} ${title}`, fields), fields },
    others,
  };
}

/** The kind of a document whose name does not say it follows from its number: "Rechnung Nr. 17", "Factuurnummer: 17". A "research credit note" is a note. */
function statedKind(named: DocumentKind, called: string, { number, total }: OverviewDocument['fields']): DocumentKind {
  const isNote = number === undefined && total === undefined && /credit[ _]notes?/i.test(called);
  if (named === 'creditNote' && isNote) return 'memo';
  const stated = onlyValue(number);
  if (named !== 'other' || stated === null) return named;
  return lastKind(stated.label.replace(/s?(?:nummer|nr\.?)$/i, '')) ?? named;
}

/** The client or customer whom these documents name is whom they are about, not whom they are written to. */
const WRITTEN_TO_SOMEBODY: ReadonlySet<DocumentKind> = new Set([
  'letter',
  'confirmation',
  'memo',
  'mail',
  'minutes',
  'report',
  'workpaper',
]);

/** Words before the parties of a contract. */
const BETWEEN = /^(?:between|and|und|zwischen(?: der| dem)?)$/;

/** The parties named after "between" and "and". */
function partiesOf({ plain }: MeantValue): { field: OverviewField; rank: number }[] {
  if (/^(?:between|zwischen)/.test(plain)) return [{ field: 'from', rank: 1 }];
  return /^(?:and|und)$/.test(plain) ? [{ field: 'to', rank: 1 }] : [];
}

function isFitting(field: OverviewField, { text, amount, date }: OverviewValue): boolean {
  if (field === 'date') return date !== '' || isSlashedDate(text);
  if (field === 'number') return /\d/.test(text) && text.length <= 40;
  // "GLN 4304171000002" is the number of a party.
  if (field === 'from' || field === 'to') return /\p{L}{3}/u.test(text) && count(text, /\p{L}/gu) > count(text, /\d/g);
  return amount !== null;
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

const isAmountField = (field: OverviewField) => field === 'net' || field === 'tax' || field === 'total';

/** The number of a document is no amount. */
function asText(value: OverviewValue, field: OverviewField): OverviewValue {
  return { ...value, amount: null, currency: '', date: field === 'date' ? value.date : '' };
}

/** The currency that the document states once for all its amounts. */
function withCurrency(value: OverviewValue, stated: string): OverviewValue {
  const isKnown = value.amount === null || value.currency !== '';
  return isKnown || !CURRENCIES.has(stated) ? value : { ...value, currency: stated };
}

/** The value that all of them state, preferably with its currency; else the different values. Null if there is none. */
function chosen(values: readonly OverviewValue[]): OverviewCell | null {
  const first = values.find(({ currency }) => currency !== '') ?? values[0];
  if (first === undefined) return null;
  if (values.every((value) => isSame(value, first))) return first;
  const several: OverviewValue[] = [];
  for (const value of values) {
    if (several.length < MAX_SEVERAL && !several.some((one) => isSame(value, one))) several.push(value);
  }
  return { several };
}

function isSame(one: OverviewValue, other: OverviewValue): boolean {
  if (other.amount !== null) {
    return one.amount === other.amount && (one.currency === other.currency || one.currency === '');
  }
  if (other.date === '') return one.text === other.text;
  return one.date === other.date && wordsBesideDate(one.text) === wordsBesideDate(other.text);
}

const ANY_DATE = new RegExp(DATE_PATTERN, 'gu');

function wordsBesideDate(text: string): string {
  return text.replace(ANY_DATE, '').replace(/[^\p{L}\p{N}]+/gu, '');
}

const WRITTEN_DATE = new RegExp(DATE, 'gu');

/** The date that the index has of the document, where its first passages state it, or above them if only its title does. */
function headDate(database: DatabaseSync, document: Row): OverviewValue | null {
  if (document.date === null) return null;
  const passages = database
    .prepare('SELECT line, endLine, page, place, text FROM passages WHERE document = ? ORDER BY id LIMIT 2')
    .all(document.id ?? null);
  for (const { line, endLine, page, place, text } of passages) {
    const lines = String(text).split('\n');
    // The paragraphs of a Word file and of HTML can share a line.
    const hasLines = lines.length === Number(endLine) - Number(line) + 1;
    for (const [at, written] of [...lines.entries(), [0, String(document.title)] as const]) {
      const found = written.match(WRITTEN_DATE)?.find((date) => datesIn(date)[0] === document.date);
      if (found === undefined) continue;
      return {
        label: '',
        text: found,
        amount: null,
        currency: '',
        date: String(document.date),
        items: null,
        line: Number(line) + (hasLines ? at : 0),
        page: page === null ? null : Number(page),
        place: placeInWords(readPlace(String(place ?? ''))),
      };
    }
  }
  return null;
}

/** The date that the name of a file contains: `2025-03-11 Board minutes.md`, `minutes-2025-03-11.md`. */
function dateInName(name: string): OverviewValue | null {
  const [text = ''] = /(?<!\d)(?:19|20)\d\d-\d\d-\d\d(?!\d)/.exec(name) ?? [];
  if (datesIn(text).length === 0) return null;
  return { label: '', text, amount: null, currency: '', date: text, line: 0, page: null, place: '', items: null };
}

/** `2025`, `2025-03`, `03.2025`. */
const MONTH_OR_YEAR = /^(?:\d{1,2}[-./])?(?:19|20)\d\d(?:[-./]\d{1,2}){0,2}$/;
/** Documents that have numbers of their own. */
const RECORDS: ReadonlySet<DocumentKind> = new Set(['invoice', 'creditNote', 'receipt', 'deliveryNote']);

/** Between the kind of a document and its number: `Invoice No. 4711`. */
const NUMBER_WORD = /^(?:no|nr|number|nummer|#|№|n°)\.?$/i;

/** The word with three digits behind the kind in the name of a file: `Factuur 98559514.pdf`. A date, a month or a year is none. */
function numberInName(name: string): OverviewValue | null {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replace(ANY_DATE, ' ')
    .split(/[\s_,]+/)
    .filter((word) => word !== '' && !NUMBER_WORD.test(word));
  const at = words.findIndex((word) => lastKind(word) !== null);
  const text = words[at + 1] ?? '';
  if (at < 0 || !/\d{3}/.test(text) || MONTH_OR_YEAR.test(text)) return null;
  return { label: '', text, amount: null, currency: '', date: '', line: 0, page: null, place: '', items: null };
}

/** Labels of more than one document, in the form in which the first document writes them. */
function commonLabels(documents: readonly (readonly MeantValue[])[]): { plain: string; label: string }[] {
  const counted = new Map<string, { plain: string; label: string; count: number }>();
  for (const values of documents) {
    for (const plain of new Set(values.map((value) => value.plain))) {
      const entry = counted.get(plain);
      if (entry) entry.count += 1;
      else
        counted.set(plain, { plain, label: values.find((each) => each.plain === plain)?.value.label ?? '', count: 1 });
    }
  }
  const common = [...counted.values()].filter(
    ({ count, plain }) => count > 1 && plain.length > 1 && !BETWEEN.test(plain),
  );
  return common.toSorted((one, other) => other.count - one.count).slice(0, MAX_LABELS);
}

function nameOf(path: string, prefix: string): string {
  return relative(prefix, path).replaceAll(sep, '/');
}
