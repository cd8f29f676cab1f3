/** One spelling for characters that look or mean the same: dashes, quotation marks, blanks, full-width forms. */

export interface NormalisedText {
  readonly text: string;
  /** The place in the original of a place in `text`. */
  original(at: number): number;
}

/** Soft hyphens, zero-width and direction characters, and Markdown's emphasis and escapes. `4 * 5` keeps its sign. */
const DROPPED = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\\`_]|(?<! )\*|\*(?! )/g;

const REPLACED =
  /[\u2018-\u201f\u00ab\u00bb\u2010-\u2015\u2212\u00a0\u2007\u202f\u2000-\u2006\u2008-\u200a\u3000\u3010\u3011\uff01-\uff5e]/g;

export function normalise(text: string): NormalisedText {
  const replaced = text.replace(REPLACED, replacement);
  const dropped = Array.from(replaced.matchAll(DROPPED), ({ index }) => index);
  if (dropped.length === 0) return { text: replaced, original: (at) => at };
  return {
    text: replaced.replace(DROPPED, ''),
    original: (at) => {
      // Binary search: the number of dropped characters before the place.
      let low = 0;
      let high = dropped.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((dropped[middle] ?? 0) - middle <= at) low = middle + 1;
        else high = middle;
      }
      return at + low;
    },
  };
}

function replacement(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xff01) return String.fromCharCode(code - 0xfee0);
  if (code >= 0x2018 && code <= 0x201b) return "'";
  if ((code >= 0x201c && code <= 0x201f) || code === 0xab || code === 0xbb) return '"';
  if ((code >= 0x2010 && code <= 0x2013) || code === 0x2212) return '-';
  if (code === 0x2014 || code === 0x2015) return '\u2014';
  if (code === 0x3010) return '[';
  if (code === 0x3011) return ']';
  // Blanks that do not break also separate groups of digits.
  return code === 0xa0 || code === 0x2007 || code === 0x202f ? '\u00a0' : ' ';
}
