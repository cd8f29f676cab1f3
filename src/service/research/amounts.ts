/** The amounts that tables of the library have for quoted paragraphs whose amounts are adjusted each year. */
import { basename } from 'node:path';
import { UnreadableDocument } from '../documents/document.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { isWithin } from '../nodeMarks.ts';
import type { LibrarySource } from '../researcher.ts';
import { findCitations } from '../search/authority.ts';
import type { FoundDocument, FoundPassage } from '../search/searchResult.ts';
import type { LibraryReader, LibraryScope } from '../store/libraryReader.ts';
import { t } from '../translate.ts';
import { type AmountRow, type AmountTable, type RowProblem, readAmountTable } from './amountTable.ts';
import { plain } from './plain.ts';

export interface QuotedParagraph {
  /** As in the index: `179`, `estg 6`. */
  readonly key: string;
  /** What is quoted: `b.1`. */
  readonly paths: readonly string[];
  /** The paragraphs whose amounts it adjusts. */
  readonly adjusted: readonly string[];
}

/** The amount of a year for a paragraph. It is a source of its own, and never part of the quoted text. */
export interface StatedAmount {
  readonly row: AmountRow;
  readonly source: LibrarySource;
}

export interface StatedAmounts {
  /** Those of each paragraph. An amount is given once: beside its own paragraph if that is quoted, else beside the one that adjusts it. */
  readonly of: ReadonlyMap<QuotedParagraph, readonly StatedAmount[]>;
  readonly all: readonly StatedAmount[];
  /** A sentence for each table and each row that is not used. */
  readonly problems: readonly string[];
}

interface OpenTable extends AmountTable {
  readonly path: string;
}

/** How the path of a table ends, in any folder of the library: its name is this, or this after other words. */
const TABLE_ENDING = 'adjusted-amounts.csv';
const TABLE = /(?:^|[\\/ _.-])adjusted-amounts\.csv$/i;
/** Maximum number of amounts shown for one paragraph. */
const MAX_AMOUNTS = 6;
/** Maximum number of amounts of a paragraph in all years. */
const MAX_ADJUSTED = 200;
/** Maximum number of problems of tables that one answer names. */
const MAX_PROBLEMS = 5;
/** Bytes of a table, and tables that are read. */
const MAX_BYTES = 1024 * 1024;
const MAX_TABLES = 20;

/** `years`: those that the question names. Without any, the latest year for which a table has amounts of the paragraph. */
export async function statedAmounts(
  library: Pick<LibraryIndex, 'readBytes'>,
  reader: AmountReader,
  paragraphs: readonly QuotedParagraph[],
  years: readonly string[],
): Promise<StatedAmounts> {
  const { tables, unread } = paragraphs.some(({ key }) => key !== '') ? await readTables(library, reader) : NO_TABLES;
  const all = tables.flatMap(({ path, rows }) => rows.map((row) => ({ row, path })));
  const found = Map.groupBy(
    all,
    ({ row }) =>
      paragraphs.find((one) => concerns(row, one, one.paths)) ??
      paragraphs.find((one) => concerns(row, one, one.adjusted)),
  );
  const of = new Map<QuotedParagraph, StatedAmount[]>();
  for (const [owner, rows] of found) {
    if (!owner) continue;
    const wanted =
      years.length > 0
        ? years
        : rows
            .map(({ row }) => row.year)
            .toSorted()
            .slice(-1);
    const own = rows.filter(({ row }) => wanted.includes(row.year)).slice(0, MAX_AMOUNTS);
    const stated = own.map(({ row, path }) => ({ row, source: sourceOf(path, row) }));
    if (stated.length > 0) of.set(owner, stated);
  }
  const isAbout = of.size > 0 || paragraphs.some(({ adjusted }) => adjusted.length > 0);
  return { of, all: [...of.values()].flat(), problems: isAbout ? [...unread, ...problemsOf(tables)] : [] };
}

/** Reads the tables once. The result gives their amounts for a paragraph and those within it, of any year. */
export async function amountsOfAllYears(
  library: Pick<LibraryIndex, 'readBytes'>,
  reader: AmountReader,
): Promise<(paragraph: Pick<AmountRow, 'key' | 'pin'>) => string[]> {
  const { tables } = await readTables(library, reader);
  const rows = tables.flatMap((table) => table.rows);
  return ({ key, pin }) => {
    const own = pin === '' ? [] : rows.filter((row) => row.key === key && isWithin(row.pin, pin));
    return [...new Set(own.map(({ amount }) => amount))].slice(0, MAX_ADJUSTED);
  };
}

/** A section of a law in one file is named by its title: "§ 6 EStG Bewertung". */
export function keyOf(document: FoundDocument, passage: FoundPassage | undefined): string {
  if (!document.isAuthority || document.authority !== '') return document.authority;
  return findCitations(passage?.sectionTitle ?? '')[0]?.key ?? '';
}

function concerns({ key, pin }: AmountRow, paragraph: QuotedParagraph, paths: readonly string[]): boolean {
  return key === paragraph.key && paths.some((path) => isWithin(pin, path) || isWithin(path, pin));
}

/** Tables are shown beside paragraphs, and not quoted as documents. */
export function isAmountTable(path: string): boolean {
  return TABLE.test(path);
}

interface ReadTables {
  readonly tables: readonly OpenTable[];
  /** A sentence for each table that cannot be read. */
  readonly unread: readonly string[];
}

const NO_TABLES: ReadTables = { tables: [], unread: [] };

type AmountReader = Pick<LibraryReader, 'pathsEndingWith' | 'scope'>;

/** The paths of the tables of each library. */
const known = new WeakMap<LibraryScope, readonly string[]>();

async function pathsOf(reader: AmountReader): Promise<readonly string[]> {
  const { scope } = reader;
  const read = known.get(scope);
  if (read) return read;
  const found = await reader.pathsEndingWith(TABLE_ENDING);
  const paths = found.filter(isAmountTable).slice(0, MAX_TABLES);
  known.set(scope, paths);
  return paths;
}

/** Each table is read as it is now. */
async function readTables(library: Pick<LibraryIndex, 'readBytes'>, reader: AmountReader): Promise<ReadTables> {
  const tables: OpenTable[] = [];
  const unread: string[] = [];
  for (const path of await pathsOf(reader)) {
    try {
      tables.push({ path, ...readAmountTable(library.readBytes(path, MAX_BYTES).toString('utf8')) });
    } catch (error) {
      if (!(error instanceof UnreadableDocument)) throw error;
      unread.push(t('{0} is not used. {1}', plain(basename(path)), error.message));
    }
  }
  return { tables, unread };
}

function sourceOf(path: string, { authority, year, source, date, line, text }: AmountRow): LibrarySource {
  const caption = `${year} · ${basename(path)}`;
  const cited = { name: authority, caption };
  const location = { path, line, endLine: line };
  return { title: `${authority}, ${caption}`, url: null, cited, snippet: text, location, section: source, date };
}

/** The amounts of a paragraph, apart from its text. `first`: the number of the first one among the sources of the answer. */
export function amountLines(amounts: readonly StatedAmount[], first: number): string {
  const lines = amounts.map(({ row, source }, at) => {
    const facts = [row.authority, row.source, row.date, row.note].filter((fact) => fact !== '').map(plain);
    return `- **${row.year}: ${plain(row.amount)}** · ${facts.join(' · ')} · ${plain(basename(source.location.path))} [${first + at}]`;
  });
  return `${t('Adjusted amounts, which are not part of the text:')}\n\n${lines.join('\n')}`;
}

function problemsOf(tables: readonly OpenTable[]): string[] {
  const all = tables.flatMap(({ path, problems }) =>
    problems.map(({ line, kind }) =>
      t('{0}, line {1}, is not used: {2}', plain(basename(path)), line, REASONS[kind]()),
    ),
  );
  const more = all.length - MAX_PROBLEMS;
  return [...all.slice(0, MAX_PROBLEMS), ...(more > 0 ? [t('{0} more lines are not used.', more)] : [])];
}

const REASONS: Readonly<Record<RowProblem['kind'], () => string>> = {
  header: () => t('the first line must be {0}.', 'year,authority,amount,source,date,note'),
  columns: () => t('it has too few or too many columns, or a very long one.'),
  quotes: () => t('a quotation mark is not closed.'),
  year: () => t('the year is not a year such as 2026.'),
  authority: () => t('the authority is not one paragraph such as {0}.', '26 USC 179(b)(1)'),
  amount: () => t('the amount has no digit.'),
  source: () => t('the source is missing.'),
  date: () => t('the date is not a day such as 2025-10-09.'),
  repeated: () => t('an earlier line has the same year, authority and note.'),
};
