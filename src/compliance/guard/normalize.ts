/** Different ways of writing the same characters become one, so that an identifier is found however it was typed or pasted. */
import { latinDigit } from '../../text/digits.ts';
import { INVISIBLE } from '../../text/invisible.ts';

/** A text as the guard searches it. */
export interface Reading {
  readonly text: string;
  /** Offsets in the original text of the first and after the last UTF-16 unit of a part of `text`. */
  range(start: number, end: number): readonly [number, number];
}

const HIDDEN = new RegExp(`[${INVISIBLE}]`, 'u');
/** Dashes of all scripts, the minus signs, and a bullet in the form of a hyphen. */
const DASH = /[\p{Dash}\u02d7\u2043\u2796]/u;
const SPECIAL = /[^\t\n\r -~]/;
/** Matches the plain form of a raised, lowered or circled number, but not that of a fraction, which has two numbers. */
const DIGITS = /^\D*(\d+)\D*$/;

/**
 * The readings of a text in which identifiers are searched. A raised digit may be a digit of the number or the mark of a footnote, which
 * parts words as a blank does, so a text with such digits has two.
 */
export function readingsOf(original: string): Reading[] {
  const plain = normalize(original);
  return /\p{No}/u.test(original) ? [plain, normalize(original, { marksAreDigits: true })] : [plain];
}

/**
 * Each character takes its compatible form in Unicode, without the marks on a digit or sign: the digits of all scripts become ASCII, all
 * blanks a space, dashes, slashes and apostrophes their ASCII form. Invisible characters are left out.
 */
export function normalize(original: string, { marksAreDigits = false } = {}): Reading {
  if (!SPECIAL.test(original)) return { text: original, range: (start, end) => [start, end] };
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const character of original) {
    const start = at;
    at += character.length;
    const marked = /\p{M}/u.test(character) ? withMark(parts.at(-1) ?? '', character) : null;
    if (marked !== null) {
      if (marked === '') continue;
      parts[parts.length - 1] = marked;
      ends[ends.length - 1] = at;
      continue;
    }
    const replaced = replacement(character, marksAreDigits);
    const unchanged = replaced === character;
    for (let unit = 0; unit < replaced.length; unit++) {
      starts.push(unchanged ? start + unit : start);
      ends.push(unchanged ? start + unit + 1 : at);
    }
    if (replaced !== '') parts.push(replaced);
  }
  return { text: parts.join(''), range: (start, end) => [starts[start] ?? at, ends[end - 1] ?? at] };
}

/** The character composed with the mark after it, if the result is not longer. A mark on anything but a letter has no meaning for an identifier. */
function withMark(before: string, mark: string): string | null {
  if (!/[\p{L}\p{M}]$/u.test(before)) return before;
  const composed = (before + mark).normalize('NFC');
  return composed.length === before.length ? composed : null;
}

function replacement(character: string, marksAreDigits: boolean): string {
  if (!SPECIAL.test(character)) return character;
  if (HIDDEN.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (/[\u2018\u2019\u02bc]/.test(character)) return "'";
  if (/[\u2044\u2215]/.test(character)) return '/';
  if (/\p{Zs}/u.test(character)) return ' ';
  if (/\p{Nd}/u.test(character)) return latinDigit(character);
  const compatible = character.normalize('NFKC');
  if (/\p{No}/u.test(character)) return (marksAreDigits && DIGITS.exec(compatible)?.[1]) || ' ';
  // ™ and similar signs are not expanded to letters.
  return compatible.length === 1 || /\p{L}/u.test(character) ? compatible : character;
}
