/**
 * A finding list as in the back of a tax handbook: what people call a subject -> the authority that deals with it. It only says where
 * to look; a document that the library does not hold is never named because of it.
 */

import { CORPORATIONS } from './data/vocabularyCorporations.ts';
import { CREDITS } from './data/vocabularyCredits.ts';
import { DEDUCTIONS } from './data/vocabularyDeductions.ts';
import { ENTITIES } from './data/vocabularyEntities.ts';
import { EXCISES } from './data/vocabularyExcises.ts';
import { GAINS } from './data/vocabularyGains.ts';
import { INCOME } from './data/vocabularyIncome.ts';
import { INTERNATIONAL } from './data/vocabularyInternational.ts';
import { PROCEDURE } from './data/vocabularyProcedure.ts';
import { STANDARDS } from './data/vocabularyStandards.ts';
import { TRANSFERS } from './data/vocabularyTransfers.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stopWords.ts';
import { wordsOf } from './words.ts';

/** How much a long entry counts against itself: little, as the subjects that are asked about most have the longest. */
const LENGTH = 0.15;

interface Postings {
  readonly keys: readonly string[];
  readonly lengths: readonly number[];
  readonly average: number;
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  /** Words that the list writes in capitals, in lower case: QSBS, ESOP. */
  readonly abbreviations: ReadonlySet<string>;
}

let postings: Postings | null = null;

/** Authorities whose subject shares words with the question, with a BM25-like score; best first, at most `limit`. */
export function subjectsOf(
  terms: readonly { stem: string; weight: number }[],
  limit: number,
): { key: string; score: number }[] {
  postings ??= build();
  const { keys, lengths, average, byStem } = postings;
  const scores = new Map<number, number>();
  for (const term of terms) {
    const list = byStem.get(term.stem);
    if (!list) continue;
    const idf = Math.log(1 + (keys.length - list.length + 0.5) / (list.length + 0.5));
    for (const subject of list) {
      const length = (lengths[subject] ?? average) / average;
      const gain = (term.weight * idf ** 1.2 * 2.2) / (1 + 1.2 * (1 - LENGTH + LENGTH * length)) / 1.35;
      scores.set(subject, (scores.get(subject) ?? 0) + gain);
    }
  }
  return [...scores]
    .map(([subject, score]) => ({ key: keys[subject] ?? '', score }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}

/** Whether the list has the word at all. */
export function inSubjects(own: string): boolean {
  postings ??= build();
  return postings.byStem.has(own);
}

/** Whether the word is an abbreviation of the field, as the list writes it: "QSBS", not "beat". */
export function isAbbreviation(word: string): boolean {
  postings ??= build();
  return postings.abbreviations.has(word);
}

function build(): Postings {
  const keys: string[] = [];
  const lengths: number[] = [];
  const byStem = new Map<string, number[]>();
  const abbreviations = new Set<string>();
  const lists = [
    CREDITS,
    INCOME,
    DEDUCTIONS,
    CORPORATIONS,
    ENTITIES,
    INTERNATIONAL,
    GAINS,
    TRANSFERS,
    EXCISES,
    PROCEDURE,
    STANDARDS,
  ];
  for (const line of lists.join('\n').split('\n')) {
    const at = line.indexOf(': ');
    if (at === -1) continue;
    const subject = keys.push(line.slice(0, at)) - 1;
    const words = wordsOf(line.slice(at + 2)).filter((word) => !STOP_WORDS.has(word));
    const stems = new Set(words.map(stem));
    lengths.push(stems.size);
    for (const word of line.slice(at + 2).match(/\b[A-Z][A-Z0-9]{2,}\b/g) ?? []) abbreviations.add(word);
    for (const own of stems) {
      const list = byStem.get(own) ?? [];
      list.push(subject);
      byStem.set(own, list);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { keys, lengths, average, byStem, abbreviations };
}
