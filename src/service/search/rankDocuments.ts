/** Ranks documents by the BM25 scores of their passages and by their subjects. */
import type { DatabaseSync } from 'node:sqlite';
import type { CitedDocument } from './citedDocuments.ts';
import type { Query, Term } from './query.ts';
import type { SearchOptions } from './searchResult.ts';
import { subjectsOf } from './subjects.ts';
import { createTermStatistics, type TermStatistics } from './termStatistics.ts';

export interface RankedDocument {
  readonly id: number;
  readonly score: number;
  readonly cited: CitedDocument | null;
  /** Passages found in it with their scores, best first. */
  readonly passages: readonly { readonly id: number; readonly score: number }[];
}

/** Weights of the parts of a document's score, measured on the evaluation questions (docs/library.md). */
const PASSAGES = 'bm25(3.0, 1.5, 1.0)';
const NEXT_PASSAGES = 0.2;
const ADDED = 0.35;
const SUBJECT = 4;
/** A single sentence of fewer words than this names a subject and tells no story. Each word less adds to the weight of subjects. */
const SHORT = 7;
const SUBJECT_OF_SHORT = 1 / 3;
const FURTHER_SENTENCE = /[.?!;]\s+\p{L}/u;
const ADDED_SUBJECT = 0.6;
/** Weight of a part of the question alone, so that both parts of an "and" are found. */
const CLAUSE = 0.67;
/** Words of a question above which its sentences are not searched for separately, because they tell a story. */
const MAX_SEPARATE_WORDS = 14;
/** Share of its score that a document of a preferred kind gains. */
const PREFERRED = 0.25;

export function rankDocuments(
  database: DatabaseSync,
  query: Query,
  cited: readonly CitedDocument[],
  options: SearchOptions,
): RankedDocument[] {
  const passageScores = new Map<number, { document: number; score: number }>();
  const scores = new Map<number, number>();
  const statistics = createTermStatistics(database);
  const passages = database.prepare(
    `SELECT i.rowid AS id, p.document AS document, -i.rank AS score FROM passageIndex i JOIN passages p ON p.id = i.rowid
     WHERE i.passageIndex MATCH ? AND i.rank MATCH '${PASSAGES}' ORDER BY i.rank LIMIT 600`,
  );
  for (const [terms, weight] of [
    [query.terms, 1],
    [query.added, ADDED],
  ] as const) {
    const match = toMatch(rarest(statistics, terms));
    if (match === '') continue;
    for (const row of passages.all(match)) {
      const id = Number(row.id);
      const score = (passageScores.get(id)?.score ?? 0) + weight * Number(row.score);
      passageScores.set(id, { document: Number(row.document), score });
    }
  }
  const byDocument = new Map<number, { id: number; score: number }[]>();
  for (const [id, { document, score }] of passageScores) {
    const list = byDocument.get(document) ?? [];
    list.push({ id, score });
    byDocument.set(document, list);
  }
  for (const [id, list] of byDocument) {
    list.sort((one, other) => other.score - one.score);
    const next = list.slice(1, 4).reduce((sum, passage) => sum + passage.score, 0);
    scores.set(id, (scores.get(id) ?? 0) + (list[0]?.score ?? 0) + NEXT_PASSAGES * next);
  }
  // The subject of a topic is that of its subtopics: `asc 360` of `asc 360-10`.
  const byAuthority = database.prepare(
    "SELECT id FROM documents WHERE authority = ?1 OR (?2 AND authority >= ?1 || '-' AND authority < ?1 || '.') LIMIT 3",
  );
  const words = query.terms.filter((term) => term.weight === 1).length;
  const short = FURTHER_SENTENCE.test(query.question) ? 0 : Math.max(0, SHORT - words);
  const subjectWeight = SUBJECT + SUBJECT_OF_SHORT * short;
  for (const [key, score] of subjectScores(query)) {
    for (const row of byAuthority.all(key, key.includes(' ') ? 1 : 0)) {
      const id = Number(row.id);
      scores.set(id, (scores.get(id) ?? 0) + subjectWeight * score);
    }
  }
  preferKinds(database, scores, options.prefer ?? []);
  const best = Math.max(0, ...scores.values());
  for (const document of cited) {
    scores.set(document.id, (scores.get(document.id) ?? 0) + best * (document.exact ? 1 : 0.5) + 1);
  }
  return [...scores]
    .map(([id, score]) => ({
      id,
      score,
      cited: cited.find((document) => document.id === id) ?? null,
      passages: byDocument.get(id) ?? [],
    }))
    .sort((one, other) => other.score - one.score);
}

function preferKinds(database: DatabaseSync, scores: Map<number, number>, prefer: readonly string[]): void {
  if (prefer.length === 0) return;
  const kindOf = database.prepare('SELECT kind FROM documents WHERE id = ?');
  for (const [id, score] of scores) {
    const kind = kindOf.get(id)?.kind;
    if (typeof kind === 'string' && prefer.some((wanted) => kind.includes(wanted)))
      scores.set(id, score * (1 + PREFERRED));
  }
}

function subjectScores(query: Query): Map<string, number> {
  const score = ({ terms, added }: Pick<Query, 'terms' | 'added'>) =>
    subjectsOf([...terms, ...added.map((term) => ({ ...term, weight: ADDED_SUBJECT }))], 40);
  const scores = new Map(score(query).map((subject) => [subject.key, subject.score]));
  // Only the sentences of a short question are questions themselves.
  if (query.clauses.length < 2 || query.terms.length > MAX_SEPARATE_WORDS) return scores;
  const sides = new Map<string, number>();
  for (const subject of query.clauses.flatMap(score)) {
    sides.set(subject.key, Math.max(sides.get(subject.key) ?? 0, subject.score));
  }
  for (const [key, side] of sides) scores.set(key, (scores.get(key) ?? 0) + CLAUSE * side);
  return scores;
}

/** Entries of the index that one search reads, at most. */
const MAX_ENTRIES = 150_000;
/** Words that are searched for, however common they are. */
const MIN_WORDS = 2;

/**
 * The rarest words, as long as the passages that contain them are not too many: a search takes the time of all of these passages. In a
 * library of ordinary size these are all words. The best documents are scored again with all words.
 */
function rarest(statistics: TermStatistics, terms: readonly Term[]): Term[] {
  let left = MAX_ENTRIES;
  const byCount = terms
    .map((term) => ({ term, count: statistics.count(term.stem) }))
    .sort((one, other) => one.count - other.count);
  return byCount.flatMap(({ term, count }, at) => {
    left -= count;
    return left >= 0 || at < MIN_WORDS ? [term] : [];
  });
}

/** An FTS5 query that matches any of the words. A single letter, as in "S corporation", is in too many passages. */
export function toMatch(terms: readonly Term[]): string {
  return terms
    .filter((term) => !/^[a-z]$/.test(term.word))
    .map((term) => `"${term.word.replaceAll('"', '""')}"`)
    .join(' OR ');
}
