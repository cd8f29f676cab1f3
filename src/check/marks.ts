/** Marks of sources in an answer: [1], [1, 2], [1-3]. */

export interface SourceMark {
  readonly text: string;
  readonly numbers: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** No link, and no definition of a link at the start of a line: `[1]: https://…`. */
const MARK = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,20})\](?!\()(?!(?<=^ {0,3}\[[^[\]]{1,200}\]):)/gm;
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
    const [first = 0, last = first] = part.split(/[–-]/).map(Number);
    const length = Math.min(Math.max(last - first + 1, 1), LONGEST_RANGE);
    return Array.from({ length }, (_, at) => first + at);
  });
}

/** The numbers of all marks outside of code. */
export const citedNumbers = (markdown: string): Set<number> =>
  new Set(marksIn(withoutCode(markdown)).flatMap(({ numbers }) => numbers));

/** Line by line: a fence that is never closed makes code of the rest, as a renderer would. */
function withoutCode(text: string): string {
  const prose: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const [, run = ''] = /^ {0,3}(`{3,}(?!.*`)|~{3,})/.exec(line) ?? [];
    if (fence !== '') {
      if (run.startsWith(fence) && line.trim() === run) fence = '';
    } else if (run !== '') fence = run;
    else prose.push(line);
  }
  return prose.join('\n').replace(/`[^`\n]*`/g, '');
}
