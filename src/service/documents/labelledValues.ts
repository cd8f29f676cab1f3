/** The values that a document states beside a label: `Invoice date: 2025-03-01`, a row of totals, `Rechnung Nr. 17 vom 1.3.2025`. */
import type { DocumentBlock, DocumentPlace } from './document.ts';
import type { ItemRange } from './itemRange.ts';
import { labelOf, pairsInText, rowPairs, type ValuePair } from './labelledLine.ts';
import { partyOf } from './partyLabels.ts';
import { columnName, columnNumber } from './place.ts';

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
/** Characters of a line that are read. */
const MAX_LINE = 600;
/** Lines after an open label ("Buyer:") in which its value begins. */
const MAX_OPEN = 8;
/** Longest value of an open label, in UTF-16 units. */
const LONGEST_NAME = 80;

interface Line {
  /** Empty for lines that are not cells of a row. */
  readonly cells: readonly string[];
  readonly text: string;
  readonly isHeading: boolean;
  readonly line: number;
  readonly place: DocumentPlace | undefined;
  readonly items: ItemRange | null;
}

export function readLabelledValues(blocks: readonly DocumentBlock[]): LabelledValue[] {
  const values: LabelledValue[] = [];
  const open = createOpenLabel();
  const table = createTable();
  for (const line of linesOf(blocks)) {
    if (line.text === '') continue;
    const found = pairsOf(line);
    const pairs = [...open.next(line, found), ...found];
    values.push(...table.next(line, found.length > 0), ...pairs.map((pair) => toValue(line, pair)));
    if (values.length >= MAX_VALUES) break;
  }
  return [...values, ...table.end()].slice(0, MAX_VALUES);
}

function pairsOf({ text, cells }: Line): ValuePair[] {
  return cells.length > 1 ? rowPairs(cells) : pairsInText(text);
}

function* linesOf(blocks: readonly DocumentBlock[]): Generator<Line> {
  for (const block of blocks) {
    if (block.type === 'margin') continue;
    const isHeading = block.type === 'heading';
    const last = block.type === 'text' ? block.endLine : block.line;
    for (const [at, written] of block.text.split('\n').entries()) {
      const text = written.slice(0, MAX_LINE);
      const row = /^\s*\|.*\|\s*$/.test(text) ? text.trim().slice(1, -1).split('|') : text.split('\t');
      yield {
        cells: isHeading || row.length < 2 ? [] : row.map((cell) => cell.trim()),
        text: text.trim(),
        isHeading,
        // Rows of an HTML table can share a line of the file.
        line: Math.min(block.line + at, last),
        place: block.place,
        items: block.items?.[at] ?? null,
      };
    }
  }
}

function toValue({ line, place, items }: Line, { label, value, cell }: ValuePair): LabelledValue {
  const cells = cell === undefined ? undefined : cellAddress(place?.cells, cell);
  return {
    label,
    value,
    line,
    ...(place && { place: cells === undefined ? place : { ...place, cells } }),
    ...(items && { items }),
  };
}

/** `Sheet!B5:F5` and the third cell of the row are `Sheet!D5`. */
function cellAddress(range: string | undefined, cell: number): string | undefined {
  const [, sheet, left = '', row] = /^(.*!)([A-Z]+)(\d+)(?::[A-Z]+\d+)?$/s.exec(range ?? '') ?? [];
  return sheet === undefined ? undefined : `${sheet}${columnName(columnNumber(left) + cell)}${row}`;
}

/** Remembers a label without a value. Its value is the next line that is a name, or stands beside "Name". */
function createOpenLabel(): { next(line: Line, found: readonly ValuePair[]): ValuePair[] } {
  let label = '';
  let left = 0;
  return {
    next({ text, cells, isHeading }, found) {
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
      const name = found.find((pair) => /^name$/i.test(pair.label))?.value ?? (found.length === 0 ? text : '');
      if (name === '' || name.length > LONGEST_NAME || name.includes('\t')) return [];
      left = 0;
      return [{ label, value: name }];
    },
  };
}

/**
 * Reads the columns of a table in which all rows say the same: `Document number | Date` above `4711 | 2025-03-01`. The values follow
 * when the table has ended.
 */
function createTable(): { next(line: Line, isPair: boolean): LabelledValue[]; end(): LabelledValue[] } {
  let header: readonly string[] = [];
  let first: Line | null = null;
  let agrees: boolean[] = [];

  function end(): LabelledValue[] {
    const row = first;
    first = null;
    if (row === null) return [];
    return row.cells.flatMap((value, cell) => {
      const label = labelOf(header[cell] ?? '');
      return agrees[cell] && label !== '' && /\d/.test(value) ? [toValue(row, { label, value, cell })] : [];
    });
  }

  return {
    end,
    next(line, isPair) {
      const { cells, text } = line;
      // The line between the header and the rows of a Markdown table.
      if (/^[|\s:-]+$/.test(text)) return [];
      const isHeader = cells.length > 1 && cells.every((cell) => !/\d/.test(cell) && labelOf(cell) !== '');
      // Rows of two cells that are words are a label and its text.
      const isRow =
        cells.length === header.length && !isPair && (cells.length > 2 || cells.every((cell) => /\d/.test(cell)));
      if (isRow && !isHeader) {
        agrees = cells.map((cell, at) => cell === (first?.cells[at] ?? cell) && (agrees[at] ?? true));
        first ??= line;
        return [];
      }
      const values = end();
      header = isHeader ? cells : [];
      agrees = [];
      return values;
    },
  };
}
