/** Scores the passages of a document by the rarity of the question's words in them, the distance of these words, and their position. */
import type { DatabaseSync } from 'node:sqlite';
import { asksForQuestions, withoutOpenQuestions } from './openQuestions.ts';
import type { Query, Term } from './query.ts';
import { createTermStatistics } from './termStatistics.ts';
import { type Language, stemsOf } from './words.ts';

/** Saturation of repeated words, and how much the length of a passage counts against it (BM25's k1 and b). */
const K = 0.8;
const B = 0.6;
/** Weight of a synonym, against a word of the question. */
const ADDED = 0.35;
/** Occurrences in the text that one in the heading counts as. */
const HEADING = 1.2;
/** Share of their weight that two words add if they are neighbors in the question and near each other in the passage. */
const PROXIMITY = 0.5;
/** Share of the question's weight that the first passage of a document adds, because it states the rule more often than others. */
const OPENING = 0.1;

export interface Scorable {
  readonly heading: string;
  readonly text: string;
  readonly language: Language;
}

export interface PassageScorer {
  /** The weight of all words of the question. */
  readonly weight: number;
  /** The weight of one of them. */
  weightOf(term: Term): number;
  /** The text without its open questions, unless it is asked for them. */
  stated(text: string): string;
  /** Comparable only among the passages of one question. */
  score(passage: Scorable, ordinal: number): number;
}

/** Words of a typical passage. */
const AVERAGE = 190;

export function createPassageScorer(database: DatabaseSync, query: Query): PassageScorer {
  const { rarity } = createTermStatistics(database);
  const weights = new Map<string, number>();
  const weightOf = ({ weight, stems }: Term) => weight * rarity(stems);
  for (const term of query.terms) for (const own of term.stems) weights.set(own, weightOf(term));
  const questionWeight = query.terms.reduce((sum, term) => sum + weightOf(term), 0);
  for (const term of query.added)
    for (const own of term.stems) if (!weights.has(own)) weights.set(own, ADDED * rarity(term.stems));
  const stated = asksForQuestions(query.question) ? (text: string) => text : withoutOpenQuestions;
  const pairs = new Set(query.terms.slice(1).map((term, at) => `${query.terms[at]?.stems[0]} ${term.stems[0]}`));

  const score = (passage: Scorable, ordinal: number): number => {
    const counts = new Map<string, number>();
    const heading = new Set(stemsOf(passage.heading, passage.language));
    const words = stemsOf(stated(passage.text), passage.language);
    let proximity = 0;
    let before = '';
    let beforeAt = -10;
    for (const [at, word] of words.entries()) {
      if (!weights.has(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (at - beforeAt <= 4 && (pairs.has(`${before} ${word}`) || pairs.has(`${word} ${before}`))) {
        proximity = Math.max(proximity, (weights.get(word) ?? 0) + (weights.get(before) ?? 0));
      }
      before = word;
      beforeAt = at;
    }
    const norm = K * (1 - B + B * (words.length / AVERAGE));
    let sum = PROXIMITY * proximity;
    for (const [word, weight] of weights) {
      const tf = (counts.get(word) ?? 0) + (heading.has(word) ? HEADING : 0);
      if (tf > 0) sum += (weight * tf * (K + 1)) / (tf + norm);
    }
    if (ordinal === 0) sum += OPENING * questionWeight;
    return sum;
  };

  return {
    weight: questionWeight,
    stated,
    weightOf,
    score,
  };
}
