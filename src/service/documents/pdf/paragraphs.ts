/** Lines of a column -> headings, paragraphs and tables. */
import { type ItemRange, joinRanges } from '../itemRange.ts';
import { dateOf } from '../writtenDates.ts';
import { titleKey } from './bookmarks.ts';
import type { Line } from './rows.ts';
import { NUMBER_OF_PAGE } from './runningText.ts';

export interface PdfBlock {
  readonly type: 'heading' | 'prose' | 'table' | 'margin';
  text: string;
  /** Headings only, from 1. */
  readonly level: number;
  readonly page: number;
  readonly size: number;
  /** One entry for each line of the text. */
  readonly items: (ItemRange | null)[];
}

/** What is normal in the document: everything that differs from it may be a heading. */
export interface Style {
  readonly size: number;
  readonly font: string;
  /** Sizes of headings, the largest first. */
  readonly headingSizes: readonly number[];
  readonly outline: ReadonlyMap<string, number>;
  /** Words of the document in lower case, with the hyphens inside them. */
  readonly words: ReadonlySet<string>;
}

/** A line this much larger than the body is a heading. */
const LARGER = 1.14;
const LONGEST_HEADING = 160;
/** "$4.11", "4,11 €", "EUR 1 200", or a number with two decimals at the end of the line. */
const AMOUNT =
  /[$€£¥]\s?\d|\d\s?[$€£¥]|\d\s?(?:USD|EUR|GBP|CHF|JPY)\b|\b(?:USD|EUR|GBP|CHF|JPY)\s?\d|(?:^|\s)[(+–-]?\d[\d.,']*[.,]\d\d\)?$/;
/** "3", "2.1", "IV.", "Chapter 3": the first cell of a heading whose second cell is its title. */
const NUMBER_CELL = /^(?:§\s?|\p{L}{3,9}\s)?(?:\d+(?:\.\d+)*|[A-Z]|[IVXLC]+)[.)]?$/u;
const MARKER = /^(?:[•▪◦‣●○■□☐☑☒✓∙·*–—-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)])$/;
const ITEM = /^(?:[•▪◦‣●○■□☐☑☒✓∙·–—]|\((?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)|(?:\d{1,3}|[a-zA-Z])[.)])\s/;

export function styleOf(lines: readonly Line[], outline: ReadonlyMap<string, number>): Style {
  const sizes = new Map<number, number>();
  const fonts = new Map<string, number>();
  const words = new Set<string>();
  const add = <K>(counts: Map<K, number>, key: K, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const line of lines) {
    const text = line.cells.join(' ');
    add(sizes, line.size, text.length);
    add(fonts, `${line.size} ${line.font}`, text.length);
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+(?:-\p{L}+)*(?!\p{L}|-$)/gu)) words.add(word);
  }
  const size = mostOf(sizes) ?? 10;
  const ofSize = new Map([...fonts].filter(([key]) => key.startsWith(`${size} `)));
  const font = (mostOf(ofSize) ?? '').replace(/^\S+ /, '');
  const headingSizes = [...sizes.keys()].filter((other) => other >= size * LARGER).sort((one, other) => other - one);
  return { size, font, headingSizes, outline, words };
}

function mostOf<K>(counts: ReadonlyMap<K, number>): K | undefined {
  let best: K | undefined;
  for (const [key, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = key;
  return best;
}

/** `turned` is text at an angle, such as a stamp in the margin, which has no headings. */
export function toBlocks(lines: readonly Line[], page: number, style: Style, turned: boolean): PdfBlock[] {
  const blocks: PdfBlock[] = [];
  const leading = leadingOf(lines);
  const right = Math.max(...lines.map((line) => line.right));
  let previous: Line | null = null;
  /** The last row of a table. */
  let row: Line | null = null;
  for (const [at, raw] of lines.entries()) {
    const line = withoutMarkerCell(raw);
    const before: Line | null = previous;
    const gap: number = before === null ? Number.POSITIVE_INFINITY : line.y - before.y;
    const last: PdfBlock | undefined = blocks.at(-1);
    const text = line.cells.join('\t');
    const cut =
      last?.type === 'prose' && before !== null && gap <= leading * 1.3 && isCut(last.text, text, before, line);
    const level = cut || turned ? 0 : headingLevel(line, gap > leading * 1.25, lines[at + 1], style);
    previous = line;
    if (level > 0) {
      const joins =
        last?.type === 'heading' && last.level === level && before?.size === line.size && before.font === line.font;
      if (joins && gap < line.size * 1.8 && last.text.length + text.length < LONGEST_HEADING)
        extend(last, ` ${line.cells.join(' ')}`, line);
      else
        blocks.push({ type: 'heading', text: line.cells.join(' '), level, page, size: line.size, items: [line.items] });
    } else if (last?.type === 'heading' && before !== null && isRestOf(last, text, before, line, gap)) {
      extend(last, last.text.endsWith('-') ? text : ` ${text}`, line);
    } else if (
      last?.type === 'heading' &&
      before !== null &&
      gap <= leading * 1.3 &&
      isCut(last.text, text, before, line)
    ) {
      // The lines before were a paragraph in large type.
      const joined = joinLines(last.text, text, style.words);
      const items = [joinRanges([...last.items, line.items])];
      blocks[blocks.length - 1] = { ...last, type: 'prose', level: 0, text: joined, items };
    } else if (isRow(line)) {
      row = line;
      if (last?.type === 'table' && gap < leading * 2.5) extend(last, `\n${text}`, line);
      else blocks.push({ type: 'table', text, level: 0, page, size: line.size, items: [line.items] });
    } else if (
      last?.type === 'table' &&
      row !== null &&
      gap <= leading * 1.3 &&
      wrappedCell(line, row) > 0 &&
      goesOn(lines, at, row)
    ) {
      extendCell(last, wrappedCell(line, row), line, style.words);
    } else if (
      last?.type === 'table' &&
      gap <= leading * 1.3 &&
      text.length < 60 &&
      isRow(withoutMarkerCell(lines[at + 1] ?? line))
    ) {
      extend(last, `\n${text}`, line);
    } else if (last?.type === 'prose' && before !== null && continues(before, line, gap, leading, right)) {
      last.text = joinLines(last.text, text, style.words);
      addItems(last, line.items);
    } else blocks.push({ type: 'prose', text, level: 0, page, size: line.size, items: [line.items] });
  }
  return blocks;
}

/** "114" below "Invoice № 2025-", "06.12.2018" below "Invoice No. 17 of": a number or date that is divided from its heading. */
function isRestOf({ text: heading }: PdfBlock, text: string, before: Line, line: Line, gap: number): boolean {
  const isSame = before.size === line.size && before.font === line.font && gap < line.size * 1.8;
  const isNumber = /\d-$/.test(heading) && /^\d[\d/-]*$/.test(text);
  return isSame && (isNumber || (/\d.* (?:vom|dated|of)$/.test(heading) && dateOf(text) !== ''));
}

/** Points by which the lines of one cell may differ at their left. */
const SAME_LEFT = 2;
/** Lines of a cell. */
const MAX_WRAPPED = 20;

/**
 * The cell of the row above that a line of one cell continues: not the first one (0), whose rows have headings of their own. -1 if none.
 * A list of labels and values has no such lines.
 */
function wrappedCell({ cells, left }: Line, row: Line): number {
  return cells.length > 1 || row.cells.some((cell) => cell.startsWith(':'))
    ? -1
    : row.lefts.findIndex((start) => Math.abs(start - left) <= SAME_LEFT);
}

/** Whether the lines of a cell end above another row. */
function goesOn(lines: readonly Line[], at: number, row: Line): boolean {
  const next = lines
    .slice(at + 1, at + MAX_WRAPPED)
    .find((line) => isRow(withoutMarkerCell(line)) || wrappedCell(line, row) < 1);
  return next !== undefined && isRow(withoutMarkerCell(next));
}

function extendCell(block: PdfBlock, cell: number, { cells: [text = ''], items }: Line, words: Style['words']): void {
  const start = block.text.lastIndexOf('\n') + 1;
  const cells = block.text.slice(start).split('\t');
  block.text = block.text.slice(0, start) + cells.with(cell, joinLines(cells[cell] ?? '', text, words)).join('\t');
  addItems(block, items);
}

/** `text` continues the last line or begins with a line end. */
function extend(block: PdfBlock, text: string, { items }: Line): void {
  block.text += text;
  if (text.startsWith('\n')) block.items.push(items);
  else addItems(block, items);
}

function addItems({ items }: PdfBlock, added: ItemRange | null): void {
  items.push(joinRanges([items.pop() ?? null, added]));
}

/** "1." and the text after it are one cell. */
function withoutMarkerCell(line: Line): Line {
  const [first = '', second, ...rest] = line.cells;
  return second !== undefined && MARKER.test(first)
    ? { ...line, cells: [`${first} ${second}`, ...rest], lefts: line.lefts.toSpliced(1, 1) }
    : line;
}

/** One sentence in one size runs over both lines. */
function isCut(before: string, after: string, first: Line, second: Line): boolean {
  return first.size === second.size && /^[\p{Ll}(]/u.test(after) && !/[.:;!?]["”’)]*$/.test(before);
}

function isRow(line: Line): boolean {
  return line.cells.length > 1;
}

/** 0 for a line that is no heading. */
function headingLevel(line: Line, apart: boolean, next: Line | undefined, style: Style): number {
  const text = line.cells.join(' ');
  if (text.length > LONGEST_HEADING || line.cells.length > 2 || !/\p{L}{2}/u.test(text)) return 0;
  if (NUMBER_OF_PAGE.test(text)) return 0;
  const listed = style.outline.get(titleKey(text));
  const isRow = line.cells.length === 2 && !NUMBER_CELL.test(line.cells[0] ?? '');
  if (listed === undefined && (AMOUNT.test(text) || isRow)) return 0;
  const larger = line.size >= style.size * LARGER;
  const otherFont = line.font !== style.font && line.size >= style.size * 0.97;
  if (listed !== undefined && (larger || otherFont || apart) && line.cells.length < 3) return listed;
  const deepest = Math.max(0, ...style.outline.values());
  const rank = style.headingSizes.filter((size) => size > line.size).length + 1;
  if (/[.;,]$/.test(text) && !/^[\dIVX]+\.?[\d.]*\s/.test(text)) return 0;
  if (larger) return Math.min(6, deepest > 0 ? Math.max(1, Math.min(rank, deepest + 1)) : Math.min(4, rank));
  const short = text.length <= 100 && line.cells.length === 1 && /^[\p{Lu}\d§(]/u.test(text) && !/[:]$/.test(text);
  if (!otherFont || !apart || !short || next === undefined || next.font === line.font) return 0;
  return Math.min(6, Math.max(deepest, Math.min(4, style.headingSizes.length)) + 1);
}

/** The usual distance of two lines. */
function leadingOf(lines: readonly Line[]): number {
  const gaps: number[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const gap = before ? line.y - before.y : 0;
    if (before && gap > 0.5 * line.size && gap < 2.4 * line.size) gaps.push(gap);
  }
  const sorted = gaps.sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 1.3 * (lines[0]?.size ?? 10);
}

function continues(before: Line, line: Line, gap: number, leading: number, right: number): boolean {
  if (gap > leading * 1.3 + 1 || gap < 0 || Math.abs(before.size - line.size) > 1) return false;
  const text = line.cells[0] ?? '';
  if (ITEM.test(text)) return false;
  const width = right - Math.min(before.left, line.left);
  const ended = /[.:;!?]["”’)]*$/.test(before.cells.at(-1) ?? '');
  if (ended && before.right < right - width * 0.12) return false;
  // A line far shorter than the column ends its paragraph, as in an address.
  if (before.right < right - width * 0.45 && /^\p{Lu}|^\d/u.test(text)) return false;
  return !(ended && line.left > before.left + line.size);
}

/** Joins the end of a line with the start of the next. A hyphen at the end goes unless the document writes the word with it. */
export function joinLines(before: string, after: string, words: ReadonlySet<string>): string {
  const soft = before.endsWith('\u00ad');
  const head = /(\p{L}+(?:-\p{L}+)*)[-\u00ad\u2010]$/u.exec(before)?.[1];
  const tail = /^(\p{Ll}+)/u.exec(after)?.[1];
  if (soft) return before.slice(0, -1) + after;
  if (/[-\u2010]$/.test(before)) {
    if (head === undefined || tail === undefined)
      return /\S[-\u2010]$/.test(before) ? before + after : `${before} ${after}`;
    const joined = `${head}${tail}`.toLowerCase();
    const hyphenated = `${head}-${tail}`.toLowerCase();
    return words.has(hyphenated) && !words.has(joined) ? before + after : before.slice(0, -1) + after;
  }
  // Chinese and Japanese are written without blanks.
  if (/[\u3040-\u30ff\u3400-\u9fff]$/.test(before) && /^[\u3040-\u30ff\u3400-\u9fff]/.test(after))
    return before + after;
  return `${before} ${after}`;
}
