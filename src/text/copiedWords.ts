/** Finds words that somebody copied from a text. Case, spacing, punctuation and characters that are not visible make no difference. */

export interface CopiedRange {
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A text prepared for several searches. */
export interface SearchedText {
  readonly text: string;
  /** Letters and digits in lower case. */
  readonly letters: string;
  /** For each unit of `letters`, its place in `text`. */
  readonly places: readonly number[];
}

/** Words that are left out between two copied pieces. */
const LEFT_OUT = /\s*(?:\u2026|\.(?:\s?\.){2,}|\[(?:\u2026|\.{3})\])\s*/;

export function searchedText(text: string): SearchedText {
  const places: number[] = [];
  let letters = '';
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    let at = index;
    for (const character of word) {
      const lower = character.toLowerCase();
      for (let unit = 0; unit < lower.length; unit += 1) places.push(at);
      letters += lower;
      at += character.length;
    }
  }
  return { text, letters, places };
}

/** The ranges of the copied pieces, which "…" parts, one after another; null if one of them is not in the text. */
export function findCopied(words: string, { text, letters, places }: SearchedText): CopiedRange[] | null {
  const ranges: CopiedRange[] = [];
  let from = 0;
  for (const piece of words.split(LEFT_OUT)) {
    const wanted = searchedText(piece).letters;
    if (wanted === '') continue;
    const found = wholeWords(wanted, from);
    if (found === null) return null;
    ranges.push(found.range);
    from = found.next;
  }
  return ranges.length === 0 ? null : ranges;

  /** The first place at which no word is cut. */
  function wholeWords(wanted: string, begin: number): { range: CopiedRange; next: number } | null {
    for (let at = letters.indexOf(wanted, begin); at >= 0; at = letters.indexOf(wanted, at + 1)) {
      const start = places[at] ?? 0;
      const last = places[at + wanted.length - 1] ?? 0;
      const end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length;
      if (!isInside(text, start) && !isInside(text, end)) return { range: { start, end }, next: at + wanted.length };
    }
    return null;
  }
}

/** Whether the place is between two letters or digits of one word. */
function isInside(text: string, at: number): boolean {
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
}
