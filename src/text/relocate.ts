/** Finds the lines of a passage again in a text that may have changed. */
import { lettersOf } from './letters.ts';

/** As much of a document of VS Code as the search needs. `lineAt` counts from 0. */
export interface LinedText {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** Letters of a line that other lines hardly contain by chance. A shorter line is only found as a whole. */
const MIN_LETTERS = 12;
/** Lines of a passage that are looked for elsewhere. */
const MAX_SEARCHED = 10;

/** From 1, inclusive. */
export interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

/**
 * The current lines of a quoted passage: the given lines if they still contain one of its lines, else the nearest lines around one of
 * these, else the given lines. A snippet with more lines than are given begins with the header of its table, which is not looked for.
 */
export function relocate(document: LinedText, line: number, endLine: number, snippet: string | undefined): LineRange {
  return (
    findLines(document, line, endLine, snippet) ?? { line: Math.max(1, line), endLine: Math.max(1, line, endLine) }
  );
}

/**
 * The current lines of text that was the given lines as a whole: the nearest lines with all of it, also where it moved by fewer lines than
 * it has, else those of `relocate`.
 */
export function relocateWhole(document: LinedText, line: number, endLine: number, text: string): LineRange {
  const lettersAt = lettersIn(document);
  const begins = text
    .split(/\r\n|\r|\n/)
    .map((each, offset) => ({ start: beginning(each), offset }))
    .filter(({ start }) => start.length >= MIN_LETTERS)
    .slice(0, MAX_SEARCHED);
  for (let distance = 0; begins.length > 0 && distance <= document.lineCount; distance++) {
    const first = [line - distance, line + distance].find(
      (each) => each >= 1 && begins.every(({ start, offset }) => lettersAt(each + offset).includes(start)),
    );
    if (first !== undefined) return { line: first, endLine: first + endLine - line };
  }
  return relocate(document, line, endLine, text);
}

/** Like `relocate`, but null if the passage is not in the text. */
export function findLines(
  document: LinedText,
  line: number,
  endLine: number,
  snippet: string | undefined,
): LineRange | null {
  const given = { line: Math.max(1, line), endLine: Math.max(1, line, endLine) };
  const lines = (snippet ?? '').trim().split(/\r\n|\r|\n/);
  const quoted = lines
    .slice(Math.max(0, lines.length - (given.endLine - given.line + 1)))
    .map((text, offset) => ({ start: beginning(text), offset }))
    .filter(({ start }) => start !== '');
  if (quoted.length === 0) return given;
  const long = quoted.filter(({ start }) => start.length >= MIN_LETTERS);
  const searched = long.length > 0 ? long : quoted;
  const lettersAt = lettersIn(document);
  const isIn = (number: number, start: string) =>
    start.length >= MIN_LETTERS ? lettersAt(number).includes(start) : lettersAt(number) === start;
  for (let number = given.line; number <= Math.min(given.endLine, document.lineCount); number++) {
    const isThere = quoted.some(({ start }) => isIn(number, start));
    if (isThere || (long.length === 0 && quoted.some(({ start }) => lettersAt(number).includes(start)))) return given;
  }
  for (const { start, offset } of searched.slice(0, MAX_SEARCHED)) {
    for (let distance = 0; distance <= document.lineCount; distance++) {
      const expected = given.line + offset;
      const number = [expected - distance, expected + distance].find((each) => isIn(each, start));
      if (number === undefined) continue;
      const line = Math.max(1, number - offset);
      return { line, endLine: line + given.endLine - given.line };
    }
  }
  return long.length > 0 ? null : given;
}

/** What tells a line apart from others. */
const beginning = (text: string): string => lettersOf(text).slice(0, 60);

/** The letters of each line, from 1. Each line is read once. */
function lettersIn(document: LinedText): (line: number) => string {
  const known = new Map<number, string>();
  return (line) => {
    if (line < 1 || line > document.lineCount) return '';
    const letters = known.get(line) ?? lettersOf(document.lineAt(line - 1).text);
    known.set(line, letters);
    return letters;
  };
}
