/** The cells of an Excel workbook, for people to read. Their lines are those of its passages. */
import type { Workbook, WorkbookRow, WorkbookSheet } from '../../../protocol/workbook.ts';
import { t } from '../../translate.ts';
import { asUnreadable, UnreadableDocument } from '../document.ts';
import { type ByteOptions, readFileBytes } from '../fileBytes.ts';
import { formatOf } from '../formats.ts';
import { readExcel } from './readExcel.ts';
import type { SheetRow } from './sheetRows.ts';

/** Throws UnreadableDocument. */
export async function readWorkbook(path: string, options: ByteOptions): Promise<Workbook> {
  if (formatOf(path) !== 'excel') throw new UnreadableDocument(t('It is not an Excel workbook.'));
  const bytes = readFileBytes(path, options);
  try {
    return await workbookOf(bytes);
  } catch (error) {
    throw asUnreadable(error);
  }
}

export async function workbookOf(bytes: Buffer): Promise<Workbook> {
  const sheets: WorkbookSheet[] = [];
  let isCut = false;
  /** Most rows of a table have the same columns. One text for all of them saves memory. */
  const shapes = new Map<string, string>();
  await readExcel(bytes, {
    sheet: (name, isHidden) => void sheets.push({ name, isHidden, rows: [], notes: [] }),
    row: (row, line, isHeader) => void sheets.at(-1)?.rows.push(workbookRow(row, line, isHeader, shapes)),
    note: (cell, text, line) => void sheets.at(-1)?.notes.push({ cell, line, text }),
    full: () => {
      isCut = true;
    },
  });
  return { sheets, isCut };
}

function workbookRow(
  { number, cells }: SheetRow,
  line: number,
  isHeader: boolean,
  shapes: Map<string, string>,
): WorkbookRow {
  const shape = cells.map(({ column, isText }) => (isText ? `${column}` : `${column}n`)).join(' ');
  const columns = shapes.get(shape) ?? shape;
  shapes.set(columns, columns);
  const text = cells.map((cell) => cell.text.replace(/\s/g, ' ')).join('\t');
  return { row: number, line, columns, text, ...(isHeader && { isHeader }) };
}
