/** Rows of a worksheet, one after the other, with the text of their cells as Excel shows it. */
import { columnNumber } from '../../../text/cellNames.ts';
import type { NumberFormats } from './numberFormats.ts';
import { type Attributes, attribute, readXml } from './xml.ts';

export interface Cell {
  /** From 1. */
  readonly column: number;
  readonly text: string;
  /** True for words, as column headers have them; false for numbers, dates and errors. */
  readonly isText: boolean;
}

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  readonly cells: readonly Cell[];
}

/** Excel's own limits. */
const MAX_COLUMN = 16_384;
const MAX_ROW = 1_048_576;

/** `take` returns false to stop. Rows without text are left out, and so are rows and cells that are not below or to the right of the last one. */
export async function readSheetRows(
  source: AsyncIterable<string>,
  strings: readonly string[],
  formats: NumberFormats,
  take: (row: SheetRow) => boolean,
): Promise<void> {
  let row = 0;
  let isRowTaken = false;
  /** Of the last cell that is taken. */
  let column = 0;
  let isTaken = false;
  let cells: Cell[] = [];
  let type = '';
  let style = 0;
  let value = '';
  let inline = '';
  let within = '';
  let phonetic = 0;
  let going = true;

  const openCell = (attributes: Attributes) => {
    const letters = /^[A-Z]+/.exec(attribute(attributes, 'r') ?? '')?.[0];
    const next = letters === undefined ? column + 1 : columnNumber(letters);
    isTaken = isRowTaken && next > column && next <= MAX_COLUMN;
    if (isTaken) column = next;
    type = attribute(attributes, 't') ?? 'n';
    style = Number(attribute(attributes, 's') ?? 0);
    value = '';
    inline = '';
  };
  const closeCell = () => {
    const { text, isText } = cellText(type, value, inline, style, strings, formats);
    // Tabs and line ends separate cells.
    if (isTaken && text !== '') cells.push({ column, text: text.replace(/[\t\r\n]+/g, ' '), isText });
  };
  async function* whileWanted() {
    for await (const piece of source) {
      if (!going) return;
      yield piece;
    }
  }

  await readXml(whileWanted(), {
    open(name, attributes) {
      if (name === 'row') {
        const next = Number(attribute(attributes, 'r') ?? row + 1);
        isRowTaken = Number.isInteger(next) && next > row && next <= MAX_ROW;
        if (isRowTaken) row = next;
        column = 0;
        cells = [];
      } else if (name === 'c') openCell(attributes);
      else if (name === 'v' || name === 't') within = name;
      else if (name === 'rPh') phonetic += 1;
    },
    text(text) {
      if (within === 'v') value += text;
      else if (within === 't' && phonetic === 0) inline += text;
    },
    close(name) {
      if (name === 'v' || name === 't') within = '';
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c') closeCell();
      else if (name === 'row' && cells.length > 0 && going) going = take({ number: row, cells });
    },
  });
}

function cellText(
  type: string,
  value: string,
  inline: string,
  style: number,
  strings: readonly string[],
  formats: NumberFormats,
): { text: string; isText: boolean } {
  const words = (text: string) => ({ text: text.replace(/\s+/g, ' ').trim(), isText: true });
  if (type === 's') return words(value.trim() === '' ? '' : (strings[Number(value)] ?? ''));
  if (type === 'inlineStr') return words(inline);
  if (type === 'str') return words(value);
  if (type === 'b') return { text: value.trim() === '1' ? 'TRUE' : 'FALSE', isText: false };
  if (type === 'e') return { text: value.trim(), isText: false };
  if (type === 'd') return { text: value.trim().replace(/T00:00:00(?:\.0+)?Z?$/, ''), isText: false };
  const number = Number(value);
  if (value.trim() === '') return words(inline);
  return { text: Number.isFinite(number) ? formats.show(number, style) : value.trim(), isText: false };
}
