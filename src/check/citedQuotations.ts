/** Quotations next to a citation, and where they differ from the text of the authority. The time is linear in both texts. */
import type { AuthorityCitation } from '../authority/parseAuthorities.ts';
import { firstMissing, piecesOf, type SearchedText } from '../text/findQuotation.ts';
import { lettersOf } from '../text/letters.ts';
import { quotedSpans, type TextSpan } from './quotationsInSource.ts';

/** A quotation in a text, with the citation next to it. */
export interface CitedQuotation {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly citation: AuthorityCitation;
}

/** Shorter quotations are terms ("the “basis”"). Characters. */
const SHORTEST = 25;
const LONGEST = 4000;
/** Characters between a quotation and its citation, at most. */
const NEAR = 120;
/** Characters of a piece between two ellipses that is compared, at least. */
const SHORTEST_PIECE = 8;

/** `citations` are those of the text, in its order. */
export function quotationsWithCitations(text: string, citations: readonly AuthorityCitation[]): CitedQuotation[] {
  const found: CitedQuotation[] = [];
  let at = 0;
  let next = 0;
  for (const paragraph of text.split(/(\n[ \t]*\r?\n)/)) {
    const base = at;
    at += paragraph.length;
    const first = next;
    while ((citations[next]?.start ?? at) < at) next += 1;
    if (first === next) continue;
    const own = citations.slice(first, next);
    for (const { start, end } of spansOf(paragraph)) {
      const span = { start: base + start, end: base + end };
      const citation = nearest(text, own, span);
      if (citation) found.push({ text: text.slice(span.start, span.end), ...span, citation });
    }
  }
  return found;
}

function spansOf(paragraph: string): TextSpan[] {
  const isCompared = ({ start, end }: TextSpan) => end - start >= SHORTEST && end - start <= LONGEST;
  const block = /^(?:[ \t]*>[^\n]*(?:\n|$))+/m.exec(paragraph);
  const whole = block && { start: block.index, end: block.index + block[0].trimEnd().length };
  return whole && isCompared(whole) ? [whole] : quotedSpans(paragraph).filter(isCompared);
}

/** The end of a sentence, and the beginning of the next one. */
const SENTENCE_END = /[.!?]["”’“)\]]*\s+["“(]?[\p{Lu}§]/u;

/**
 * The citation that is closest to the quotation, before or after it, in the same sentence if there is one. One inside of the quotation is
 * part of its words.
 */
function nearest(
  text: string,
  citations: readonly AuthorityCitation[],
  { start, end }: TextSpan,
): AuthorityCitation | null {
  const before = citations.findLast((one) => one.start < start);
  const after = citations.find((one) => one.start >= end);
  const near = [
    { citation: after, from: end, to: after?.start ?? Number.POSITIVE_INFINITY },
    { citation: before, from: before ? before.start + before.text.length : Number.NEGATIVE_INFINITY, to: start },
  ]
    .filter(({ from, to }) => to - from <= NEAR)
    .toSorted((one, other) => one.to - one.from - (other.to - other.from));
  // A sentence can end inside of the quotation marks.
  const inSentence = near.find(({ from, to }) => !SENTENCE_END.test(text.slice(from - 1, to + 1)));
  return (inSentence ?? near[0])?.citation ?? null;
}

/** `quoted`: the words from the first difference on. `original`: the words there in the authority; null if no place is similar. */
export interface Difference {
  readonly quoted: string;
  readonly original: string | null;
  /** The first number further on in the quotation that the authority has nowhere, with its unit. Null if `quoted` has one, or there is none. */
  readonly number: string | null;
}

/** Words that are compared before the authority is said to have a similar place. */
const SIMILAR_WORDS = 3;
/** Words of a difference that are shown. */
const SHOWN_WORDS = 6;

/** null if the authority has the quotation. */
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
