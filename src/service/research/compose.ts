/** Writes the Markdown of an answer from its quotations. */
import type { PartKind, PartText } from '../../protocol/answerPart.ts';
import { csvTable, markdownTable } from '../../text/csvTable.ts';
import { CUT } from '../../text/omission.ts';
import { type Format, formatOf, isText } from '../documents/formats.ts';
import { hasHead } from '../documents/headDate.ts';
import { amends } from '../search/amendments.ts';
import { isRemoved } from '../search/boilerplate.ts';
import { yearsIn } from '../search/inflation.ts';
import { namedNumbers } from '../search/namedNumbers.ts';
import { namesIn } from '../search/names.ts';
import { hasTerm, type Query, type Term } from '../search/query.ts';
import type { FoundDocument } from '../search/searchResult.ts';
import { stem } from '../search/stem.ts';
import { findSynonyms } from '../search/synonyms.ts';
import { headerRows } from '../search/tableHeader.ts';
import { askedValue, hasValue } from '../search/wanted.ts';
import { stemsOf, wordsInName } from '../search/words.ts';
import { formatNumber, listOf, t, translated } from '../translate.ts';
import { amountLines } from './amounts.ts';
import type { Gathered } from './gather.ts';
import { plain, withoutCitations } from './plain.ts';
import { pinpoint, type Quotation, quotedName } from './quotation.ts';
import { pinnedTitle } from './sourceName.ts';
import { ageWarning } from './textAge.ts';
import { unstatedAmounts, unstatedNumbers } from './unstatedAmounts.ts';

/** The end of every answer. */
const disclaimer = () => t('These are quotations from your documents. The library does not reason, compute or advise.');

export interface ComposeOptions {
  /** Days after which the first line warns that the text of an authority is old. */
  readonly authorityAge?: number | undefined;
  /** Not all documents were read: what was not found may be in the others. */
  readonly isPartial: boolean;
}

export function compose(gathered: Gathered, options: ComposeOptions): PartText[] {
  const { quotations, amounts } = gathered;
  const missing = missingWords(gathered, quotations);
  const parts: { kind: PartKind; blocks: string[] }[] = [{ kind: 'lead', blocks: [lead(gathered, missing, options)] }];
  let blocks: string[] = [];
  let part: PartKind = 'lead';
  let group = '';
  for (const [at, quotation] of quotations.entries()) {
    const nextPart = quotation.role === null ? 'ownDocuments' : 'authorities';
    const nextGroup = groupOf(quotation);
    if (nextPart !== part) {
      blocks = [`### ${nextPart === 'ownDocuments' ? t('Your documents') : t('Authorities')}`];
      parts.push({ kind: nextPart, blocks });
    }
    if (nextGroup !== '' && (nextPart !== part || nextGroup !== group)) blocks.push(`#### ${nextGroup}`);
    part = nextPart;
    group = nextGroup;
    blocks.push(`${caption(quotation)}\n\n${block(quotation, at + 1)}`);
    const own = amounts.of.get(quotation.paragraph);
    if (own?.[0]) blocks.push(amountLines(own, quotations.length + amounts.all.indexOf(own[0]) + 1));
  }
  const heading = options.isPartial ? t('Not found so far') : t('Not in the library');
  parts.push({ kind: 'notFound', blocks: [`### ${heading}`, gaps(gathered, missing, options).join('\n')] });
  parts.push({ kind: 'note', blocks: [`*${disclaimer()}*`] });
  return parts.map((each) => ({ kind: each.kind, text: each.blocks.join('\n\n') })).filter(({ text }) => text !== '');
}

/** The user's own documents have no role. */
function groupOf({ role, reference }: Quotation): string {
  if (reference !== null) return t('Followed references');
  return role === null ? '' : translated(role);
}

/** The answer if no document is relevant. It names the closest documents without citing them. */
export function composeNothing(gathered: Gathered, documents: number, { isPartial }: ComposeOptions): string {
  const closest = gathered.result.documents.slice(0, 2).map((document) => t('“{0}”', plain(document.title)));
  const missing = gathered.result.missingAuthorities.map((citation) => citation.text);
  const first = isPartial
    ? t('None of the documents read so far ({0}) answers this question, so nothing is quoted.', formatNumber(documents))
    : documents === 1
      ? t('The only document in the library does not answer this question, so nothing is quoted.')
      : t(
          'No document in the library answers this question, so nothing is quoted. {0} documents were searched.',
          formatNumber(documents),
        );
  return [
    first,
    missing.length === 0 ? '' : absence(missing, isPartial),
    closest.length === 0
      ? ''
      : t('The closest by their words, but probably about something else: {0}.', listOf(closest)),
    isPartial
      ? t('Ask again when all documents are read.')
      : t(
          'Ask with the words that your documents use, name a section or topic number, or add documents to the library.',
        ),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function absence(citations: readonly string[], isPartial: boolean): string {
  const named = citations.join(', ');
  return isPartial ? t('Not in the documents read so far: {0}.', named) : t('Not in the library: {0}.', named);
}

/** Authorities that the question itself cites and the library does not have. A selection may cite dozens. */
function absentAuthorities({ result }: Gathered): string[] {
  return result.missingAuthorities.map(({ text }) => text).filter((text) => result.query.question.includes(text));
}

const wordsOf = (citation: string) => new Set(citation.split(/[\s§]+/));

/**
 * States what was compared: the question before, if it was read with it, authorities that the library does not have, the closest passage, the
 * words of the question that it has or that no passage has, and its date if a year was asked for.
 */
function lead(gathered: Gathered, missing: readonly string[], { authorityAge, isPartial }: ComposeOptions): string {
  const { quotations, before } = gathered;
  const first = quotations[0];
  if (!first) return '';
  const { cited } = first.found.document;
  const closest = `${plain(quotedName(first.found))} [1]`;
  const documents = new Set(quotations.map((quotation) => quotation.source.location.path)).size;
  const passages = t('{0} passages', quotations.length);
  const count = documents === 1 ? t('{0} from 1 document', passages) : t('{0} from {1} documents', passages, documents);
  const absent = absentAuthorities(gathered);
  const sentences =
    cited && isRemoved(first.found.quotable)
      ? [t('According to its text, {0} is not in force [1].', plain(cited.text))]
      : [
          before === null ? '' : t('The question was read with “{0}”.', plain(shortened(before))),
          absent.length === 0 ? '' : absence(absent.map(plain), isPartial),
          quotations.length === 1
            ? t('The only passage found is {0}.', closest)
            : t('Quoted: {0}. The closest is {1}.', count, closest),
          ...comparison(gathered, first, missing),
          amendmentOf(gathered, first),
        ];
  return [...sentences, dateOf(gathered, first, authorityAge)].filter((sentence) => sentence !== '').join(' ');
}

/** What the closest passage has of the question. */
function comparison(gathered: Gathered, first: Quotation, missing: readonly string[]): string[] {
  const { relevance, result } = gathered;
  if (result.query.about === 'attached')
    return [
      result.query.isAboutFile
        ? t('It has words in common with the attached file.')
        : t('It has words in common with the selected text.'),
    ];
  if (relevance === 'good' && first.found.document.cited?.certain) return [t('The question cites it.')];
  const own = result.query.terms.filter(({ from }) => from === undefined);
  const quoted = stemsQuoted(first);
  const lacksNumber = own.some((term) => NUMBER.test(term.word) && !YEAR.test(term.word) && !isIn(quoted, term));
  // A single word that is read with another question is in many passages.
  const isTold = gathered.before === null || own.length > 1;
  if (relevance === 'good' && isTold && !lacksNumber && missingWords(gathered, [first]).length === 0)
    return [t('It contains the words of the question.')];
  const absent = absentAuthorities(gathered);
  const words = missing.filter((word) => !absent.some((citation) => wordsOf(citation).has(word)));
  return [
    relevance === 'little' ? t('It contains only some words of the question.') : '',
    namesNotIn(first, gathered),
    words.length === 0 ? '' : t('No quoted passage contains {0}.', words.map(inQuotes).join(', ')),
  ];
}

const inQuotes = (word: string): string => t('“{0}”', word);

/** Characters of the question before that are repeated. */
const MAX_BEFORE = 80;

const shortened = (question: string): string =>
  question.length <= MAX_BEFORE ? question : `${question.slice(0, MAX_BEFORE).replace(/\s+\S*$/, '')} …`;

/** "VAT rate in Germany": a passage on the United Kingdom is about something else, although another one has the name. */
function namesNotIn(first: Quotation, { result: { query }, quotations }: Gathered): string {
  const names = namesIn(query);
  const terms = query.terms.filter(({ word, from }) => from === undefined && names.has(word));
  const quoted = stemsQuoted(first);
  const others = quotations.filter((quotation) => quotation !== first).map(stemsQuoted);
  const absent = terms.filter((term) => !isIn(quoted, term) && others.some((stems) => isIn(stems, term)));
  return absent.length === 0
    ? ''
    : t('It does not contain {0}.', listOf(absent.map(({ written }) => inQuotes(written))));
}

/** Names the quoted amendment of the first document. */
function amendmentOf({ quotations }: Gathered, first: Quotation): string {
  const at = quotations.findIndex(({ found }) => amends(found.document, first.found.document));
  return at < 0 ? '' : t('An amendment of it is quoted as well [{0}].', at + 1);
}

/**
 * Of the first quotation, if it is of an authority, or if the question names a year that it does not state. The tax year of the matter
 * says nothing about the user's own documents.
 */
function dateOf(
  { adjustment, quotations, result, years: asked, amounts: tables }: Gathered,
  { found, source, paragraph }: Quotation,
  authorityAge: number | undefined,
): string {
  const named = found.document.isAuthority ? asked : yearsIn(result.query.question);
  const years = named.filter((year) => !source.snippet.includes(year));
  const { date = '' } = source;
  const isDated = found.document.isAuthority && date !== '';
  if (years.length === 0 && !isDated) return '';
  const adjusted = quotations.findIndex(({ found }) => found === adjustment) + 1;
  const amounts =
    adjusted > 0
      ? t('Its amounts are adjusted for inflation [{0}] and may not be those of {1}.', adjusted, listOf(years))
      : '';
  const stated = tables.of.get(paragraph)?.[0];
  const table = stated
    ? t('For {0}, see [{1}].', stated.row.year, quotations.length + tables.all.indexOf(stated) + 1)
    : '';
  const warning = isDated ? ageWarning(date, authorityAge) : '';
  return [amounts, table, statementOfDate(found, source), warning].filter((sentence) => sentence !== '').join(' ');
}

/** A date that is not looked for is not said to be missing. */
function statementOfDate({ document }: Quotation['found'], { date }: Quotation['source']): string {
  if (date !== undefined) return t('Its text is as of {0}.', plain(date));
  return document.isAuthority || hasHead(document.path) ? t('Its text states no date.') : '';
}

function caption({ found, source, reference }: Quotation): string {
  const own = pinpoint(found);
  // The title has it already if the document is quoted more than once.
  const pinned = pinnedTitle(source.title, own);
  const title = pinned ?? source.title;
  const pin = pinned === null && !title.endsWith(own) ? own : '';
  const date = source.date === undefined ? '' : ` · ${t('text as of {0}', plain(source.date))}`;
  const how = reference === null ? '' : ` · ${plain(reference)}`;
  return `**${plain(title)}**${pin === '' ? '' : ` ${pin}`}${date}${how}`;
}

/**
 * A block quotation with unchanged lines. Records of CSV become a table. Code and other tables are fenced, so that they are not parsed
 * as Markdown. In a document that is not stored as text, each line is a paragraph, a row or a header of a message, so two blanks keep its end.
 */
function block({ source }: Quotation, number: number): string {
  const format = formatOf(source.location.path);
  const table = csvTable(source.snippet, source.location.path);
  if (table !== null) return `${withoutCitations(table).replace(/^/gm, '> ')}\n>\n> [${number}]`;
  if (format !== null && !isText(format) && source.snippet.includes('\t'))
    return blockWithTables(source.snippet, number);
  const fenced = format === 'code' || format === 'csv' || format === 'data';
  const hasCode = fenced || /^\s*(?:```|~~~)/m.test(source.snippet);
  const ends = format === null || isText(format) ? '' : '  ';
  const lines = (hasCode ? source.snippet : withoutCitations(source.snippet))
    .split('\n')
    .map((line, at, all) => `> ${line}`.trimEnd() + (line.trim() !== '' && all[at + 1]?.trim() ? ends : ''));
  if (!fenced && !/^\s*(?:\||```|~~~)/m.test(source.snippet)) return `${lines.join('\n')} [${number}]`;
  const fence = '`'.repeat(Math.max(3, ...Array.from(source.snippet.matchAll(/`+/g), (run) => run[0].length + 1)));
  const body = fenced ? [`> ${fence}`, ...lines, `> ${fence}`] : lines;
  return `${body.join('\n')}\n>\n> [${number}]`;
}

/**
 * Lines with tabs below a line with the names of their columns become a table. Other lines stay as they are. The first line is extended
 * to the columns of the widest row, because a table has only the columns of its header.
 */
function blockWithTables(snippet: string, number: number): string {
  const quoted: string[] = [];
  const rows = snippet.split('\n').map((line) => ({ line, cells: line.split('\t').map(inCell) }));
  let at = 0;
  while (at < rows.length) {
    const { line = '', cells = [] } = rows[at] ?? {};
    const end = tableEnd(rows, at);
    if (end > at + 1) {
      const below = rows.slice(at + 1, end).map((each) => each.cells);
      if (at > 0 && quoted.at(-1) !== '>') quoted.push('>');
      quoted.push(...markdownTable(cells, below).replace(/^/gm, '> ').split('\n'));
      if (end < rows.length && rows[end]?.line.trim() !== '') quoted.push('>');
    } else quoted.push(`> ${line}`.trimEnd() + (line.trim() === '' ? '' : '  '));
    at = end;
  }
  return `${withoutCitations(quoted.join('\n'))}\n>\n> [${number}]`;
}

interface TextRow {
  readonly line: string;
  readonly cells: readonly string[];
}

/** Behind the last row of the table that begins at `start`; the next line if none begins there. A line between two rows is a row. */
function tableEnd(rows: readonly TextRow[], start: number): number {
  const isRow = (at: number) => (rows[at]?.cells.length ?? 0) > 1;
  // The rows that are quoted need not be the first ones.
  const isHeader = (at: number) =>
    headerRows(rows[at]?.line ?? '') === 1 && isRow(rows[at + 1]?.line === CUT ? at + 2 : at + 1);
  let end = start + 1;
  if (!isHeader(start)) return end;
  const isBetween = (at: number) => rows[at]?.line.trim() !== '' && isRow(at + 1) && !isHeader(at + 1);
  while (isRow(end) || rows[end]?.line === CUT || (end < rows.length && isBetween(end))) end += 1;
  return end;
}

const inCell = (text: string): string => text.trim().replaceAll('|', '\\|');

const NUMBER = /^\d+$/;
const YEAR = /^(?:19|20)\d\d$/;

/** Words of the question, as the user wrote them, that none of the quotations contains. Of numbers, only those that name something. */
function missingWords({ result }: Gathered, quotations: readonly Quotation[]): string[] {
  const { language } = result.query;
  // A text in another language has other words for the same thing.
  if (language !== null && quotations.every(({ found }) => found.document.language !== language)) return [];
  const quoted = quotations.map(stemsQuoted);
  const numbers = namedNumbers(result.query);
  const asked = result.query.question.toLowerCase();
  // "d20251231" for a date in words is a word that the user did not write.
  const isCompared = ({ word, written }: Term) =>
    (!NUMBER.test(word) || numbers.includes(word)) && asked.includes(written.toLowerCase());
  // "section" of "section 704(c)" says how a citation is written.
  const cited = new Set(result.query.citations.flatMap(({ text }) => text.toLowerCase().split(/[^\p{L}]+/u)));
  const terms = result.query.terms.filter(
    (term) => term.from === undefined && isCompared(term) && !cited.has(term.word),
  );
  const present = new Set(
    terms.filter((term) => quoted.some((stems) => isIn(stems, term))).map(({ written }) => written),
  );
  // The law may use another word, a word with a hyphen is there if a part of it is, and an amount answers a question for the limit.
  const wanted = askedValue(result.query.question);
  const hasWanted = wanted !== null && quotations.some(({ source }) => hasValue(source.snippet, wanted));
  const [, instruction = ''] = INSTRUCTION.exec(result.query.question) ?? [];
  const words = [...new Set(terms.map(({ written }) => written))].filter(
    (word) => !present.has(word) && word !== instruction,
  );
  return words.filter((word) => !(hasWanted && askedValue(word) === wanted)).slice(0, MAX_MISSING);
}

/** "List all deadlines", "Vergleiche die Entwürfe": a first word in front of an article says what to do, and is no word of a document. */
const INSTRUCTION =
  /^\s*(\p{L}+)\s+(?:an?|the|all|every|each|both|any|these|those|th(?:is|at)|(?:m|th)y|our|your|their|its|d(?:er|ie|as|en|em|es)|alle[nr]?|jede[mnrs]?|[mdsk]?eine?[mnrs]?|unsere?[mnrs]?)\s/iu;

/** What people call any document. */
const DOCUMENT_NAMES = 'document file Dokument Datei Unterlage';

/** The stems of a quotation, of its place, and of what people call its document. */
function stemsQuoted({ source, found: { document } }: Quotation): Set<string> {
  const text = `${source.title} ${wordsInName(document.name)} ${namesOf(document)} ${source.section ?? ''} ${source.snippet}`;
  return new Set(stemsOf(text, document.language));
}

/** What people call documents of a format. A mail need not contain the word. */
const NAMES: Partial<Record<Format, string>> = {
  eml: 'mail email message sent sender wrote written Nachricht',
  msg: 'mail email message sent sender wrote written Nachricht',
  pdf: 'PDF',
  word: 'Word',
  excel: 'Excel workbook spreadsheet sheet table Tabelle',
  csv: 'table list Tabelle Liste',
  code: 'code program script Programm',
};

function namesOf({ isAuthority, path }: FoundDocument): string {
  return isAuthority ? 'law laws statute code Gesetz' : `${DOCUMENT_NAMES} ${NAMES[formatOf(path) ?? 'text'] ?? ''}`;
}

/** Whether a text with these stems has the word, a synonym, or a word that is derived from the same one. */
function isIn(stems: ReadonlySet<string>, term: Term): boolean {
  const synonyms = findSynonyms([term.word]).map(({ word }) => word);
  if (hasTerm(stems, term) || synonyms.some((word) => stems.has(stem(word)))) return true;
  return term.stems.some((one) => [...stems].some((other) => areDerived(one, other)));
}

/** Letters that stems of one family begin with, at least, and letters after them in both together, at most. */
const FAMILY = { same: 5, other: 2 };

/** The stems of "accrual" and "accrued", of "extension" and "extended". */
function areDerived(one: string, other: string): boolean {
  if (!/^\p{L}+$/u.test(one + other)) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  return same >= FAMILY.same && one.length + other.length - 2 * same <= FAMILY.other;
}

/** Amounts that are named, at most. */
const MAX_UNSTATED = 5;

/** Of a question about selected text, the amounts of that text that no quotation has. */
function selectedAmounts(
  { about, isAboutFile, selections }: Query,
  quoted: readonly Pick<Quotation, 'source'>[],
): string[] {
  if (about !== 'attached' || isAboutFile) return [];
  const snippets = quoted.map(({ source }) => source.snippet);
  const unstated = selections.flatMap(({ path, text }) => {
    const format = formatOf(path);
    return format === 'code' ? unstatedNumbers(text, snippets) : unstatedAmounts(text, snippets, format === 'data');
  });
  return [...new Set(unstated)].slice(0, MAX_UNSTATED);
}

/** Missing words that are named, at most. */
const MAX_MISSING = 8;

function gaps(
  { result, quotations, amounts }: Gathered,
  missing: readonly string[],
  { isPartial }: ComposeOptions,
): string[] {
  const lines = amounts.problems.map((problem) => `- ${problem}`);
  for (const { key, base, pin, text } of result.missingAuthorities) {
    const quoted =
      (base !== key || pin !== '') && quotations.some((quotation) => quotation.found.document.authority === base);
    const baseName = `${/^\d/.test(base) ? '§ ' : ''}${base.toUpperCase()}`;
    const isMissing = isPartial
      ? t('{0} is not in the documents read so far.', plain(text))
      : t('{0} is not in the library.', plain(text));
    lines.push(quoted ? `- ${isMissing} ${t('{0}, which it belongs to, is quoted.', baseName)}` : `- ${isMissing}`);
  }
  if (missing.length > 0) lines.push(`- ${t('No quoted passage contains: {0}.', missing.join(', '))}`);
  const unstated = selectedAmounts(result.query, [...quotations, ...amounts.all]);
  if (unstated.length > 0)
    lines.push(
      `- ${t('No quoted passage states these amounts of the selected text: {0}.', unstated.map(plain).join(', '))}`,
    );
  const dates = [...new Set(quotations.flatMap(({ source }) => source.date ?? []))].toSorted();
  if (dates.length === 0) {
    lines.push(
      `- ${t('No date was found for the quoted documents. Check amounts and dates against the current text.')}`,
    );
  } else {
    const later = t('Later changes of the quoted text: amounts and dates are as of {0}.', listOf(dates.map(plain)));
    const undated = quotations.some(({ source }) => source.date === undefined);
    lines.push(`- ${later}${undated ? ` ${t('No date was found for the other quoted documents.')}` : ''}`);
  }
  return lines;
}
