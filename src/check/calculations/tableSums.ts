/** Adds the columns of the tables of an answer again, where a row has their total. */

import { marksIn } from '../sourceMarks.ts';
import { isWithin } from '../values/equalNumbers.ts';
import { normalise } from '../values/normalise.ts';
import { blanked } from '../values/numbersInNames.ts';
import { readAtoms } from '../values/readValues.ts';
import type { Quantity } from '../values/value.ts';

/** A cell with a total. */
export interface TableSum {
  /** Range of the cell in the answer. */
  readonly start: number;
  readonly end: number;
  readonly agrees: boolean;
}

interface Cell {
  readonly start: number;
  readonly text: string;
}

const TOTAL = /^(?:(?:grand |sub-?)?totals?|sum|(?:gesamt|zwischen)?summe|gesamt|insgesamt)\b/i;
/** "Total assets" may be an item of its own, which is no sum of the rows above. */
const ONLY_TOTAL = new RegExp(`${TOTAL.source}\\s*:?$`, 'i');
const SUBTRACTED = /^(?:less|minus|abzüglich)\b/i;
/** Each total is compared with all rows above it. */
const MOST_ROWS = 200;
const DELIMITER = /^[\s|:-]+$/;

export function tableSums(answer: string): TableSum[] {
  const sums: TableSum[] = [];
  let rows: Cell[][] = [];
  let at = 0;
  for (const line of [...answer.split('\n'), '']) {
    if (!/^\s*\|/.test(line)) {
      sums.push(...sumsOf(rows));
      rows = [];
    } else if (!DELIMITER.test(line)) rows.push(cellsOf(line, at));
    at += line.length + 1;
  }
  return sums;
}

function cellsOf(line: string, start: number): Cell[] {
  return Array.from(line.matchAll(/\|((?:[^|\\]|\\.)*)/g), ({ index, 1: text = '' }) => ({
    start: start + index + 1,
    text,
  }));
}

const labelOf = (row: readonly Cell[]) => normalise(row[0]?.text ?? '').text.trim();

function sumsOf(rows: readonly (readonly Cell[])[]): TableSum[] {
  const labels = rows.map(labelOf);
  if (rows.length > MOST_ROWS || !labels.some((label) => TOTAL.test(label))) return [];
  const columns = Math.max(...rows.map(({ length }) => length));
  const sums: TableSum[] = [];
  for (let column = 1; column < columns; column += 1) {
    /** Rows of the whole table, and rows since the last total. */
    const all: (Quantity | null)[] = [];
    let group: (Quantity | null)[] = [];
    // The first row has the names of the columns.
    for (const [at, row] of rows.entries()) {
      const cell = row[column];
      const label = labels[at] ?? '';
      if (at === 0 || cell === undefined || /^[\s–—-]*$/.test(cell.text)) continue;
      const entry = entryOf(cell.text, SUBTRACTED.test(label));
      if (!TOTAL.test(label)) {
        all.push(entry);
        group.push(entry);
        continue;
      }
      const results = entry && [group, all].map((entries) => agrees(entries, entry));
      const isSum = results?.includes(true) ?? false;
      const isWrong = ONLY_TOTAL.test(label) && results?.includes(false) === true;
      if (isSum || isWrong) sums.push({ start: cell.start, end: cell.start + cell.text.length, agrees: isSum });
      group = [];
    }
  }
  return sums;
}

/** The number of a cell that has nothing else, with its sign; null for other cells. */
function entryOf(written: string, subtracted: boolean): Quantity | null {
  const { text: plain } = normalise(written);
  const text = blanked(plain, marksIn(plain)).trim();
  const { quantities, dates } = readAtoms(text);
  const [quantity] = quantities;
  if (quantity === undefined || quantities.length > 1 || dates.length > 0) return null;
  if (quantity.unit === 'percent' || quantity.unit === 'ordinal') return null;
  const around = text.slice(0, quantity.start) + text.slice(quantity.end);
  if (!/^[\s()$€£¥+-]*$/.test(around)) return null;
  const isNegative = /^[\s$€£¥]*[(-]/.test(text);
  return isNegative || subtracted ? { ...quantity, value: -quantity.value } : quantity;
}

/** Whether a total is the sum; null if the cells cannot be added. */
function agrees(entries: readonly (Quantity | null)[], total: Quantity): boolean | null {
  if (entries.length < 2) return null;
  let sum = 0;
  let tolerance = 0;
  for (const entry of [...entries, total]) {
    if (entry === null || !isKin(entry, total)) return null;
    if (entry !== total) sum += entry.value;
    const { scaled, approximate, step } = entry;
    // "$1.2 million" is rounded.
    if ((scaled || approximate) && step !== null) tolerance += step / 2;
  }
  return isWithin(sum, total.value, tolerance);
}

/** Often only the first row and the total have the sign of the currency. */
function isKin(one: Quantity, other: Quantity): boolean {
  const isNumber = ({ unit }: Quantity) => unit === 'plain' || unit === 'money';
  if (isNumber(one) && isNumber(other))
    return one.currency === '' || other.currency === '' || one.currency === other.currency;
  return one.unit === other.unit && one.noun === other.noun;
}
