/** Finds the words of a quotation in a text, one piece after another where words are left out. */
import { lettersOf, type PlacedCharacters, placedLetters } from './letters.ts';

/** A text prepared for several searches. */
export interface SearchedText {
  readonly text: string;
  readonly letters: PlacedCharacters;
}

export interface TextRange {
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** An ellipsis, stars, or words of an editor in brackets. */
export const LEFT_OUT = /\[?\u2026\]?|\[?\.(?:\s?\.){2,}\]?|\[[^[\]]{2,}\]|\*(?:\s?\*){2,}/;
/** Marks of sources: `[1]`, `[2, 3]`. */
const MARK = /\[\d{1,3}(?:\s*[,;\u2013-]\s*\d{1,3})*\]/g;

export function searchedText(text: string): SearchedText {
  return { text, letters: placedLetters(text) };
}

/** The words between what is left out. "[N]o gain" changes a letter only. */
export function piecesOf(quotation: string): string[] {
  return quotation
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(MARK, '')
    .replace(/\[(\p{L})\]/gu, '$1')
    .split(LEFT_OUT)
    .filter((piece) => lettersOf(piece) !== '');
}

/** The first of the pieces, as letters, that does not follow those before it in the text, as letters; and where they end. */
export function firstMissing(letters: string, pieces: readonly string[]): { piece: number; from: number } | null {
  let from = 0;
  for (const [piece, words] of pieces.entries()) {
    const at = letters.indexOf(words, from);
    if (at < 0) return { piece, from };
    from = at + words.length;
  }
  return null;
}

/** The ranges of the pieces, in which no word is cut, one after another; null if one of them is not in the text. */
export function findQuotation(quotation: string, { text, letters }: SearchedText): TextRange[] | null {
  const ranges: TextRange[] = [];
  let from = 0;
  for (const piece of piecesOf(quotation)) {
    const words = lettersOf(piece);
    const at = wholeWords(words);
    if (at < 0) return null;
    from = at + words.length;
    ranges.push(rangeAt(at, from));
  }
  return ranges.length === 0 ? null : ranges;

  function rangeAt(at: number, end: number): TextRange {
    return { start: letters.starts[at] ?? 0, end: letters.ends[end - 1] ?? text.length };
  }

  function wholeWords(words: string): number {
    for (let at = letters.text.indexOf(words, from); at >= 0; at = letters.text.indexOf(words, at + 1)) {
      const { start, end } = rangeAt(at, at + words.length);
      if (!isInside(text, start) && !isInside(text, end)) return at;
    }
    return -1;
  }
}

/** Whether the place is between two letters or digits of one word. */
function isInside(text: string, at: number): boolean {
  return (
    /[\p{L}\p{N}]\p{M}*$/u.test(text.slice(Math.max(0, at - 3), at)) && /^[\p{L}\p{N}]/u.test(text.slice(at, at + 2))
  );
}
