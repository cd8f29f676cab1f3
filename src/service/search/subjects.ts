/**
 * What people call a subject, and the authority that deals with it, as in the index of a tax handbook. It only says where to look: a
 * document that the library does not have is never named because of it.
 */
import { parseSubjects } from './parseWordList.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stopWords.ts';
import { readWordList } from './wordLists.ts';
import { wordsOf } from './words.ts';

/** One file per part of the Code, and one for the standards. */
export const SUBJECT_LISTS = [
  'subjectsCredits',
  'subjectsIncome',
  'subjectsDeductions',
  'subjectsCorporations',
  'subjectsEntities',
  'subjectsInternational',
  'subjectsGains',
  'subjectsTransfers',
  'subjectsExcises',
  'subjectsProcedure',
  'subjectsStandards',
] as const;

/** How much the length of an entry counts against it (BM25's b). Low, because the subjects that are asked about most have the longest entries. */
const LENGTH = 0.15;

/** Factor for an entry that has all words of a question of at least so many words. */
const WHOLE = 1.5;
const MIN_WHOLE = 2;

interface Postings {
  readonly keys: readonly string[];
  readonly lengths: readonly number[];
  readonly average: number;
  readonly byStem: ReadonlyMap<string, readonly number[]>;
  /** Words that the lists write in capitals: QSBS, ESOP. */
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
  const covered = new Map<number, number>();
  for (const term of terms) {
    const list = byStem.get(term.stem);
    if (!list) continue;
    const idf = Math.log(1 + (keys.length - list.length + 0.5) / (list.length + 0.5));
    for (const subject of list) {
      const length = (lengths[subject] ?? average) / average;
      const gain = (term.weight * idf ** 1.2 * 2.2) / (1 + 1.2 * (1 - LENGTH + LENGTH * length)) / 1.35;
      scores.set(subject, (scores.get(subject) ?? 0) + gain);
      if (term.weight === 1) covered.set(subject, (covered.get(subject) ?? 0) + 1);
    }
  }
  // An entry with every word of the question is about what the question asks, and not about one of its words.
  const asked = terms.filter((term) => term.weight === 1).length;
  const whole = (subject: number) => (asked >= MIN_WHOLE && covered.get(subject) === asked ? WHOLE : 1);
  return [...scores]
    .map(([subject, score]) => ({ key: keys[subject] ?? '', score: score * whole(subject) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}

/** Whether a subject has the stem. */
export function isSubjectWord(own: string): boolean {
  postings ??= build();
  return postings.byStem.has(own);
}

/** Whether the lists have the word in capitals: "QSBS", not "beat". */
export function isAbbreviation(word: string): boolean {
  postings ??= build();
  return postings.abbreviations.has(word);
}

function build(): Postings {
  const keys: string[] = [];
  const lengths: number[] = [];
  const byStem = new Map<string, number[]>();
  const abbreviations = new Set<string>();
  for (const { key, words } of SUBJECT_LISTS.flatMap((name) => parseSubjects(readWordList(name)).entries)) {
    const subject = keys.push(key) - 1;
    const stems = new Set(
      wordsOf(words.replace(/[’']s\b/g, ''))
        .filter((word) => !STOP_WORDS.has(word))
        .map(stem),
    );
    lengths.push(stems.size);
    for (const word of words.match(/\b[A-Z][A-Z0-9]{2,}\b/g) ?? []) abbreviations.add(word);
    for (const own of stems) {
      const list = byStem.get(own) ?? [];
      list.push(subject);
      byStem.set(own, list);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { keys, lengths, average, byStem, abbreviations };
}
