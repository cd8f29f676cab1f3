/** Finds words in the cells and notes of all sheets. */
import { cellsOf, type Workbook } from '../../protocol/workbook.ts';
import { readCell } from './passage.ts';

export interface FoundCell {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
}

/** Cells that are found at most. */
export const MAX_FOUND = 10_000;

export function findCells({ sheets }: Workbook, words: string): FoundCell[] {
  const wanted = words.trim().toLowerCase();
  const found: FoundCell[] = [];
  if (wanted === '') return found;
  const contains = (text: string) => text.toLowerCase().includes(wanted);
  for (const [sheet, { rows, notes }] of sheets.entries()) {
    for (const row of rows) {
      if (found.length >= MAX_FOUND) return found;
      if (!contains(row.text)) continue;
      for (const { column, text } of cellsOf(row)) if (contains(text)) found.push({ sheet, row: row.row, column });
    }
    for (const note of notes) {
      const cell = contains(note.text) && readCell(note.cell);
      if (cell) found.push({ sheet, ...cell });
    }
  }
  return found;
}
