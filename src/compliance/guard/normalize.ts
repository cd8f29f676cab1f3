/** Different ways of writing the same characters become one, so that an identifier is found however it was typed or pasted. */
import { INVISIBLE } from '../../text/invisible.ts';

interface Normalized {
  readonly text: string;
  /** Offsets in the original text of the first and behind the last UTF-16 unit of a part of `text`. */
  range(start: number, end: number): readonly [number, number];
}

const HIDDEN = new RegExp(`[${INVISIBLE}]`, 'u');
/** Arabic, Persian and Devanagari. */
const OTHER_ZEROS = [0x660, 0x6f0, 0x966];
const SPECIAL = /[^\t\n\r -~]/;

/**
 * Full-width and other digits become ASCII, all blanks a space, dashes and apostrophes their ASCII form. Invisible characters are
 * left out. Every other character stays as it is, so that no identifier is found in footnote marks or fractions.
 */
export function normalize(original: string): Normalized {
  if (!SPECIAL.test(original)) return { text: original, range: (start, end) => [start, end] };
  const starts: number[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let at = 0;
  for (const character of original) {
    const replaced = replacement(character);
    const unchanged = replaced === character;
    for (let unit = 0; unit < replaced.length; unit++) {
      starts.push(unchanged ? at + unit : at);
      ends.push(unchanged ? at + unit + 1 : at + character.length);
    }
    parts.push(replaced);
    at += character.length;
  }
  return { text: parts.join(''), range: (start, end) => [starts[start] ?? at, ends[end - 1] ?? at] };
}

function replacement(character: string): string {
  if (!SPECIAL.test(character)) return character;
  if (HIDDEN.test(character)) return '';
  if (/[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/.test(character)) return '-';
  if (/[\u2018\u2019\u02bc\uff07]/.test(character)) return "'";
  if (/\p{Zs}/u.test(character)) return ' ';
  if (/[\uff01-\uff5e\u{1d7ce}-\u{1d7ff}]/u.test(character)) return character.normalize('NFKC');
  const code = character.charCodeAt(0);
  const zero = OTHER_ZEROS.find((each) => code >= each && code <= each + 9);
  return zero === undefined ? character : String(code - zero);
}
