/** The text items of a PDF page that a line was read from, counted as pdf.js gives them, from 0. Other items can be between them. */
export type ItemRange = readonly [first: number, last: number];

/** From the first item of all ranges to the last one. Null if there is none. */
export function joinRanges(ranges: readonly (ItemRange | null)[]): ItemRange | null {
  const known = ranges.filter((range) => range !== null);
  if (known.length === 0) return null;
  return [Math.min(...known.map(([first]) => first)), Math.max(...known.map(([, last]) => last))];
}

/** One word a line: `12-15 - 16-20`. */
export function writeRanges(ranges: readonly (ItemRange | null)[]): string {
  return ranges.map((range) => range?.join('-') ?? '-').join(' ');
}

export function readRanges(text: string): (ItemRange | null)[] {
  return text.split(' ').map((word) => {
    const [, first, last] = /^(\d+)-(\d+)$/.exec(word) ?? [];
    return first === undefined || last === undefined ? null : [Number(first), Number(last)];
  });
}
