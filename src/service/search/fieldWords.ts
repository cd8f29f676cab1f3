/** How much of a question is about tax, accounting, audit or business. */
import { parseWords } from './parseWordList.ts';
import { stem } from './stem.ts';
import { isAbbreviation } from './subjects.ts';
import { readWordList } from './wordLists.ts';
import { wordsOf } from './words.ts';

/** What a word of business in general counts, against one of the field. */
const BUSINESS = 0.4;
/** Added to the number of words, so that one word of the field in a short question does not decide. */
const SHORT = 6;

/** Stem -> weight. Built at the first use. */
let weights: ReadonlyMap<string, number> | null = null;

/** The share (0-1) of words of the field. */
export function fieldShare({
  question,
  terms,
}: {
  readonly question: string;
  readonly terms: readonly { readonly word: string; readonly stem: string }[];
}): number {
  const own = weightsOfWords();
  const capitals = question.match(/\b[A-Z][A-Z0-9]{2,}\b/g) ?? [];
  const abbreviations = new Set(capitals.filter(isAbbreviation).map((word) => word.toLowerCase()));
  let sum = 0;
  for (const term of terms) sum += abbreviations.has(term.word) ? 1 : (own.get(term.stem) ?? 0);
  return sum / (terms.length + SHORT);
}

/** Whether the stem is a word of tax, accounting or audit: "depreciate", not "test". */
export function isFieldWord(own: string): boolean {
  return weightsOfWords().get(own) === 1;
}

function weightsOfWords(): ReadonlyMap<string, number> {
  weights ??= new Map([...weighted('businessWords', BUSINESS), ...weighted('fieldWords', 1)]);
  return weights;
}

function weighted(name: 'businessWords' | 'fieldWords', weight: number): [string, number][] {
  return parseWords(readWordList(name))
    .entries.flatMap(wordsOf)
    .map((word) => [stem(word), weight]);
}
