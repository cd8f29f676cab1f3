/** Writes the Markdown of an answer from its quotations. */
import type { PartKind, PartText } from '../../protocol/answerPart.ts';
import { csvTable, inCell, markdownTable } from '../../text/csvTable.ts';
import { CUT } from '../../text/omission.ts';
import { formatOf, isText } from '../documents/formats.ts';
import type { Query } from '../search/query.ts';
import { headerRows } from '../search/tableHeader.ts';
import { formatNumber, listOf, t, translated } from '../translate.ts';
import { amountLines } from './amounts.ts';
import { type AnswerOptions, absence, firstLine } from './firstLine.ts';
import type { Gathered } from './gather.ts';
import { missingWords } from './missingWords.ts';
import { plain, withoutCitations } from './plain.ts';
import { pinpoint, type Quotation } from './quotation.ts';
import { pinnedTitle } from './sourceName.ts';
import { unstatedAmounts, unstatedNumbers } from './unstatedAmounts.ts';

/** The end of every answer. */
const disclaimer = () => t('These are quotations from your documents. The library does not reason, compute or advise.');

export function compose(gathered: Gathered, options: AnswerOptions): PartText[] {
  const { quotations, amounts } = gathered;
  const missing = missingWords(gathered, quotations);
  const parts: { kind: PartKind; blocks: string[] }[] = [
    { kind: 'lead', blocks: [firstLine(gathered, missing, options)] },
  ];
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
export function composeNothing(gathered: Gathered, documents: number, { isPartial }: AnswerOptions): string {
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

function gaps(
  { result, quotations, amounts }: Gathered,
  missing: readonly string[],
  { isPartial }: AnswerOptions,
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
