/** Marks of sources in a normalised sentence: [1], [1, 2], [1-3]. */

export interface SourceMark {
  readonly text: string;
  readonly numbers: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** No link, and no definition of a link at the start of a line: `[1]: https://…`. */
const MARK = /\[(\d{1,3}(?:\s*[,;-]\s*\d{1,3}){0,20})\](?!\()(?!(?<=^ {0,3}\[[^[\]]{1,200}\]):)/gm;
/** Sources that one range names. */
const LONGEST_RANGE = 50;

export function marksIn(text: string): SourceMark[] {
  return Array.from(text.matchAll(MARK), (match) => ({
    text: match[0],
    numbers: numbersOf(match[1] ?? ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function numbersOf(written: string): number[] {
  return written.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split('-').map(Number);
    const length = Math.min(Math.max(last - first + 1, 1), LONGEST_RANGE);
    return Array.from({ length }, (_, at) => first + at);
  });
}

/** All places stay the same. */
export function withoutMarks(text: string, marks: readonly SourceMark[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of marks) {
    result += text.slice(at, start) + ' '.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}
