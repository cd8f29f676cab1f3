/** Words in the text of a file, without regard to case and accents. Folding a text costs more than searching it, so most are not folded. */
import { fold } from '../../conversation/findWords.ts';
import { escapePattern } from '../../text/escapePattern.ts';

export interface SearchedWord {
  /** Folded, and written as in a line of JSON. */
  readonly written: string;
  /** Finds the word in a text without accents. Null for a word with characters outside of ASCII. */
  readonly pattern: RegExp | null;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const keptByCodePoint = new Map<number, boolean>();

/** `word` is folded. */
export function searchedWord(word: string): SearchedWord {
  const written = JSON.stringify(word).slice(1, -1);
  const isAscii = /^[\x20-\x7e]*$/.test(written);
  return { written, pattern: isAscii ? new RegExp(escapePattern(written), 'i') : null };
}

/** `latin1` has one character for each byte of the UTF-8 text. */
export function containsWords(latin1: string, words: readonly SearchedWord[]): boolean {
  const rest = words.filter(({ pattern }) => !pattern?.test(latin1));
  if (rest.length === 0) return true;
  if (rest.some(({ pattern }) => pattern !== null) && hasOnlyKept(latin1)) return false;
  const folded = fold(decoder.decode(toBytes(latin1)));
  return rest.every(({ written }) => folded.includes(written));
}

/** `Buffer` is faster. A browser does not have it. */
export function toBytes(latin1: string): Uint8Array {
  if (typeof Buffer === 'function') return Buffer.from(latin1, 'latin1');
  const bytes = new Uint8Array(latin1.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = latin1.charCodeAt(i);
  return bytes;
}

/**
 * Whether folding changes nothing but the case of ASCII letters and white space, which no word contains. Only characters that begin
 * with the bytes C2 and E2 are looked at: most English texts contain no others outside of ASCII. Examples are § · “ ” ’ — … › ≤.
 */
function hasOnlyKept(latin1: string): boolean {
  let left = countOutsideAscii(latin1);
  for (let at = latin1.indexOf('\xc2'); at !== -1; at = latin1.indexOf('\xc2', at + 2)) {
    if (isKept(latin1.charCodeAt(at + 1))) left -= 2;
  }
  for (let at = latin1.indexOf('\xe2'); at !== -1; at = latin1.indexOf('\xe2', at + 3)) {
    const bits = ((latin1.charCodeAt(at + 1) & 0x3f) << 6) | (latin1.charCodeAt(at + 2) & 0x3f);
    if (isKept(0x2000 | bits)) left -= 3;
  }
  return left === 0;
}

function isKept(codePoint: number): boolean {
  let kept = keptByCodePoint.get(codePoint);
  if (kept === undefined) {
    const character = String.fromCodePoint(codePoint);
    const folded = fold(character);
    kept = folded === character || /^\s+$/.test(folded);
    keptByCodePoint.set(codePoint, kept);
  }
  return kept;
}

/** UTF-8 has two bytes for each of these characters and one for each other. `Buffer` counts faster; a browser does not have it. */
function countOutsideAscii(latin1: string): number {
  const bytes = typeof Buffer === 'function' ? Buffer.byteLength(latin1) : encoder.encode(latin1).length;
  return bytes - latin1.length;
}
