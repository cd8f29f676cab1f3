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

/** Weight of an everyday word, against a word that names the subject. */
const EVERYDAY = 0.8;

/** Share of the rarer of two words that they add if they follow each other in the question and in the names of the subject. */
const NEIGHBORS = 0.25;

/** How much the length of an entry, without its everyday words, counts against it (BM25's b). Low, because the subjects that are asked about most have the longest entries. */
const LENGTH = 0.15;

/** Factor for an entry that has all words of a question of at least so many words. */
const WHOLE = 1.5;
const MIN_WHOLE = 2;

/** Share of the best score among the neighbors in its list that a subject gains, because neighboring sections deal with the same matter. */
const NEIGHBORHOOD = 0.2;
/** Entries of the list before and after a subject that are its neighbors. */
const NEARBY = 3;

interface Posting {
  readonly subject: number;
  readonly weight: number;
}

/** A word of the question, or a synonym of one. */
interface SubjectTerm {
  readonly stem: string;
  readonly weight: number;
  /** The stem of the question's word that a synonym stands for. */
  readonly of?: string | undefined;
}

interface Postings {
  readonly keys: readonly string[];
  /** The list of each subject, by its index in SUBJECT_LISTS. */
  readonly lists: readonly number[];
  readonly lengths: readonly number[];
  readonly average: number;
  readonly byStem: ReadonlyMap<string, readonly Posting[]>;
  /** Subjects by two neighboring stems of their names, "elect s", in both orders. */
  readonly byNeighbors: ReadonlyMap<string, readonly number[]>;
  /** Words that the lists write in capitals: QSBS, ESOP. */
  readonly abbreviations: ReadonlySet<string>;
}

let postings: Postings | null = null;

/**
 * Authorities whose subject shares words with the question, with a BM25-like score; best first, at most `limit`. A word and its synonyms
 * count once, as the best of them.
 */
export function subjectsOf(terms: readonly SubjectTerm[], limit: number): { key: string; score: number }[] {
  postings ??= build();
  const { keys, lists, lengths, average, byStem, byNeighbors } = postings;
  const scores = new Map<number, number>();
  const covered = new Map<number, number>();
  const gains = new Map<string, Map<number, number>>();
  const rarityOf = (count: number) => Math.log(1 + (keys.length - count + 0.5) / (count + 0.5)) ** 1.2;
  for (const term of terms) {
    const list = byStem.get(term.stem);
    if (!list) continue;
    const own = term.of ?? term.stem;
    const best = gains.get(own) ?? new Map<number, number>();
    gains.set(own, best);
    const rarity = rarityOf(list.length);
    for (const { subject, weight } of list) {
      const length = (lengths[subject] ?? average) / average;
      const gain = (weight * term.weight * rarity * 2.2) / (1 + 1.2 * (1 - LENGTH + LENGTH * length)) / 1.35;
      best.set(subject, Math.max(best.get(subject) ?? 0, gain));
      if (term.weight === 1) covered.set(subject, (covered.get(subject) ?? 0) + 1);
    }
  }
  for (const best of gains.values())
    for (const [subject, gain] of best) scores.set(subject, (scores.get(subject) ?? 0) + gain);
  const asked = terms.filter((term) => term.weight === 1).map((term) => term.stem);
  for (const [at, own] of asked.entries()) {
    const next = asked[at + 1] ?? '';
    const rarity = Math.min(...[own, next].map((one) => rarityOf(byStem.get(one)?.length ?? keys.length)));
    for (const subject of byNeighbors.get(`${own} ${next}`) ?? [])
      scores.set(subject, (scores.get(subject) ?? 0) + NEIGHBORS * rarity);
  }
  // An entry with every word of the question is about what the question asks, and not about one of its words.
  const whole = (subject: number) => (asked.length >= MIN_WHOLE && covered.get(subject) === asked.length ? WHOLE : 1);
  const own = new Map([...scores].map(([subject, score]) => [subject, score * whole(subject)]));
  const best = (subject: number) => {
    let found = 0;
    for (let other = subject - NEARBY; other <= subject + NEARBY; other += 1)
      if (other !== subject && lists[other] === lists[subject]) found = Math.max(found, own.get(other) ?? 0);
    return found;
  };
  return [...own]
    .map(([subject, score]) => ({ key: keys[subject] ?? '', score: score + NEIGHBORHOOD * best(subject) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, limit);
}

/** Whether a word with the stem names a subject. Everyday words say nothing about whether the library deals with a question. */
export function isSubjectWord(own: string): boolean {
  postings ??= build();
  return postings.byStem.get(own)?.some(({ weight }) => weight === 1) ?? false;
}

/** Whether the lists have the word in capitals: "QSBS", not "beat". */
export function isAbbreviation(word: string): boolean {
  postings ??= build();
  return postings.abbreviations.has(word);
}

function build(): Postings {
  const keys: string[] = [];
  const lists: number[] = [];
  const lengths: number[] = [];
  const byStem = new Map<string, Posting[]>();
  const byNeighbors = new Map<string, number[]>();
  const abbreviations = new Set<string>();
  const entries = SUBJECT_LISTS.flatMap((name, at) =>
    parseSubjects(readWordList(name)).entries.map((entry) => ({ ...entry, list: at })),
  );
  for (const { key, words, everyday, list: at } of entries) {
    const subject = keys.push(key) - 1;
    lists.push(at);
    const sequence = stemsIn(words);
    const names = new Set(sequence);
    const others = new Set(stemsIn(everyday).filter((own) => !names.has(own)));
    for (const pair of neighborsIn(sequence)) {
      const list = byNeighbors.get(pair) ?? [];
      list.push(subject);
      byNeighbors.set(pair, list);
    }
    lengths.push(names.size || others.size);
    for (const word of `${words} ${everyday}`.match(/\b[A-Z][A-Z0-9]{2,}\b/g) ?? []) abbreviations.add(word);
    for (const [stems, weight] of [
      [names, 1],
      [others, EVERYDAY],
    ] as const) {
      for (const own of stems) {
        const list = byStem.get(own) ?? [];
        list.push({ subject, weight });
        byStem.set(own, list);
      }
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return { keys, lists, lengths, average, byStem, byNeighbors, abbreviations };
}

function stemsIn(words: string): string[] {
  return wordsOf(words.replace(/[’']s\b/g, ''))
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}

function neighborsIn(stems: readonly string[]): Set<string> {
  return new Set(
    stems.slice(1).flatMap((own, at) => {
      const before = stems[at] ?? '';
      return [`${before} ${own}`, `${own} ${before}`];
    }),
  );
}
