/** A workbook as the library reads it, with the cell of each value. Formulas count by the value that is stored with them. */
import * as z from 'zod/mini';

const rowSchema = z.object({
  /** In its sheet, from 1. */
  row: z.int(),
  /** In the text of the workbook, from 1. */
  line: z.int(),
  /** The column of each cell that has text, from 1, with `n` after those of numbers, dates and errors: `1 3n 4n`. */
  columns: z.string(),
  /** The texts of these cells, separated by tabs. */
  text: z.string(),
  /** The first row of a table, if it consists of words. */
  isHeader: z.optional(z.literal(true)),
});
/** A row has one text for its cells, because a workbook can have a million of them. */
export type WorkbookRow = z.infer<typeof rowSchema>;

const noteSchema = z.object({
  /** `B4` for a comment, empty for a text box. */
  cell: z.string(),
  line: z.int(),
  text: z.string(),
});

export const workbookSchema = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      isHidden: z.boolean(),
      /** Rows that have text, from top to bottom. */
      rows: z.array(rowSchema),
      notes: z.array(noteSchema),
    }),
  ),
  /** True if the workbook contains more text than is read. */
  isCut: z.boolean(),
});
export type Workbook = z.infer<typeof workbookSchema>;
export type WorkbookSheet = Workbook['sheets'][number];

export interface WorkbookCell {
  /** From 1. */
  readonly column: number;
  readonly text: string;
  readonly isNumber: boolean;
}

export function cellsOf({ columns, text }: Pick<WorkbookRow, 'columns' | 'text'>): WorkbookCell[] {
  const texts = text.split('\t');
  return columns.split(' ').map((column, at) => ({
    column: Number.parseInt(column, 10),
    text: texts[at] ?? '',
    isNumber: column.endsWith('n'),
  }));
}

/** Rows and columns from 1, inclusive. */
interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/**
 * The cells of a range: tabs between columns, line ends between rows, nothing after the last text of a row.
 * A text of more than `max` characters ends soon after them.
 */
export function rangeText(
  { rows }: Pick<WorkbookSheet, 'rows'>,
  { top, left, bottom, right }: Range,
  max = Number.POSITIVE_INFINITY,
): string {
  const lines: string[] = [];
  let length = 0;
  let at = firstRowFrom(rows, top);
  for (let number = top; number <= Math.min(bottom, rows.at(-1)?.row ?? 0) && length <= max + 1; number += 1) {
    const row = rows[at];
    length += 1;
    if (row?.row !== number) {
      lines.push('');
      continue;
    }
    at += 1;
    let line = '';
    let last = left;
    for (const { column, text } of cellsOf(row)) {
      if (column < left || column > right) continue;
      line += '\t'.repeat(column - last) + text;
      last = column;
    }
    length += line.length;
    lines.push(line);
  }
  return lines.join('\n');
}

/** The first row of a sheet with text that is not above `row`; the length of `rows` if there is none. */
export function firstRowFrom(rows: readonly WorkbookRow[], row: number): number {
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.row ?? 0) < row) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The last column of these rows that has text; 0 if none has. */
export function lastColumn(rows: readonly WorkbookRow[]): number {
  let last = 0;
  for (const { columns } of rows)
    last = Math.max(last, Number.parseInt(columns.slice(columns.lastIndexOf(' ') + 1), 10));
  return last;
}
