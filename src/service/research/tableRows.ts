/** Quotes of a table the rows that the question is about: "And for cash?" is answered by the rows of cash, not by all accounts. */
import { isOpen } from '../../text/csvRecords.ts';
import { CUT } from '../../text/omission.ts';
import { formatOf } from '../documents/formats.ts';
import { hasTerm, type Query } from '../search/query.ts';
import type { Quotable } from '../search/quotable.ts';
import type { PassageScorer } from '../search/scorePassages.ts';
import type { FoundDocument } from '../search/searchResult.ts';
import { headerRows, isTableRow } from '../search/tableHeader.ts';
import { stemsOf } from '../search/words.ts';
import { isHeaderOf } from '../tableHeading.ts';
import type { Excerpt } from './excerpt.ts';

/** Rows of a table that is quoted whole. */
const SHORT = 8;
/** Share of the rows, at most, that the question can be about. */
const MOST = 1 / 3;
/** Share of the question, without the words of the title and the header, that the rows must have, and of the best row that each of them must have. */
const MEANT = 0.5;

interface Row {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** Null for a short table, for other text, and if no few rows have words of the question. */
export function rowExcerpt(
  quotable: Quotable,
  document: FoundDocument,
  query: Query,
  scorer: PassageScorer,
): Excerpt | null {
  if (quotable.leadIn.length > 0 || query.terms.some(({ from }) => from === 'selection')) return null;
  const all = recordsOf(quotable, formatOf(document.path) === 'csv');
  const size = headerSize(quotable, all);
  const header = quotable.header?.text ?? all.slice(0, size).map(({ text }) => text);
  const rows = all.slice(size);
  if (rows.length <= SHORT || header.length === 0 || !rows.every(isRowOf(document))) return null;
  const chosen = rowsAskedFor(rows, [document.title, document.name, ...quotable.headings, header].flat(), {
    document,
    query,
    scorer,
  });
  if (chosen.length === 0 || chosen.length > rows.length * MOST) return null;
  const isMarkdown = rows[0]?.text.trimStart().startsWith('|') === true;
  return toExcerpt([header].flat(), rows, chosen, isMarkdown ? `| ${CUT} |` : CUT);
}

/** The lines of the table. A record of CSV goes on while its quotation marks are open. */
function recordsOf({ lines }: Quotable, isCsv: boolean): Row[] {
  const rows: Row[] = [];
  let isGoingOn = false;
  for (const { text, line, endLine } of lines) {
    const own = text.split('\n');
    const isExact = own.length === endLine - line + 1;
    for (const [at, piece] of own.entries()) {
      if (piece.trim() === '') continue;
      const last = isExact ? line + at : endLine;
      const before = rows.at(-1);
      if (isGoingOn && before) rows[rows.length - 1] = { ...before, text: `${before.text}\n${piece}`, endLine: last };
      else rows.push({ text: piece, line: isExact ? line + at : line, endLine: last });
      isGoingOn = isCsv && isOpen(rows.at(-1)?.text ?? '');
    }
  }
  return rows;
}

/** How many of the first rows are the header. */
function headerSize({ header, headings }: Quotable, [first, second]: readonly Row[]): number {
  if (header || !first) return 0;
  if (isHeaderOf(first.text, headings.at(-1) ?? '')) return 1;
  return headerRows(`${first.text}\n${second?.text ?? ''}`);
}

function isRowOf({ path }: FoundDocument): (row: Row) => boolean {
  const isTable = formatOf(path) === 'csv';
  return ({ text }) => isTable || isTableRow(text);
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
  const least = Math.max(...weights) * MEANT;
  return weights.flatMap((weight, at) => (weight > 0 && weight >= least ? [at] : []));
}

function toExcerpt(header: readonly string[], rows: readonly Row[], chosen: readonly number[], cut: string): Excerpt {
  const lines = [...header];
  let next = 0;
  for (const at of chosen) {
    if (at > next) lines.push(cut);
    lines.push(rows[at]?.text ?? '');
    next = at + 1;
  }
  if (next < rows.length) lines.push(cut);
  const [first, last] = [rows[chosen[0] ?? 0], rows[chosen.at(-1) ?? 0]];
  return { text: lines.join('\n'), line: first?.line ?? 1, endLine: last?.endLine ?? 1 };
}
