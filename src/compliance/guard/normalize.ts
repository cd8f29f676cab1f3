/** Different ways of writing the same characters become one, so that an identifier is found however it was typed or pasted. */
import { INVISIBLE } from '../../text/invisible.ts';

interface Normalized {
  readonly text: string;
  /** Offsets in the original text of the first and behind the last UTF-16 unit of a part of `text`. */
  range(start: number, end: number): readonly [number, number];
}

const HIDDEN = new RegExp(`[${INVISIBLE}]`, 'u');
/** Dashes of all scripts, the minus signs, and a bullet in the form of a hyphen. */
const DASH = /[\p{Dash_Punctuation}\u02d7\u2043\u207b\u208b\u2212\u2796]/u;
/** Marks that are drawn over, under or around a digit or a dash, as in a keycap. */
const MARK = /[\u0300-\u036f\u20d0-\u20f0]/;
const SPECIAL = /[^\t\n\r -~]/;

/**
 * The digits of all scripts become ASCII, all blanks a space, dashes, slashes, dots and apostrophes their ASCII form. Invisible characters
 * and the marks on a digit are left out. Every other character stays as it is, so that no identifier is found in footnote marks or fractions.
 */
export function normalize(original: string): Normalized {
  if (!SPECIAL.test(original)) return { text: original, range: (start, end) => [start, end] };
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const character of original) {
    const replaced = MARK.test(character) && /[\d-]$/.test(parts.at(-1) ?? '') ? '' : replacement(character);
    const unchanged = replaced === character;
    for (let unit = 0; unit < replaced.length; unit++) {
      starts.push(unchanged ? at + unit : at);
      ends.push(unchanged ? at + unit + 1 : at + character.length);
    }
    if (replaced !== '') parts.push(replaced);
    at += character.length;
  }
  return { text: parts.join(''), range: (start, end) => [starts[start] ?? at, ends[end - 1] ?? at] };
}

function replacement(character: string): string {
  if (!SPECIAL.test(character)) return character;
  if (HIDDEN.test(character)) return '';
  if (DASH.test(character)) return '-';
  if (/[\u2018\u2019\u02bc\uff07]/.test(character)) return "'";
  if (/[\u2044\u2215]/.test(character)) return '/';
  if (character === '\u2024') return '.';
  if (/\p{Zs}/u.test(character)) return ' ';
  if (/[\uff01-\uff5e]/.test(character)) return character.normalize('NFKC');
  return /\p{Nd}/u.test(character) ? digitOf(character) : character;
}

/** In Unicode, the digits of a script follow each other, and no other digit is directly before a zero but a nine. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}
