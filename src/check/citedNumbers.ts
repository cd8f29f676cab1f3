/** The numbers of the sources that an answer cites. */

/** Not a link and not a definition at the start of a line: `[1]: https://…`. */
const MARKS = /\[(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\](?!\(|(?<=^ {0,3}\[[^[\]]*\]):)/gm;

/** Numbers of `[1]`, `[1, 2]`, `[1][2]` and `[1-3]`; a link's text and a footnote's label are none. */
export function citedNumbers(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const match of text.matchAll(MARKS)) {
    for (const part of (match[1] ?? '').split(/[,;]/)) {
      const [first, last] = part.split(/[–-]/).map(Number);
      if (first === undefined) continue;
      for (let number = first; number <= Math.min(last ?? first, first + 50); number += 1) numbers.add(number);
    }
  }
  return numbers;
}

/** Line by line: a fence that is never closed makes code of the rest, as a renderer would. */
export function withoutCode(text: string): string {
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
