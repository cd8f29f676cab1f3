/** Puts the pieces of a page in the order in which a reader takes them: column after column, and tables by rows. */
import type { Piece } from './pieces.ts';
import { type Row, toLine, toRows } from './rows.ts';

/** Width of the strips, in points, in which a gutter between columns is looked for. */
const STRIP = 2;
/** Lines that each column must have. */
const MIN_LINES = 4;
/** Columns inside columns that are looked for: three columns need two steps. */
const MAX_DEPTH = 4;
/** Points by which the baselines of a label and its number may differ. */
const SAME_BASELINE = 2;
/** Gutters that are tried on a part of a page. */
const MAX_TRIES = 6;

/** Each part is one column, or a table whose rows run across. */
export function toColumns(pieces: readonly Piece[], depth = 0): (readonly Row[])[] {
  const rows = toRows(pieces);
  if (depth >= MAX_DEPTH || rows.length < MIN_LINES) return [rows];
  const gutter = findGutter(rows);
  if (gutter === null) return [rows];
  const parts: (readonly Row[])[] = [];
  for (const band of gutter.bands) {
    const all = band.rows.flatMap((row) => row.pieces);
    if (!band.columns) parts.push(toRows(all));
    else {
      const isBefore = ({ left, right }: Piece) => (left + right) / 2 < gutter.x;
      for (const column of [all.filter(isBefore), all.filter((piece) => !isBefore(piece))])
        parts.push(...toColumns(column, depth + 1));
    }
  }
  return parts;
}

interface Band {
  readonly columns: boolean;
  readonly rows: Row[];
}

interface Gutter {
  readonly x: number;
  readonly bands: readonly Band[];
}

interface Spans {
  readonly row: Row;
  /** Stretches of text, with half a gutter at either end. */
  readonly covered: readonly (readonly [number, number])[];
}

function findGutter(rows: readonly Row[]): Gutter | null {
  const spans = rows.map(toSpans);
  const left = Math.min(...spans.map(({ covered }) => covered[0]?.[0] ?? 0));
  const right = Math.max(...spans.map(({ covered }) => covered.at(-1)?.[1] ?? 0));
  const candidates: { x: number; score: number }[] = [];
  for (let x = left + STRIP; x < right; x += STRIP) {
    const score = bandsAt(x, spans).reduce((sum, band) => sum + (band.columns ? band.rows.length : 0), 0);
    if (score > 0) candidates.push({ x, score });
  }
  candidates.sort((one, other) => other.score - one.score);
  const tried: number[] = [];
  for (const { x } of candidates) {
    if (tried.some((other) => Math.abs(other - x) < 12)) continue;
    if (tried.length >= MAX_TRIES) return null;
    tried.push(x);
    const bands = bandsAt(x, spans).map((band) => ({ ...band, columns: band.columns && isProse(band.rows, x) }));
    if (bands.some((band) => band.columns)) return { x, bands: withHeaders(withRemainders(bands, x)) };
  }
  return null;
}

function toSpans(row: Row): Spans {
  const covered: [number, number][] = [];
  for (const piece of row.pieces.toSorted((one, other) => one.left - other.left)) {
    const half = Math.max(piece.size * 0.4, 2.5);
    const last = covered.at(-1);
    if (last && piece.left - half <= last[1]) last[1] = Math.max(last[1], piece.right + half);
    else covered.push([piece.left - half, piece.right + half]);
  }
  return { row, covered };
}

/** Bands of rows that the line at `x` does not cross, and of rows that it crosses. */
function bandsAt(x: number, spans: readonly Spans[]): Band[] {
  const bands: { columns: boolean; rows: Row[]; before: number; after: number }[] = [];
  for (const { row, covered } of spans) {
    const crosses = covered.some(([from, to]) => from < x && x < to);
    let band = bands.at(-1);
    if (!band || band.columns === crosses) {
      band = { columns: !crosses, rows: [], before: 0, after: 0 };
      bands.push(band);
    }
    band.rows.push(row);
    if ((covered[0]?.[0] ?? x) < x) band.before += 1;
    if ((covered.at(-1)?.[1] ?? x) > x) band.after += 1;
  }
  return bands.map(({ columns, rows, before, after }) => ({
    columns: columns && before >= MIN_LINES && after >= MIN_LINES,
    rows,
  }));
}

/** Columns are known by lines that fill them, and by baselines that do not agree. Rows of a table agree and are short. */
function isProse(rows: readonly Row[], x: number): boolean {
  const [before, after] = sidesOf(rows, x);
  if (before.lines.length < MIN_LINES || after.lines.length < MIN_LINES) return false;
  const aligned = after.lines.filter((line) => before.lines.some((other) => Math.abs(other.y - line.y) < 1)).length;
  if (before.full >= 0.4 && after.full >= 0.4) return true;
  if (numbersInRows(after, before) || numbersInRows(before, after)) return false;
  const fewer = Math.min(before.lines.length, after.lines.length);
  return aligned < 0.5 * fewer && before.words >= 2 && after.words >= 2;
}

/** Lines of numbers on the baselines of the other side are a column of a table, unless the other side is prose. */
function numbersInRows({ lines }: Side, other: Side, least = 1): boolean {
  const numbers = lines.filter((line) => !line.letters);
  const aligned = numbers.filter((line) => other.lines.some(({ y }) => Math.abs(y - line.y) <= SAME_BASELINE));
  return other.full < 0.4 && numbers.length >= least && aligned.length >= 0.8 * numbers.length;
}

type Side = ReturnType<typeof sideOf>;

/** What is on each side of a gutter. */
function sidesOf(rows: readonly Row[], x: number): readonly [Side, Side] {
  const all = rows.flatMap((row) => row.pieces);
  return [sideOf(all.filter((piece) => piece.right <= x + 1)), sideOf(all.filter((piece) => piece.left >= x - 1))];
}

/** `full`: the share of the lines that fill the column. `words`: those of the middle line by number of words. */
function sideOf(pieces: readonly Piece[]) {
  const lines = toRows(pieces).map((row) => {
    const left = Math.min(...row.pieces.map((piece) => piece.left));
    const right = Math.max(...row.pieces.map((piece) => piece.right));
    const text = row.pieces.map((piece) => piece.text).join(' ');
    const inner = row.pieces.reduce((sum, piece) => sum + piece.right - piece.left, 0);
    return { y: row.y, left, right, words: text.trim().split(/\s+/).length, inner, letters: /\p{L}{2}/u.test(text) };
  });
  const width = Math.max(...lines.map((line) => line.right)) - Math.min(...lines.map((line) => line.left));
  const full = lines.filter((line) => line.inner > 0.6 * width && line.words >= 3 && line.letters).length;
  const words = lines.map((line) => line.words).sort((one, other) => one - other)[lines.length >> 1] ?? 0;
  return { lines, full: full / Math.max(1, lines.length), words };
}

/** Short bands next to columns, such as the last two lines of a column above a figure, are columns as well. */
function withRemainders(bands: readonly Band[], x: number): Band[] {
  const [before, after] = sidesOf(
    bands.flatMap((band) => (band.columns ? band.rows : [])),
    x,
  );
  const joined: Band[] = [];
  for (const band of bands) {
    const crossing = band.rows.some((row) => row.pieces.some((piece) => piece.left < x - 1 && piece.right > x + 1));
    const [one, other] = sidesOf(band.rows, x);
    const alike = (side: Side, column: Side) => side.lines.length > 0 && side.words >= Math.min(4, column.words);
    const isTable = numbersInRows(other, one, 2) || numbersInRows(one, other, 2);
    const columns = band.columns || (!crossing && !isTable && alike(one, before) && alike(other, after));
    const last = joined.at(-1);
    if (last && last.columns === columns) last.rows.push(...band.rows);
    else joined.push({ columns, rows: [...band.rows] });
  }
  return joined;
}

/** Cells of the header of a table, at least. */
const MIN_CELLS = 3;

/** The last row of columns with as many cells as the row below is the header of the table that begins there. */
function withHeaders(bands: readonly Band[]): readonly Band[] {
  for (const [at, { columns, rows }] of bands.entries()) {
    const [below] = bands[at + 1]?.rows ?? [];
    const last = rows.at(-1);
    if (!columns || last === undefined || below === undefined) continue;
    const { cells } = toLine(last);
    if (cells.length < MIN_CELLS || cells.length !== toLine(below).cells.length) continue;
    bands[at + 1]?.rows.unshift(last);
    rows.pop();
  }
  return bands;
}
