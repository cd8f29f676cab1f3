/** Names of columns and cells of a workbook. */

/** A is 1, Z is 26, AA is 27. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** 1 is A, 26 is Z, 27 is AA. */
export function columnName(number: number): string {
  let letters = '';
  for (let left = number; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** Cells from one corner to the other. Rows and columns count from 1. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** `A2:C3`, or `A2` for one cell. */
export function rangeName({ top, left, bottom, right }: CellRange): string {
  const from = `${columnName(left)}${top}`;
  const to = `${columnName(right)}${bottom}`;
  return from === to ? from : `${from}:${to}`;
}
