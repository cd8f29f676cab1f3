/** One spelling for characters that look or mean the same: dashes, quotation marks, blanks, full-width forms. */
import { latinDigit } from '../../text/digits.ts';
import { INVISIBLE } from '../../text/invisible.ts';

export interface NormalisedText {
  readonly text: string;
  /** The place in the original of a place in `text`. */
  original(at: number): number;
}

/** Classes of Unicode take eight times as long to find, so a text without such a character is read with `MARKDOWN` alone. */
const UNCOMMON = /[^\t\n\r -~\u00a0-\u00ac\u00ae-\u017f\u2010-\u2027\u2030-\u205e\u2070-\u20cf\u2100-\u27ff]/;
/** Markdown's emphasis and escapes. `4 * 5` keeps its sign. */
const MARKDOWN = /[\\`_]|(?<! )\*|\*(?! )/g;
/** The same, hidden characters and marks on digits. */
const DROPPED = new RegExp(String.raw`(?<=\d)[\p{M}${INVISIBLE}]+|[${INVISIBLE}\\\x60_]|(?<! )\*|\*(?! )`, 'gu');

const REPLACED =
  /[\u2018-\u201f\u00ab\u00bb\u2010-\u2015\u2212\u00a0\u2007\u202f\u2000-\u2006\u2008-\u200a\u2028\u2029\u066b\u066c\u3000\u3010\u3011\uff01-\uff5e]/g;

const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;

/** One of two code units gets a character that is dropped, so that all places stay. */
const inLatin = (digit: string): string => latinDigit(digit) + (digit.length > 1 ? '\u200b' : '');

export function normalise(text: string): NormalisedText {
  const evened = text.replace(REPLACED, replacement);
  const isCommon = !UNCOMMON.test(evened);
  const replaced = isCommon ? evened : evened.replace(OTHER_DIGITS, inLatin);
  const pattern = isCommon ? MARKDOWN : DROPPED;
  if (replaced.search(pattern) < 0) return { text: replaced, original: (at) => at };
  const places: number[] = [];
  let from = 0;
  for (const { index, 0: dropped } of replaced.matchAll(pattern)) {
    for (; from < index; from += 1) places.push(from);
    from += dropped.length;
  }
  return {
    text: replaced.replace(pattern, ''),
    // Nothing is dropped after the last of these places.
    original: (at) => places[at] ?? from + at - places.length,
  };
}

/** Characters in place of those that look or mean the same. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b]/, "'"],
  [/[\u201c-\u201f\u00ab\u00bb]/, '"'],
  [/[\u2010-\u2013\u2212]/, '-'],
  [/[\u2014\u2015]/, '\u2014'],
  [/\u066b/, '.'],
  [/\u066c/, ','],
  [/\u3010/, '['],
  [/\u3011/, ']'],
  // Blanks that do not break also separate groups of digits.
  [/[\u00a0\u2007\u202f]/, '\u00a0'],
];

function replacement(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  return SAME.find(([pattern]) => pattern.test(character))?.[1] ?? ' ';
}
