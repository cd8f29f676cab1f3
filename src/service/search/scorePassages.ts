/** Scores texts of a document by BM25: the words of the question that they have, weighted by their rarity in the library. */
import { asksForQuestions, withoutOpenQuestions } from './openQuestions.ts';
import type { Query, Term } from './query.ts';
import type { TermStatistics } from './termStatistics.ts';
import { type Language, stemsOf } from './words.ts';

/** Saturation of repeated words, and how much the length of a text counts against it: the defaults of FTS5's `bm25()`. */
const K1 = 1.2;
const B = 0.75;
/** Words of a typical passage. */
const AVERAGE = 190;

export interface Scorable {
  readonly heading: string;
  readonly text: string;
  readonly language: Language;
}

/** The stems of what a text states, and of its heading. */
export interface ScoredWords {
  readonly text: readonly string[];
  readonly heading: readonly string[];
}

export interface PassageScorer {
  /** The weight of all words of the question. */
  readonly weight: number;
  /** The weight of one of them. */
  weightOf(term: Term): number;
  /** The text without its open questions, unless it is asked for them. */
  stated(text: string): string;
  words(passage: Scorable): ScoredWords;
  /** Comparable only among the texts of one question. */
  score(words: ScoredWords): number;
}

export function createPassageScorer({ rarity }: TermStatistics, query: Query): PassageScorer {
  const weightOf = ({ weight, stems }: Term) => weight * rarity(stems);
  const weights = new Map<string, number>();
  for (const term of [...query.added, ...query.terms]) for (const own of term.stems) weights.set(own, weightOf(term));
  const stated = asksForQuestions(query.question) ? (text: string) => text : withoutOpenQuestions;
  return {
    weight: query.terms.reduce((sum, term) => sum + weightOf(term), 0),
    weightOf,
    stated,
    words: ({ heading, text, language }) => ({
      text: stemsOf(stated(text), language),
      heading: stemsOf(heading, language),
    }),
    score({ text, heading }) {
      const counts = new Map<string, number>();
      // A word of the heading counts once, however often it is in it.
      for (const word of [...text, ...new Set(heading)])
        if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
      const norm = K1 * (1 - B + (B * text.length) / AVERAGE);
      return [...counts].reduce((sum, [word, tf]) => sum + ((weights.get(word) ?? 0) * tf * (K1 + 1)) / (tf + norm), 0);
    },
  };
}
