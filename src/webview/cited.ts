/** Which sources an answer cites with `[n]`, apart from those that it only lists. */

const MARK = /\[(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\](?![(:])/g;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** The numbers, from 1, of existing sources that the text cites outside of code. */
export function citedSources(text: string, count: number): ReadonlySet<number> {
  const cited = new Set<number>();
  if (count === 0) return cited;
  for (const mark of text.replace(CODE, ' ').matchAll(MARK)) {
    for (const part of (mark[1] ?? '').split(/[,;]/)) {
      const number = Number(part);
      if (number >= 1 && number <= count) cited.add(number);
    }
  }
  return cited;
}
