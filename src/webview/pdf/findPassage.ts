/** Finds a quoted passage in a PDF: on its page, over the end of that page, or on another page of a changed file. */
import type { PdfTarget } from '../../panel/pdfMessages.ts';
import type { TextRange } from '../../text/findQuotation.ts';
import { quotedParts } from '../../text/omission.ts';
import { foldWords, type PieceRange, pieceRanges } from './foldedText.ts';
import type { PageRanges } from './marks.ts';
import { matchCells } from './matchCells.ts';
import { matchPassage, type PassageMatch, SEED } from './matchPassage.ts';
import type { PageText, PageTexts } from './pageTexts.ts';

/** Share of a passage, and characters of a long one, that its page must contain. With less, the other pages are searched. */
const ENOUGH = 0.4;
const ENOUGH_CHARACTERS = 60;
/** Pages that a passage may run over. A file of short pages is quoted as a whole. */
const MAX_PAGES = 12;
/** Share of a passage that ends the search. */
const WHOLE = 0.95;

/** In the order of the pages. Empty if the passage is nowhere in the file. */
export async function findPassage(
  texts: PageTexts,
  pages: number,
  { passage = '', page, items }: Pick<PdfTarget, 'passage' | 'page' | 'items'>,
): Promise<PageRanges[]> {
  const quoted = quotedParts(passage);
  const parts = quoted.map(fold);
  const cells = quoted.some((part) => part.includes('\t')) ? quoted.flatMap(cellsOf).map(fold) : [];
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length === 0) return [];
  const enough = Math.min(length * ENOUGH, ENOUGH_CHARACTERS);
  const start = page !== undefined && page >= 1 && page <= pages ? page : 1;
  let best = await matchOn(texts, start, parts, items && { items, cells });
  if (best.match.found < enough) {
    for (const other of otherPages(start, pages)) {
      const found = await matchOn(texts, other, parts);
      if (found.match.found > best.match.found) best = found;
      if (best.match.found >= length * WHOLE) break;
    }
    if (best.match.found < enough) return [];
  }
  const marked = [rangesOf(best)];
  let { rest } = best.match;
  for (const step of [1, -1]) {
    for (let next = best.page + step; Math.abs(next - best.page) < MAX_PAGES; next += step) {
      if (rest.length === 0 || next < 1 || next > pages) break;
      const found = await matchOn(texts, next, rest);
      if (found.match.spans.length === 0) break;
      marked.push(rangesOf(found));
      rest = found.match.rest;
    }
  }
  return marked.sort((one, other) => one.page - other.page);
}

/** Share of the words of its pages from which on a passage is all of them. Headers and page numbers are no part of a passage. */
const ALL = 0.95;
/** Letters and digits of pages that a mark helps to find something on. */
const MUCH = 300;

/** True if a passage is practically all the text of the pages that it is on, so that marking it would distinguish nothing. */
export async function isAllText(texts: PageTexts, passage: readonly PageRanges[]): Promise<boolean> {
  let marked = 0;
  let all = 0;
  for (const { page, ranges } of passage) {
    const text = await texts.of(page);
    all += text.words().text.length;
    marked += foldWords(ranges.map(({ piece, start, end }) => text.pieces[piece]?.slice(start, end) ?? '')).text.length;
  }
  return all > MUCH && marked >= all * ALL;
}

interface PageMatch {
  readonly page: number;
  readonly text: PageText;
  readonly match: PassageMatch;
}

/** The cells of each row, and the other lines in a row as one text, because a page can have one of them more than once. */
function cellsOf(passage: string): string[] {
  const cells: string[] = [];
  let isRow = true;
  for (const line of passage.split('\n')) {
    const own = line.split('\t');
    const goesOn = own.length === 1 && !isRow;
    if (goesOn) cells.push(`${cells.pop()}\n${line}`);
    else cells.push(...own);
    isRow = own.length > 1;
  }
  return cells;
}

const fold = (text: string) => foldWords([text]).text;

/** What is not between `items`, such as the words that introduce a list, is looked for on the whole page, and cells of rows behind them. */
async function matchOn(
  texts: PageTexts,
  page: number,
  parts: readonly string[],
  within?: { readonly items: readonly [number, number]; readonly cells: readonly string[] },
): Promise<PageMatch> {
  const text = await texts.of(page);
  const { text: whole, pieces } = text.words();
  if (within === undefined) return { page, text, match: matchPassage(parts, whole) };
  const { items, cells } = within;
  const from = pieces.findIndex((piece) => piece >= items[0]);
  const to = from < 0 ? from : pieces.findLastIndex((piece) => piece <= items[1]) + 1;
  const words = from < 0 ? '' : whole.slice(from, to);
  const inside = cells.length > 0 ? matchCells(cells, words, pieces.slice(from, to)) : matchPassage(parts, words, true);
  if (inside.found === 0) return { page, text, match: matchPassage(parts, whole) };
  const behind = matchCells(cells.length > 0 ? inside.rest : [], whole.slice(to), pieces.slice(to));
  const others = cells.length > 0 ? behind.rest.filter((part) => part.length >= SEED) : inside.rest;
  const around = matchPassage(others, whole);
  const spans = [...moved(inside.spans, from), ...moved(behind.spans, to), ...around.spans];
  return { page, text, match: { spans, found: inside.found + behind.found + around.found, rest: around.rest } };
}

const moved = (spans: readonly TextRange[], by: number) =>
  spans.map(({ start, end }) => ({ start: start + by, end: end + by }));

function rangesOf({ page, text, match }: PageMatch): PageRanges {
  const spans = [...match.spans].sort((one, other) => one.start - other.start);
  const ranges = spans.flatMap(({ start, end }) => pieceRanges(text.words(), start, end));
  return { page, ranges: ranges.map((range) => withSigns(range, text.pieces[range.piece] ?? '')) };
}

/** The signs at either end of an item, such as a currency, belong to the words next to them if these are marked. */
function withSigns({ piece, start, end }: PieceRange, text: string): PieceRange {
  const hasWords = (part: string) => foldWords([part]).text !== '';
  return {
    piece,
    start: hasWords(text.slice(0, start)) ? start : text.search(/\S/),
    end: hasWords(text.slice(end)) ? end : text.trimEnd().length,
  };
}

/** Next to the given page first. */
function* otherPages(page: number, pages: number): Generator<number> {
  for (let distance = 1; distance < pages; distance += 1) {
    if (page + distance <= pages) yield page + distance;
    if (page - distance >= 1) yield page - distance;
  }
}
