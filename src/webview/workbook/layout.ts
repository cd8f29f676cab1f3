/** The sizes of a sheet on the screen, and which of its cells are visible. */
import { cellsOf, lastColumn, type WorkbookSheet } from '../../protocol/workbook.ts';
import { readCell } from './passage.ts';

/** Rows that are shown. Browsers draw elements of at most 33 million pixels, and each row has some twenty, more on a dense screen. */
export const MAX_ROWS = 500_000;

/** Rows whose words decide how wide a column is. The numbers of all rows do. */
const MEASURED_ROWS = 3000;
/** In characters. */
const NARROWEST = 7;
const WIDEST_WORDS = 36;

export interface SheetLayout {
  readonly rows: number;
  readonly columns: number;
  /** Pixels. */
  readonly rowHeight: number;
  readonly headWidth: number;
  /** Where each column begins, after the row numbers, and where the last one ends. */
  readonly starts: readonly number[];
}

/** The rows and columns that are shown: those with text or a comment. */
export function sizeOf({ rows, notes }: WorkbookSheet): { readonly rows: number; readonly columns: number } {
  let lastRow = rows.at(-1)?.row ?? 0;
  let columns = lastColumn(rows);
  for (const note of notes) {
    const cell = readCell(note.cell);
    if (!cell) continue;
    lastRow = Math.max(lastRow, cell.row);
    columns = Math.max(columns, cell.column);
  }
  return { rows: Math.min(lastRow, MAX_ROWS), columns };
}

/** `character` is the width of a digit and `rowHeight` that of a row, in pixels. */
export function layoutOf(sheet: WorkbookSheet, character: number, rowHeight: number): SheetLayout {
  const { rows, columns } = sizeOf(sheet);
  const widths: number[] = Array.from({ length: columns }, () => NARROWEST);
  const every = Math.max(1, Math.floor(sheet.rows.length / MEASURED_ROWS));
  for (const [at, row] of sheet.rows.entries()) {
    const isMeasured = at % every === 0 || row.isHeader || at <= MEASURED_ROWS;
    if (!isMeasured && !row.columns.includes('n')) continue;
    const cells = cellsOf(row);
    for (const { column, text, isNumber } of cells) {
      // A title runs over the empty cells next to it.
      if (!isNumber && (cells.length === 1 || !isMeasured)) continue;
      const wanted = isNumber ? text.length : Math.min(text.length, WIDEST_WORDS);
      widths[column - 1] = Math.max(widths[column - 1] ?? 0, wanted);
    }
  }
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + Math.ceil(width * character) + 14);
  return { rows, columns, rowHeight, headWidth: Math.ceil(String(rows).length * character) + 18, starts };
}

export interface Visible {
  /** From 1, inclusive. */
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Rows around the visible ones that are drawn. The drawn part changes in steps of this size. */
const STEP = 12;

/** The cells to draw for a scroll position, in pixels. */
export function visibleCells(
  layout: SheetLayout,
  view: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Visible {
  const first = Math.floor(view.y / layout.rowHeight / STEP) * STEP - STEP;
  const last = Math.ceil((view.y + view.height) / layout.rowHeight / STEP) * STEP + STEP;
  return {
    top: Math.max(1, first + 1),
    bottom: Math.min(layout.rows, last),
    left: Math.max(1, columnAt(layout, view.x) - 2),
    right: Math.min(layout.columns, columnAt(layout, view.x + view.width) + 2),
  };
}

/** The column at a place, from 1. */
function columnAt({ starts, columns }: SheetLayout, x: number): number {
  let from = 1;
  let to = columns;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((starts[middle] ?? 0) > x) to = middle;
    else from = middle + 1;
  }
  return Math.max(1, from);
}
