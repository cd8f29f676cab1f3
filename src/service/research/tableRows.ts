/**
 * Quotes of a table the rows that the question is about: "And for cash?" is answered by the rows of cash, not by all accounts. The comments
 * and constants of a program are its rows.
 */
import { isOpen } from '../../text/csvRecords.ts';
import { CUT } from '../../text/omission.ts';
import { type Format, formatOf } from '../documents/formats.ts';
import { hasTerm, type Query } from '../search/query.ts';
import type { Quotable } from '../search/quotable.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundDocument } from '../search/searchResult.ts';
import { headerRows, isTableRow } from '../search/tableHeader.ts';
import { stemsOf } from '../search/words.ts';
import { isHeaderOf } from '../tableHeading.ts';
import type { Excerpt } from './excerpt.ts';

/** Rows of a table that is quoted whole. */
const SHORT = 4;
/** Share of the rows, at most, that the question can be about. */
const MOST = 1 / 3;
/**
 * Share of the question, without the words of the title and the header, that the rows must have, and of the best row that each of them must
 * have. Of too many rows, those that are as good as the best are quoted.
 */
const MEANT = 0.5;

interface Row {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** Null for a short table, for other text, and if no few rows have words of the question. Text before and after the table is kept. */
export function rowExcerpt(
  quotable: Quotable,
  document: FoundDocument,
  query: Query,
  scorer: PassageScorer,
): Excerpt | null {
  if (quotable.leadIn.length > 0 || query.terms.some(({ from }) => from === 'selection')) return null;
  const format = formatOf(document.path);
  const isCode = format === 'code';
  const isRow = ({ text }: Row) => isCode || format === 'csv' || isTableRow(text);
  const all = recordsOf(quotable, format);
  const from = all.findIndex(isRow);
  const to = all.findLastIndex(isRow) + 1;
  const first = from + (isCode ? 0 : headerSize(quotable, all.slice(from, to)));
  const rows = all.slice(first, to);
  const header = quotable.header?.text ?? all.slice(from, first).map(({ text }) => text);
  if (rows.length <= SHORT || (header.length === 0 && !isCode) || !rows.every(isRow)) return null;
  const chosen = rowsAskedFor(rows, [document.title, document.name, ...quotable.headings, header].flat(), {
    document,
    query,
    scorer,
  });
  if (chosen.length === 0) return null;
  const shown = new Set(chosen.flatMap((at) => (isCode ? withOwner(rows, at) : at)).map((at) => rows[at]));
  const kept = all.filter((row, at) => at < from || at >= to || shown.has(row));
  const visible = new Set([...all.slice(from, first), ...kept]);
  const isMarkdown = rows[0]?.text.trimStart().startsWith('|') === true;
  return {
    text: joined(quotable.header?.text ?? '', all, visible, { cut: isMarkdown ? `| ${CUT} |` : CUT, to }),
    line: kept[0]?.line ?? 1,
    endLine: kept.at(-1)?.endLine ?? 1,
  };
}

/** The lines of the table. A record of CSV goes on while its quotation marks are open, and a comment with its code up to a blank line. */
function recordsOf({ lines }: Quotable, format: Format | null): Row[] {
  const rows: Row[] = [];
  for (const { text, line, endLine } of lines) {
    const own = text.split('\n');
    const isExact = own.length === endLine - line + 1;
    for (const [at, piece] of own.entries()) {
      if (piece.trim() === '') continue;
      const last = isExact ? line + at : endLine;
      const before = rows.at(-1);
      const goesOn =
        before !== undefined &&
        (format === 'csv' ? isOpen(before.text) : format === 'code' && last === before.endLine + 1);
      if (goesOn) rows[rows.length - 1] = { ...before, text: `${before.text}\n${piece}`, endLine: last };
      else rows.push({ text: piece, line: isExact ? line + at : line, endLine: last });
    }
  }
  return rows;
}

/** An indented comment or constant after the declaration in which it stands, if that has a comment. */
function withOwner(rows: readonly Row[], at: number): number[] {
  if (!/^\s/.test(rows[at]?.text ?? '')) return [at];
  const before = rows.findLastIndex(({ text }, place) => place < at && !/^\s/.test(text));
  // A constant has no body.
  return /(?:\n\s[^\n]*|[:{(])$/.test(rows[before]?.text ?? '') ? [before, at] : [at];
}

/** How many of the first rows are the header. */
function headerSize({ header, headings }: Quotable, [first, second]: readonly Row[]): number {
  if (header || !first) return 0;
  if (isHeaderOf(first.text, headings.at(-1) ?? '')) return 1;
  return headerRows(`${first.text}\n${second?.text ?? ''}`);
}

/** The rows with words that tell them from the others, by their index. */
function rowsAskedFor(
  rows: readonly Row[],
  around: readonly string[],
  { document, query, scorer }: { document: FoundDocument; query: Query; scorer: PassageScorer },
): number[] {
  const known = new Set(stemsOf(around.join(' '), document.language));
  const asked = query.terms.filter((term) => !hasTerm(known, term));
  const stems = rows.map(({ text }) => new Set(stemsOf(text, document.language)));
  const telling = asked.filter((term) => stems.some((own) => hasTerm(own, term)));
  const weigh = (terms: typeof asked) => terms.reduce((sum, term) => sum + scorer.weightOf(term), 0);
  if (telling.length === 0 || weigh(telling) < MEANT * weigh(asked)) return [];
  const weights = stems.map((own) => weigh(telling.filter((term) => hasTerm(own, term))));
  const most = Math.max(...weights);
  const withShare = (share: number) => weights.flatMap((weight, at) => (weight >= most * share ? [at] : []));
  return [MEANT, 1].map(withShare).find(({ length }) => length <= rows.length * MOST) ?? [];
}

/** `start`: the header of a table that begins before the rows. `to`: where the table ends. */
function joined(
  start: string,
  all: readonly Row[],
  visible: ReadonlySet<Row>,
  { cut, to }: { readonly cut: string; readonly to: number },
): string {
  let text = start;
  let isOmitted = false;
  for (const [at, row] of all.entries()) {
    const before = all[at - 1];
    if (visible.has(row)) {
      const gap = before === undefined || (isOmitted && at < to) ? 1 : Math.max(1, row.line - before.endLine);
      text += `${text === '' ? '' : '\n'.repeat(gap)}${row.text}`;
    } else if (!isOmitted) text += text === '' ? cut : `\n${cut}`;
    isOmitted = !visible.has(row);
  }
  return text;
}
