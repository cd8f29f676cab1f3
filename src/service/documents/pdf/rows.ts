/** Pieces -> rows on one baseline -> lines of cells. */
import { type ItemRange, joinRanges } from '../itemRange.ts';
import type { Piece } from './pieces.ts';

export interface Row {
  readonly y: number;
  readonly pieces: readonly Piece[];
}

export interface Line {
  /** Text that is set apart by wide gaps. A line of prose has one cell. */
  readonly cells: readonly string[];
  /** Where each cell begins. */
  readonly lefts: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly y: number;
  /** Font size in points, and font, of most of its characters. */
  readonly size: number;
  readonly font: string;
  readonly items: ItemRange | null;
}

/** Share of the font size by which baselines of one row may differ: superscripts and figures in another font. */
const SAME_ROW = 0.35;
/** Gaps wider than this share of the font size part two words, and two cells. */
const WORD_GAP = 0.12;
const CELL_GAP = 1.1;
/** Numbers of a dense table are closer together than the words of two columns. */
const NUMBER_GAP = 0.7;

export function toRows(pieces: readonly Piece[]): Row[] {
  const rows: SizedRow[] = [];
  for (const piece of pieces.toSorted((one, other) => one.y - other.y || one.left - other.left)) {
    const row = rows.at(-1);
    if (row && piece.y - row.y <= SAME_ROW * Math.max(piece.size, row.size)) {
      row.pieces.push(piece);
      if (piece.size > row.size) {
        row.size = piece.size;
        row.y = piece.y;
      }
    } else rows.push({ y: piece.y, size: piece.size, pieces: [piece] });
  }
  return withRaisedMarks(rows);
}

/** Superscripts and subscripts join the row of the words that they belong to. */
function withRaisedMarks(rows: readonly SizedRow[]): Row[] {
  const joined: SizedRow[] = [];
  for (const [at, row] of rows.entries()) {
    const next = rows[at + 1];
    const last = joined.at(-1);
    if (next && isMarkOf(row, next, 0.65)) next.pieces.unshift(...row.pieces);
    else if (last && isMarkOf(row, last, 0.45)) last.pieces.push(...row.pieces);
    else joined.push(row);
  }
  return joined;
}

interface SizedRow {
  y: number;
  size: number;
  readonly pieces: Piece[];
}

/** True if every piece of `marks` is smaller than the row, near its height, and next to a piece of it. */
function isMarkOf(marks: SizedRow, row: SizedRow, share: number): boolean {
  if (marks.size > 0.85 * row.size || Math.abs(marks.y - row.y) > share * row.size) return false;
  const near = (mark: Piece) =>
    row.pieces.some((piece) => mark.left < piece.right + piece.size && mark.right > piece.left - piece.size);
  return marks.pieces.every(near);
}

export function toLine(row: Row): Line {
  const rightToLeft = row.pieces.filter((piece) => piece.rightToLeft).length * 2 > row.pieces.length;
  const pieces = row.pieces.toSorted((one, other) => (rightToLeft ? other.left - one.left : one.left - other.left));
  const cells: { text: string; readonly left: number }[] = [];
  let previous: Piece | null = null;
  for (const piece of pieces) {
    const cell = cells.at(-1);
    const gap = previous === null ? 0 : rightToLeft ? previous.left - piece.right : piece.left - previous.right;
    if (previous === null || cell === undefined || isCellGap(gap, previous, piece))
      cells.push({ text: piece.text, left: piece.left });
    else cell.text += (isWordGap(gap, previous, piece) ? ' ' : '') + piece.text;
    if (previous === null || rightToLeft || piece.right > previous.right) previous = piece;
  }
  const main = mainFont(pieces);
  const filled = cells.map(({ text, left }) => ({ text: tidy(text), left })).filter(({ text }) => text !== '');
  return {
    cells: filled.map(({ text }) => text),
    lefts: filled.map(({ left }) => left),
    left: Math.min(...pieces.map((piece) => piece.left)),
    right: Math.max(...pieces.map((piece) => piece.right)),
    y: row.y,
    items: joinRanges(pieces.map(({ item }) => (item === null ? null : [item, item]))),
    ...main,
  };
}

function isCellGap(gap: number, before: Piece, after: Piece): boolean {
  const size = Math.max(before.size, after.size);
  if (gap > CELL_GAP * size) return true;
  return gap > NUMBER_GAP * size && /[\d)%]\s*$/.test(before.text) && /^\s*[$(\d–-]/.test(after.text);
}

function isWordGap(gap: number, before: Piece, after: Piece): boolean {
  if (/\s$/.test(before.text) || /^\s/.test(after.text)) return false;
  const size = Math.min(before.size, after.size);
  // The mark of a footnote after a number is no digit of it.
  const raised = Math.abs(before.y - after.y) > 0.15 * size && before.size !== after.size;
  if (raised && /\d$/.test(before.text) && /^\d/.test(after.text)) return true;
  return gap > WORD_GAP * size || (after.blankBefore && gap > 0);
}

function mainFont(pieces: readonly Piece[]): { size: number; font: string } {
  const counts = new Map<string, { size: number; font: string; characters: number }>();
  for (const { size, font, text } of pieces) {
    const key = `${Math.round(size * 2)} ${font}`;
    const entry = counts.get(key) ?? { size: Math.round(size * 2) / 2, font, characters: 0 };
    entry.characters += text.trim().length;
    counts.set(key, entry);
  }
  const most = [...counts.values()].reduce((best, entry) => (entry.characters > best.characters ? entry : best));
  return { size: most.size, font: most.font };
}

/** Blanks in a row become one; the dots of a table of contents become an ellipsis. */
function tidy(text: string): string {
  return text
    .replace(/(?:\s?[.·…_]){5,}/g, ' … ')
    .replace(/\s+/g, ' ')
    .trim();
}
