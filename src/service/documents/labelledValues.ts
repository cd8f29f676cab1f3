/** The values that a document states beside a label: `Invoice date: 2025-03-01`, a row of totals, `Rechnung Nr. 17 vom 1.3.2025`. */

import { columnName, columnNumber } from '../../text/cellNames.ts';
import { type DocumentBlock, type DocumentPlace, MESSAGE_HEADER } from './document.ts';
import type { ItemRange } from './itemRange.ts';
import { fieldOfHeader, isAmount, labelOf, pairsInText, rowPairs, type ValuePair } from './labelledLine.ts';
import { partyOf } from './partyLabels.ts';

/** Label and value are parts of the document as they stand there. */
export interface LabelledValue {
  readonly label: string;
  readonly value: string;
  /** Of the value, in the text that was read, from 1. */
  readonly line: number;
  readonly place?: DocumentPlace;
  readonly items?: ItemRange | null;
}

/** Values of one document. */
const MAX_VALUES = 400;
/** Characters of a line that are read. No value is read that may go on after them. */
const MAX_LINE = 600;
/** Lines after an open label ("Buyer:") in which its value begins. */
const MAX_OPEN = 8;
/** Longest value of an open label, in UTF-16 units. */
const LONGEST_NAME = 80;

/** Digits below such a label are no amount. */
const NUMBER_LABEL = /(?:nr|no|number|nummer|id|#|№|n°)\.?$/i;

interface Line {
  /** Empty for lines that are not cells of a row. */
  readonly cells: readonly string[];
  readonly text: string;
  /** The line goes on after the text. */
  readonly isCut: boolean;
  readonly isHeading: boolean;
  readonly line: number;
  readonly place: DocumentPlace | undefined;
  readonly items: ItemRange | null;
}

export function readLabelledValues(blocks: readonly DocumentBlock[]): LabelledValue[] {
  const values: LabelledValue[] = [];
  const open = createOpenLabel();
  const table = createTable();
  for (const [line, following] of withNext(linesOf(blocks))) {
    const found = pairsOf(line);
    const pairs = [...open.next(line, found, following), ...found];
    values.push(
      ...table.next(
        line,
        found.some((pair) => !isInCell(line, pair)),
        following,
      ),
      ...pairs.map((pair) => toValue(line, pair)),
    );
    if (values.length >= MAX_VALUES) break;
  }
  return [...values, ...table.end()].slice(0, MAX_VALUES);
}

/** Each line with the next one. Empty lines are left out. */
function* withNext(lines: Iterable<Line>): Generator<readonly [Line, Line | null]> {
  let before: Line | null = null;
  for (const line of lines) {
    if (line.text === '') continue;
    if (before) yield [before, line];
    before = line;
  }
  if (before) yield [before, null];
}

function pairsOf({ text, cells, isCut, place }: Line): ValuePair[] {
  if (cells.length > 1) return rowPairs(cells);
  if (place?.part === MESSAGE_HEADER) return isCut ? [] : fieldOfHeader(text);
  return pairsInText(text).filter(({ value }) => !isCut || !text.endsWith(value));
}

function* linesOf(blocks: readonly DocumentBlock[]): Generator<Line> {
  for (const block of blocks) {
    if (block.type === 'margin') continue;
    const isHeading = block.type === 'heading';
    const last = block.type === 'text' ? block.endLine : block.line;
    for (const [at, written] of block.text.split('\n').entries()) {
      const row = rowOf(written);
      yield {
        cells: isHeading || row.length < 2 ? [] : row.map((cell) => cell.trim()),
        text: written.slice(0, MAX_LINE).trim(),
        isCut: written.length > MAX_LINE,
        isHeading,
        // Rows of an HTML table can share a line of the file.
        line: Math.min(block.line + at, last),
        place: block.place,
        items: block.items?.[at] ?? null,
      };
    }
  }
}

/** "Balloon: red" is the text of one cell. */
function isInCell({ cells }: Line, { label, cell }: ValuePair): boolean {
  return cell !== undefined && (cells[cell] ?? '').startsWith(label);
}

/** The cells of a row that end within the characters that are read. */
function rowOf(line: string): string[] {
  const written = line.trim();
  const isPiped = written.length > 1 && written.startsWith('|') && written.endsWith('|');
  const [row, mark] = isPiped ? [written.slice(1, -1), '|'] : [line, '\t'];
  const cells = row.slice(0, MAX_LINE).split(mark);
  return row.length > MAX_LINE ? cells.slice(0, -1) : cells;
}

function toValue({ line, place, items, cells: row }: Line, { label, value, cell }: ValuePair): LabelledValue {
  const cells = cell === undefined ? undefined : cellAddress(place?.cells, row.length, cell);
  return {
    label,
    value,
    line,
    ...(place && { place: cells === undefined ? place : { ...place, cells } }),
    ...(items && { items }),
  };
}

/** `B5:F5` and the third of five cells are `D5`. Undefined if the row does not have as many cells as the range. */
function cellAddress(range: string | undefined, cells: number, cell: number): string | undefined {
  const [, left, row, right = ''] = /^([A-Z]+)(\d+):([A-Z]+)\2$/.exec(range ?? '') ?? [];
  if (left === undefined || columnNumber(right) - columnNumber(left) + 1 !== cells) return undefined;
  return `${columnName(columnNumber(left) + cell)}${row}`;
}

/** Remembers a label without a value. Its value is the next line that is a name, or the value of "Name". */
function createOpenLabel(): { next(line: Line, found: readonly ValuePair[], following: Line | null): ValuePair[] } {
  let label = '';
  let left = 0;
  return {
    next({ text, cells, isHeading }, found, following) {
      const opened = cells.length > 1 ? '' : labelOf(text.replace(/\s?:$/, ''));
      const opens = isHeading ? partyOf(opened) !== null : text.endsWith(':');
      if (opened !== '' && found.length === 0 && opens) {
        label = opened;
        left = MAX_OPEN;
        return [];
      }
      // A heading is the name right below its label only.
      if (isHeading && left < MAX_OPEN) left = 0;
      if (left === 0) return [];
      left -= 1;
      // "Physiotherapist" above "Tanja Tinder" says what she does.
      if (isHeading && /^\p{Lu}\p{Ll}+$/u.test(text) && following && isName(following)) return [];
      const name = found.find((pair) => /^name$/i.test(pair.label))?.value ?? (found.length === 0 ? text : '');
      if (name === '' || name.length > LONGEST_NAME || name.includes('\t')) return [];
      left = 0;
      return [{ label, value: name }];
    },
  };
}

/** Words without digits in a line of their own: no address and no label. */
function isName({ text, cells, isHeading }: Line): boolean {
  return (
    !isHeading &&
    cells.length < 2 &&
    text.length <= LONGEST_NAME &&
    /^\p{Lu}[\p{L}.'’&-]*(?: [\p{L}.'’&-]+)+$/u.test(text)
  );
}

/**
 * Reads the columns of a table in which all rows say the same: `Document number | Date` above `4711 | 2025-03-01`. The values follow
 * when the table has ended. Amounts that several rows share are those of the rows, not of the document.
 */
function createTable(): {
  next(line: Line, isPair: boolean, following: Line | null): LabelledValue[];
  end(): LabelledValue[];
} {
  let header: readonly string[] = [];
  let first: Line | null = null;
  let agrees: boolean[] = [];
  let rows = 0;

  function end(): LabelledValue[] {
    const row = first;
    first = null;
    if (row === null) return [];
    return row.cells.flatMap((value, cell) => {
      const label = labelOf(header[cell] ?? '');
      const isOfRows = rows > 1 && isAmount(value) && !NUMBER_LABEL.test(label);
      return agrees[cell] && !isOfRows && label !== '' && /\d/.test(value)
        ? [toValue(row, { label, value, cell })]
        : [];
    });
  }

  return {
    end,
    next(line, isPair, following) {
      const { cells, text } = line;
      // The line between the header and the rows of a Markdown table.
      if (/^[|\s:-]+$/.test(text)) return [];
      // The text of a cell goes on between two rows.
      if (first !== null && cells.length === 0 && !isPair && following?.cells.length === header.length) return [];
      const isHeader = cells.length > 1 && cells.every((cell) => !/\d/.test(cell) && labelOf(cell) !== '');
      // Rows of two cells that are words are a label and its text.
      const isRow =
        cells.length === header.length && !isPair && (cells.length > 2 || cells.every((cell) => /\d/.test(cell)));
      if (isRow && !isHeader) {
        agrees = cells.map((cell, at) => cell === (first?.cells[at] ?? cell) && (agrees[at] ?? true));
        first ??= line;
        rows += 1;
        return [];
      }
      const values = end();
      header = isHeader ? cells : [];
      agrees = [];
      rows = 0;
      return values;
    },
  };
}
