/** Words in quotation marks and block quotations, and whether a text contains them. */
import { firstMissing, piecesOf, type TextRange } from '../text/findQuotation.ts';
import { lettersOf } from '../text/letters.ts';
import type { Evidence } from './statedInText.ts';

/** In the forms of English, German, French and East Asian texts. */
const QUOTED =
  /\u201c[^\u201d\u201c]{1,4000}\u201d|(?<![\w"])"[^"]{1,4000}"(?!\w)|\u00ab[^\u00ab\u00bb]{1,4000}\u00bb|\u201e[^\u201e\u201c\u201d]{1,4000}[\u201c\u201d]|(?<![\p{L}\p{N}])\u2018(?:[^\u2018\u2019]|\u2019(?=\p{L})){1,4000}\u2019|\u300c[^\u300c\u300d]{1,4000}\u300d/gu;

/** The words between the marks. */
export function quotedSpans(text: string): TextRange[] {
  return Array.from(text.matchAll(QUOTED), ({ 0: { length }, index }) => ({
    start: index + 1,
    end: index + length - 1,
  }));
}

export interface QuotedWords {
  /** The words between the quotation marks as written. */
  readonly text: string;
  /** The words around what is left out, as letters and digits only, in order. */
  readonly pieces: readonly string[];
}

/** Shorter ones are terms or irony ("a firm “no”"), not evidence. */
const FEWEST_WORDS = 4;
const FEWEST_CHARACTERS = 25;
/** Words of a rule, which are no term: "shall not exceed $250,000". */
const RULE = /\d|\b(?:shall|may|must|not|unless|only)\b/i;
const FEWEST_IN_A_RULE = 3;
/** Pieces of one quotation that are looked for. */
const MOST_PIECES = 40;

export function quotationsIn(sentence: string, isBlock: boolean): QuotedWords[] {
  if (isBlock) {
    const text = sentence
      .replace(/\n[ \t]*(?:>[ \t]?)+/g, ' ')
      .replace(/\[\d[\d,;\s\u2013-]*\]/g, '')
      .trim();
    // A line that begins with a dash names the origin.
    return /^[\u2013\u2014-]/.test(text) ? [] : read(text);
  }
  return quotedSpans(sentence).flatMap(({ start, end }) => read(sentence.slice(start, end).trim()));
}

function read(text: string): QuotedWords[] {
  const words = text.split(/\s+/).length;
  const fewest = RULE.test(text) ? FEWEST_IN_A_RULE : FEWEST_WORDS;
  if (words < fewest && text.length < FEWEST_CHARACTERS) return [];
  const pieces = piecesOf(text).map(lettersOf).slice(0, MOST_PIECES);
  return pieces.join('').length < 10 ? [] : [{ text, pieces }];
}

/** The pieces occur one after another. */
export const containsQuotation = (evidence: Evidence, { pieces }: QuotedWords): boolean =>
  firstMissing(evidence.letters(), pieces) === null;
