/** Where two versions of a text of a law differ first. Lines and characters from 0, in the newer one. */
export function firstDifference(older: string, newer: string): { line: number; character: number } | null {
  const [before, after] = [bodyOf(older), bodyOf(newer)];
  const at = after.lines.findIndex((line, index) => line !== before.lines[index]);
  if (at < 0) return null;
  const [was, is] = [before.lines[at] ?? '', after.lines[at] ?? ''];
  let character = 0;
  while (character < is.length && is[character] === was[character]) character += 1;
  return { line: after.from + at, character };
}

/** The lines after the facts in front of the text, which name the version, and the line of the first of them. */
function bodyOf(text: string): { lines: string[]; from: number } {
  const lines = text.split('\n');
  const from = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  return { lines: lines.slice(from), from };
}
