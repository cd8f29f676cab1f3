/** Where a quotation differs from a text that it is said to be from. The time is linear in both texts. */
import { firstMissing, piecesOf, type SearchedText } from './findQuotation.ts';
import { lettersOf } from './letters.ts';

/** `quoted`: the words from the first difference on. `original`: the words there in the text; null if no place is similar. */
export interface Difference {
  readonly quoted: string;
  readonly original: string | null;
  /** The first number further on in the quotation that the text has nowhere, with its unit. Null if `quoted` has one, or there is none. */
  readonly number: string | null;
}

/** Characters of a piece between two ellipses that is compared, at least. */
const SHORTEST_PIECE = 8;
/** Words that are compared before the text is said to have a similar place. */
const SIMILAR_WORDS = 3;
/** Words of a difference that are shown. */
const SHOWN_WORDS = 6;

/** null if the text has the quotation. */
export function compareQuotation(quotation: string, { text, letters }: SearchedText): Difference | null {
  const pieces = piecesOf(quotation)
    .map(withoutMarkup)
    .filter((piece) => piece.length >= SHORTEST_PIECE);
  const missing = firstMissing(letters.text, pieces.map(lettersOf));
  if (missing === null) return null;
  const words = pieces[missing.piece]?.split(' ') ?? [];
  const beginning = (length: number) => lettersOf(words.slice(0, length).join(' '));
  let same = 0;
  let above = words.length;
  // A longer beginning is found only where a shorter one is.
  while (same + 1 < above) {
    const middle = (same + above) >> 1;
    if (letters.text.includes(beginning(middle), missing.from)) same = middle;
    else above = middle;
  }
  if (same < SIMILAR_WORDS) return { quoted: shownWords(words), original: null, number: null };
  const known = beginning(same);
  const letter = letters.starts[letters.text.indexOf(known, missing.from) + known.length] ?? text.length;
  // A sign in front of an amount is no letter, and belongs to the word: "$1,000,000".
  const place = letter - (/[$€£¥§]/.test(text.charAt(letter - 1)) ? 1 : 0);
  const original = shownWords(withoutMarkup(text.slice(place, place + 200)).split(' '));
  const quoted = shownWords(words.slice(same));
  return { quoted, original, number: numberNotIn(text, quoted, words.slice(same).join(' ')) };
}

const NUMBER = /[$€£]?\d(?:[\d.,]*\d)?(?: ?%| percent\b)?/g;
const digitsOf = (number: string): string => number.replace(/[^\d.,]/g, '');

/** The first number of `rest` that `text` does not have, if there is none in its beginning `shown`. */
function numberNotIn(text: string, shown: string, rest: string): string | null {
  const known = new Set(Array.from(text.matchAll(NUMBER), ([number]) => digitsOf(number)));
  const isNew = (number: string) => !known.has(digitsOf(number));
  if (shown.match(NUMBER)?.some(isNew)) return null;
  return rest.match(NUMBER)?.find(isNew) ?? null;
}

const shownWords = (words: readonly string[]): string => words.slice(0, SHOWN_WORDS).join(' ');

/** In one line, without emphasis and without what ends a sentence. */
function withoutMarkup(text: string): string {
  return text
    .replace(/[*_`\\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.,;:]+|[\s.,;:]+$/g, '');
}
