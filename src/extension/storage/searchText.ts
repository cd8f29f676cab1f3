/** Words in the text of a file, without regard to case and accents. Folding a text costs more than searching it, so most are not folded. */
import { fold } from '../../conversation/findWords.ts';

export interface SearchText {
  contains(word: SearchedWord): boolean;
}

export interface SearchedWord {
  /** Folded, and written as in a line of JSON. */
  readonly written: string;
  /** Finds the word in a text without accents. Null for a word with characters outside of ASCII. */
  readonly pattern: RegExp | null;
}

/** Characters outside of ASCII that English texts contain, that folding leaves as they are, and their bytes in UTF-8. */
const KEPT = [
  ['§', 2],
  ['’', 3],
  ['“', 3],
  ['”', 3],
  ['–', 3],
  ['—', 3],
  ['‘', 3],
  ['•', 3],
] as const;

const decoder = new TextDecoder();

/** `word` is folded. */
export function searchedWord(word: string): SearchedWord {
  const written = JSON.stringify(word).slice(1, -1);
  const isAscii = /^[\x20-\x7e]*$/.test(written);
  return { written, pattern: isAscii ? new RegExp(written.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i') : null };
}

export function createSearchText(bytes: Uint8Array): SearchText {
  let text = decoder.decode(bytes);
  let isPlain: boolean | null = null;
  let isFolded = false;

  return {
    contains({ written, pattern }) {
      if (!isFolded && pattern) {
        if (pattern.test(text)) return true;
        isPlain ??= hasOnlyKept(text, bytes.length);
        if (isPlain) return false;
      }
      if (!isFolded) text = fold(text);
      isFolded = true;
      return text.includes(written);
    },
  };
}

/** Every other character outside of ASCII has more bytes than UTF-16 units. So only as many are counted as there can be. */
function hasOnlyKept(text: string, byteLength: number): boolean {
  let left = byteLength - text.length;
  for (const [character, size] of KEPT) {
    for (let at = left > 0 ? text.indexOf(character) : -1; at !== -1; at = text.indexOf(character, at + 1)) {
      left -= size - 1;
    }
  }
  return left === 0;
}
