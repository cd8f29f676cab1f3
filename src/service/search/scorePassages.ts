/** Which passage of a found document answers: words with their rarity, nearness of the question's words, and where rules stand. */
import type { DatabaseSync } from 'node:sqlite';
import type { Query } from './query.ts';
import { stem } from './stem.ts';
import { wordsOf } from './words.ts';

/** Saturation of repeated words, and how much the length of a passage counts against it (BM25's k1 and b). */
const K = 0.8;
const B = 0.6;
/** Weight of a word that the vocabulary added, against one of the question. */
const ADDED = 0.35;
/** A word in the heading counts as so many in the text. */
const HEADING = 1.2;
/** What two words that are neighbours in the question add when they stand near each other. */
const NEAR = 0.5;
/** The opening of a document states the rule more often than any other place: a share of the question's weight. */
const OPENING = 0.1;

export interface Scorable {
  readonly heading: string;
  readonly text: string;
}

export interface PassageScorer {
  /** Comparable among the passages of one question. */
  score(passage: Scorable, ordinal: number): number;
  /** The score of the document's best passage. */
  best(document: { readonly title: string; readonly passages: readonly Scorable[] }): number;
  /** Share (0-1) of the question's weight whose words stand in the passage or its document's title. */
  coverage(passage: Scorable, title: string): number;
  /** Whether a text holds a word, by its stem. */
  holds(word: string, text: string): boolean;
  /** Share (0-1) of the question's weight in words that the library hardly knows. */
  strangeness(): number;
  /** Share (0-1) of the question's weight in words of which it is true. */
  share(holds: (stem: string) => boolean): number;
}

/** Words of a typical passage. */
const AVERAGE = 190;

export function createPassageScorer(database: DatabaseSync, query: Query): PassageScorer {
  const total = Math.max(1, Number(database.prepare('SELECT count(*) AS n FROM passages').get()?.n));
  const frequency = database.prepare('SELECT doc FROM terms WHERE term = ?');
  const idf = (term: string) => {
    const n = Number(frequency.get(term)?.doc ?? 0);
    return Math.log(1 + (total - n + 0.5) / (n + 0.5));
  };
  const weights = new Map<string, number>();
  for (const term of query.terms) weights.set(term.stem, term.weight * idf(term.stem));
  // A word counts as hardly known if it stands in fewer than about one of a thousand passages.
  const rare = Math.max(0.5, total / 1000);
  const strange = (term: string) => Math.exp(-Number(frequency.get(term)?.doc ?? 0) / rare);
  const own = new Map(weights);
  for (const term of query.added) if (!weights.has(term.stem)) weights.set(term.stem, ADDED * idf(term.stem));
  const pairs = new Set(query.terms.slice(1).map((term, at) => `${query.terms[at]?.stem} ${term.stem}`));
  const ownTotal = [...own.values()].reduce((sum, weight) => sum + weight, 0);

  const score = (passage: Scorable, ordinal: number): number => {
    const counts = new Map<string, number>();
    const heading = new Set(stems(passage.heading));
    const words = stems(passage.text);
    let near = 0;
    let before = '';
    let beforeAt = -10;
    for (const [at, word] of words.entries()) {
      if (!weights.has(word)) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
      if (at - beforeAt <= 4 && (pairs.has(`${before} ${word}`) || pairs.has(`${word} ${before}`))) {
        near = Math.max(near, (weights.get(word) ?? 0) + (weights.get(before) ?? 0));
      }
      before = word;
      beforeAt = at;
    }
    const norm = K * (1 - B + B * (words.length / AVERAGE));
    let sum = NEAR * near;
    for (const [word, weight] of weights) {
      const tf = (counts.get(word) ?? 0) + (heading.has(word) ? HEADING : 0);
      if (tf > 0) sum += (weight * tf * (K + 1)) / (tf + norm);
    }
    if (ordinal === 0) sum += OPENING * ownTotal;
    return sum;
  };

  return {
    score,
    best: ({ title, passages }) =>
      Math.max(
        0,
        ...passages
          .slice(0, 3)
          .map((passage) => score({ heading: `${title} ${passage.heading}`, text: passage.text }, 1)),
      ),
    coverage(passage, title) {
      const present = new Set([...stems(passage.text), ...stems(passage.heading), ...stems(title)]);
      let covered = 0;
      for (const [word, weight] of own) if (present.has(word)) covered += weight;
      return ownTotal === 0 ? 0 : covered / ownTotal;
    },
    holds: (word, text) => stems(text).includes(word),
    share(holds) {
      let sum = 0;
      for (const [word, weight] of own) if (holds(word)) sum += weight;
      return ownTotal === 0 ? 0 : sum / ownTotal;
    },
    strangeness() {
      let sum = 0;
      for (const [word, weight] of own) sum += weight * strange(word);
      return ownTotal === 0 ? 0 : sum / ownTotal;
    },
  };
}

const known = new Map<string, string>();
/** Stemming costs more than looking up; the words of a library are few. */
const MAX_KNOWN = 50_000;

function stems(text: string): string[] {
  return wordsOf(text).map((word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    if (known.size >= MAX_KNOWN) known.clear();
    const made = stem(word);
    known.set(word, made);
    return made;
  });
}
