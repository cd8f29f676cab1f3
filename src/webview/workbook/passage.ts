/** The cells of a quoted passage. */
import type { WorkbookTarget } from '../../panel/workbookMessages.ts';
import { cellsOf, type Workbook, type WorkbookRow } from '../../protocol/workbook.ts';
import { type CellRange, columnNumber, rangeName } from '../../text/cellNames.ts';
import { findQuotation, searchedText } from '../../text/findQuotation.ts';
import { CUT } from '../../text/omission.ts';
import { findLines } from '../../text/relocate.ts';

export interface MarkedCells {
  /** From 0. */
  readonly sheet: number;
  /** Around the marked cells. */
  readonly range: CellRange;
  /** `Additions!A2:C9` */
  readonly name: string;
  /** The first and the last marked column of each marked row. */
  readonly marked: ReadonlyMap<number, readonly [first: number, last: number]>;
  /** Positions of the marked notes in the sheet, from 0. */
  readonly notes: ReadonlySet<number>;
}

/** Null if the workbook no longer contains the passage. */
export function findPassage({ sheets }: Workbook, target: WorkbookTarget): MarkedCells | null {
  const texts: string[] = [];
  for (const { rows, notes } of sheets) for (const { line, text } of [...rows, ...notes]) texts[line - 1] = text;
  const lined = { lineCount: texts.length, lineAt: (line: number) => ({ text: texts[line] ?? '' }) };
  const lines = findLines(lined, target.line, target.endLine, target.snippet);
  if (lines === null) return null;
  const isQuoted = ({ line }: { readonly line: number }) => line >= lines.line && line <= lines.endLine;
  for (const [sheet, { name, rows, notes }] of sheets.entries()) {
    const quotedRows = withoutCut(rows.filter(isQuoted), target.snippet);
    const quotedNotes = notes.flatMap((note, at) => (isQuoted(note) ? [at] : []));
    if (quotedRows.length === 0 && quotedNotes.length === 0) continue;
    const marked = cellsOfWords(quotedRows, target.words) ?? new Map(quotedRows.map((row) => [row.row, span(row)]));
    for (const at of quotedNotes) {
      const cell = readCell(notes[at]?.cell ?? '');
      if (cell && !marked.has(cell.row)) marked.set(cell.row, [cell.column, cell.column]);
    }
    const range = around(marked);
    return { sheet, range, name: `${name}!${rangeName(range)}`, marked, notes: new Set(quotedNotes) };
  }
  return null;
}

/** The rows that the quotation contains. A line with dots marks rows that were left out. */
function withoutCut(rows: readonly WorkbookRow[], snippet = ''): readonly WorkbookRow[] {
  const shown = new Set(snippet.split('\n').map((line) => line.trim()));
  if (!shown.has(CUT)) return rows;
  const kept = rows.filter(({ text }) => shown.has(text.trim()));
  return kept.length > 0 ? kept : rows;
}

/** The cells that contain the words; null if they are not in these rows. */
function cellsOfWords(
  rows: readonly WorkbookRow[],
  words: string | undefined,
): Map<number, readonly [number, number]> | null {
  if (words === undefined) return null;
  const ranges = findQuotation(words, searchedText(rows.map(({ text }) => text).join('\n')));
  if (ranges === null) return null;
  const marked = new Map<number, readonly [number, number]>();
  let start = 0;
  for (const row of rows) {
    for (const { column, text } of cellsOf(row)) {
      const end = start + text.length;
      if (ranges.some((range) => range.start < end && range.end > start)) {
        marked.set(row.row, [marked.get(row.row)?.[0] ?? column, column]);
      }
      start = end + 1;
    }
  }
  return marked;
}

function span(row: WorkbookRow): readonly [number, number] {
  const cells = cellsOf(row);
  return [cells[0]?.column ?? 1, cells.at(-1)?.column ?? 1];
}

function around(marked: ReadonlyMap<number, readonly [number, number]>): CellRange {
  const rows = [...marked.keys()];
  if (rows.length === 0) return { top: 1, left: 1, bottom: 1, right: 1 };
  const columns = [...marked.values()];
  return {
    top: rows.reduce((one, other) => Math.min(one, other)),
    bottom: rows.reduce((one, other) => Math.max(one, other)),
    left: columns.reduce((least, [first]) => Math.min(least, first), Number.POSITIVE_INFINITY),
    right: columns.reduce((most, [, last]) => Math.max(most, last), 1),
  };
}

/** Excel's own limits. */
const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

/** `C14`; null if the text is not the name of a cell. */
export function readCell(text: string): { row: number; column: number } | null {
  const [, letters = '', row = ''] = /^\$?([A-Z]{1,3})\$?([1-9]\d{0,6})$/.exec(text.trim().toUpperCase()) ?? [];
  const cell = { row: Number(row), column: columnNumber(letters) };
  return row === '' || cell.row > MAX_ROW || cell.column > MAX_COLUMN ? null : cell;
}
