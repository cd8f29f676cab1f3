/** Marks of sources in an answer: [1], [1, 2], [1-3]. */
import { fencedLines } from '../text/codeFences.ts';
import type { TextRange } from '../text/findQuotation.ts';

export interface SourceMark extends TextRange {
  readonly text: string;
  readonly numbers: readonly number[];
}

/** No link, and no definition of a link at the start of a line: `[1]: https://…`. */
const MARK = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,20})\](?!\()(?!(?<=^ {0,3}\[[^[\]]{1,200}\]):)/gm;
const LONGEST_RANGE = 50;

export function marksIn(text: string): SourceMark[] {
  return Array.from(text.matchAll(MARK), (match) => ({
    text: match[0],
    numbers: numbersIn(match[1] ?? ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The numbers of a list such as "1, 2-4". A range of more than 50 is cut. */
export function numbersIn(written: string): number[] {
  return written.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    const length = Math.min(Math.max(last - first + 1, 1), LONGEST_RANGE);
    return Array.from({ length }, (_, at) => first + at);
  });
}

/** The numbers of all marks outside of code. */
export function citedNumbers(markdown: string): Set<number> {
  const lines = markdown.split('\n');
  const isCode = fencedLines(lines);
  const prose = lines.filter((_, at) => !isCode[at]).join('\n');
  return new Set(marksIn(prose.replace(/`[^`\n]*`/g, '')).flatMap(({ numbers }) => numbers));
}
