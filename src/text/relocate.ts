/** Finds the lines of a passage again in a text that may have changed. */
import { lettersOf } from './letters.ts';

/** As much of a document of VS Code as the search needs. `lineAt` counts from 0. */
export interface LinedText {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

/** From 1, inclusive. */
export interface LineRange {
  readonly line: number;
  readonly endLine: number;
}

/**
 * The current lines of a quoted passage: the given lines if they still contain one of its lines, else the nearest line that contains
 * the first of these, else the given lines. Rows of a table are quoted with its header, which need not be in the given lines.
 */
export function relocate(document: LinedText, line: number, endLine: number, snippet: string | undefined): LineRange {
  return (
    findLines(document, line, endLine, snippet) ?? { line: Math.max(1, line), endLine: Math.max(1, line, endLine) }
  );
}

/** Like `relocate`, but null if the passage is not in the text. */
export function findLines(
  document: LinedText,
  line: number,
  endLine: number,
  snippet: string | undefined,
): LineRange | null {
  const given = { line: Math.max(1, line), endLine: Math.max(1, line, endLine) };
  const quoted = (snippet ?? '')
    .split(/\r\n|\r|\n/)
    .map((text) => lettersOf(text).slice(0, 60))
    .filter((start) => start.length >= 12);
  const [first] = quoted;
  if (first === undefined) return given;
  const contains = (number: number, starts: readonly string[]) => {
    if (number < 1 || number > document.lineCount) return false;
    const letters = lettersOf(document.lineAt(number - 1).text);
    return starts.some((start) => letters.includes(start));
  };
  for (let number = given.line; number <= given.endLine; number++) if (contains(number, quoted)) return given;
  for (let distance = 1; distance <= document.lineCount; distance++) {
    for (const number of [given.line - distance, given.line + distance]) {
      if (contains(number, [first])) return { line: number, endLine: number + given.endLine - given.line };
    }
  }
  return null;
}
