/** Ranks documents by the BM25 scores of their passages and by their subjects. */
import type { DatabaseSync } from 'node:sqlite';
import type { CitedDocument } from './citedDocuments.ts';
import { findPassages } from './findPassages.ts';
import type { Query } from './query.ts';
import type { SearchOptions } from './searchResult.ts';
import { subjectsOf } from './subjects.ts';
import { createTermStatistics } from './termStatistics.ts';

export interface RankedDocument {
  readonly id: number;
  readonly score: number;
  readonly cited: CitedDocument | null;
  /** Passages found in it with their scores, best first. */
  readonly passages: readonly { readonly id: number; readonly score: number }[];
}

/** Weights of the parts of a document's score, measured on the evaluation questions (docs/library.md). */
const NEXT_PASSAGES = 0.2;
const ADDED = 0.35;
/** Synonyms count less, so less time is spent on them. */
const ADDED_SHARE = 0.5;
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
  attached: ReadonlyMap<string, number>,
): RankedDocument[] {
  const passageScores = new Map<number, { document: number; score: number }>();
  const scores = new Map<number, number>();
  const statistics = createTermStatistics(database);
  const originals = new Map(attached);
  for (const [terms, weight, share] of [
    [query.terms, 1, 1],
    [query.added, ADDED, ADDED_SHARE],
  ] as const) {
    for (const { id, document, score } of findPassages(database, statistics, terms, originals, share)) {
      passageScores.set(id, { document, score: (passageScores.get(id)?.score ?? 0) + weight * score });
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
    scores.set(id, (scores.get(id) ?? 0) + scoreOfBest(list));
  }
  // The subject of a topic is that of its subtopics: `asc 360` of `asc 360-10`.
  const byAuthority = database.prepare(
    "SELECT min(id) AS id, digest FROM documents WHERE authority <> '' AND authority = ? GROUP BY digest ORDER BY id LIMIT 3",
  );
  const bySubtopic = database.prepare(
    `SELECT min(id) AS id, digest FROM documents WHERE authority <> '' AND authority >= ?1 || '-' AND authority < ?1 || '.'
     GROUP BY digest ORDER BY id LIMIT 3`,
  );
  const words = query.terms.filter((term) => term.weight === 1).length;
  const short = FURTHER_SENTENCE.test(query.question) ? 0 : Math.max(0, SHORT - words);
  const subjectWeight = SUBJECT + SUBJECT_OF_SHORT * short;
  for (const [key, score] of subjectScores(query)) {
    for (const row of [...byAuthority.all(key), ...(key.includes(' ') ? bySubtopic.all(key) : [])].slice(0, 3)) {
      const id = originals.get(String(row.digest)) ?? Number(row.id);
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

/** What the passages of a document, best first, add to its score. */
export function scoreOfBest([best, ...others]: readonly { readonly score: number }[]): number {
  return (best?.score ?? 0) + NEXT_PASSAGES * others.slice(0, 3).reduce((sum, passage) => sum + passage.score, 0);
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
