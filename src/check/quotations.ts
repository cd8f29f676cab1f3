/** Words in quotation marks and block quotations, and whether a text contains them. */

import { firstMissing, piecesOf } from '../text/findQuotation.ts';
import { lettersOf } from '../text/letters.ts';
import type { Evidence } from './evidence.ts';
import { quotedSpans } from './quotedSpans.ts';

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

/** The pieces occur one after another. Labels such as "(A)" make no difference. */
export function containsQuotation(evidence: Evidence, { pieces }: QuotedWords): boolean {
  return (
    firstMissing(evidence.letters(), pieces) === null || firstMissing(lettersWithoutLabels(evidence), pieces) === null
  );
}

const withoutLabels = new WeakMap<Evidence, string>();

function lettersWithoutLabels(evidence: Evidence): string {
  let letters = withoutLabels.get(evidence);
  if (letters === undefined) {
    letters = lettersOf(evidence.text.replace(/\((?:\d{1,3}|[A-Za-z]{1,2}|[ivxIVX]{2,5})\)/g, ' '));
    withoutLabels.set(evidence, letters);
  }
  return letters;
}
