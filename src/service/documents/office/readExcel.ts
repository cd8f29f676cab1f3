/** The sheets of an Excel workbook (.xlsx, .xlsm): header rows as headings, rows as lines, cell ranges as places. */

import { rangeName } from '../../../text/cellNames.ts';
import { writeTableHeading } from '../../tableHeading.ts';
import { t } from '../../translate.ts';
import { type BlockWriter, createBlockWriter, MAX_CHARACTERS } from '../blockWriter.ts';
import { type ReadDocument, UnreadableDocument } from '../document.ts';
import { type NumberFormats, readNumberFormats } from './numberFormats.ts';
import { readProperties } from './properties.ts';
import { readRelationships } from './relationships.ts';
import { readComments, readDrawingTexts } from './sheetNotes.ts';
import { readSheetRows, type SheetRow } from './sheetRows.ts';
import { attribute, readXml } from './xml.ts';
import { openZip, type ZipArchive } from './zipArchive.ts';

/** Different texts in the cells of a workbook. */
const MAX_STRINGS = 1_500_000;
/** Characters of the header cells that a heading shows. */
const LONGEST_HEADER_CELL = 80;
/** Empty cells in a row that are kept as such, so that a value stays in its column. */
const MAX_EMPTY = 12;

interface Sheet {
  readonly name: string;
  readonly relationship: string;
  readonly hidden: boolean;
}

/** Receives what is on the sheets, with its line in the text that was read. */
export interface SheetListener {
  sheet(name: string, isHidden: boolean): void;
  row(row: SheetRow, line: number, isHeader: boolean): void;
  /** `cell` is empty for a text box. */
  note(cell: string, text: string, line: number): void;
  /** There is more text than is read. */
  full(): void;
}

/** Throws UnreadableDocument. */
export async function readExcel(bytes: Buffer, listener?: SheetListener): Promise<ReadDocument> {
  const archive = openZip(bytes);
  const top = await readRelationships(archive, '');
  const main = top.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(main)) throw new UnreadableDocument(t('It is not an Excel workbook.'));
  const { sheets, since1904 } = await readWorkbook(archive.text(main));
  const parts = await readRelationships(archive, main);
  const target = (type: string) => parts.find((part) => part.type === type)?.target ?? '';
  const strings = await readStrings(archive.pieces(target('sharedStrings')));
  const formats = await readNumberFormats(archive.text(target('styles')), since1904);

  const writer = createBlockWriter();
  for (const sheet of sheets) {
    const part = parts.find(({ id }) => id === sheet.relationship);
    if (!part || !/worksheet|dialogsheet/i.test(part.type)) continue;
    writer.heading(1, sheet.hidden ? `${sheet.name} (hidden sheet)` : sheet.name, { sheet: sheet.name, cells: 'A1' });
    listener?.sheet(sheet.name, sheet.hidden);
    await writeSheet(writer, archive, part.target, sheet.name, strings, formats, listener);
  }
  if (writer.isFull()) listener?.full();
  if (!writer.blocks().some((block) => block.type === 'text')) throw new UnreadableDocument(t('It contains no text.'));
  return { meta: await readProperties(archive.text('docProps/core.xml')), blocks: writer.blocks() };
}

async function readWorkbook(xml: string | null): Promise<{ sheets: Sheet[]; since1904: boolean }> {
  const sheets: Sheet[] = [];
  let since1904 = false;
  await readXml(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') since1904 = /^(?:1|true|on)$/.test(attribute(attributes, 'date1904') ?? '');
      if (name !== 'sheet') return;
      const state = attribute(attributes, 'state') ?? 'visible';
      const relationship = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
      sheets.push({ name: attribute(attributes, 'name') ?? '', relationship, hidden: state !== 'visible' });
    },
  });
  return { sheets, since1904 };
}

/** The table of strings that cells refer to by number. Reading aids of Japanese text are left out. */
async function readStrings(source: AsyncIterable<string>): Promise<string[]> {
  const strings: string[] = [];
  let inText = false;
  let phonetic = 0;
  let characters = 0;
  let text = '';
  await readXml(source, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') phonetic += 1;
    },
    text(piece) {
      if (inText && phonetic === 0) text += piece;
    },
    close(name) {
      if (name === 't') inText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') {
        strings.push(text);
        characters += text.length;
        if (strings.length > MAX_STRINGS || characters > 4 * MAX_CHARACTERS) {
          throw new UnreadableDocument(t('It contains more text than is read. Split it into smaller workbooks.'));
        }
      }
    },
  });
  return strings;
}

async function writeSheet(
  writer: BlockWriter,
  archive: ZipArchive,
  part: string,
  name: string,
  strings: readonly string[],
  formats: NumberFormats,
  listener: SheetListener | undefined,
): Promise<void> {
  /** The first row of a table, until it is known whether it is a header. */
  let first: SheetRow | null = null;
  let last = 0;
  let tight = false;
  const write = (row: SheetRow, isHeader = false) => {
    const line = writer.text(rowText(row), { sheet: name, cells: rangeOf(row) }, tight);
    if (line !== null) listener?.row(row, line, isHeader);
    tight = true;
  };
  const take = (row: SheetRow): boolean => {
    const below = row.number === last + 1;
    if (!below) tight = false;
    if (first !== null) {
      // The header of the table that begins: words in its first row, and more rows below.
      const begins = below && row.cells.length > 1;
      if (begins) {
        writer.heading(2, writeTableHeading(first.cells.map(({ text }) => text)), {
          sheet: name,
          cells: rangeOf(first),
        });
        tight = false;
      }
      write(first, begins);
      first = null;
    }
    const header = !tight && isHeader(row);
    if (header) first = row;
    else write(row);
    // A title above a table is followed by its header.
    if (!header && row.cells.length === 1) tight = false;
    last = row.number;
    return !writer.isFull();
  };
  await readSheetRows(archive.pieces(part), strings, formats, take);
  if (first !== null) write(first);
  for (const { type, target } of await readRelationships(archive, part)) {
    if (type === 'comments') {
      for (const { cell, text } of await readComments(archive.text(target))) {
        const line = writer.text(text, { sheet: name, cells: cell });
        if (line !== null) listener?.note(cell, text, line);
      }
    } else if (type === 'drawing') {
      for (const text of await readDrawingTexts(archive.text(target))) {
        const line = writer.text(text, { part: `Text box in ${name}` });
        if (line !== null) listener?.note('', text, line);
      }
    }
  }
}

function isHeader(row: SheetRow): boolean {
  return row.cells.length > 1 && row.cells.every(({ isText, text }) => isText && text.length <= LONGEST_HEADER_CELL);
}

function rowText({ cells }: SheetRow): string {
  let text = '';
  let column = cells[0]?.column ?? 1;
  for (const cell of cells) {
    text += '\t'.repeat(Math.min(cell.column - column, MAX_EMPTY)) + cell.text;
    column = cell.column;
  }
  return text;
}

function rangeOf({ number, cells }: SheetRow): string {
  return rangeName({ top: number, left: cells[0]?.column ?? 1, bottom: number, right: cells.at(-1)?.column ?? 1 });
}
