/** The order of documents: passages, whole documents and subjects, each scored by BM25, fused. */
import type { DatabaseSync } from 'node:sqlite';
import type { CitedDocument } from './cited.ts';
import type { Query, Term } from './query.ts';
import type { SearchOptions } from './search.ts';
import { subjectsOf } from './subjects.ts';

export interface RankedDocument {
  readonly id: number;
  readonly score: number;
  readonly cited: CitedDocument | null;
  /** Passages found in it with their scores, best first. */
  readonly passages: readonly { readonly id: number; readonly score: number }[];
}

export const W = { added: 0.35, doc: 0.8, docAdded: 0.4, subject: 2, subjAdded: 0.4, clause: 0.4, t: 3, h: 1.5, dt: 3 };
for (const p of (process.env.W ?? '').split(',')) { const [k, v] = p.split('='); if (k && v) (W as Record<string, number>)[k] = Number(v); }

export function fuse(
  database: DatabaseSync,
  query: Query,
  cited: readonly CitedDocument[],
  _options: SearchOptions,
): RankedDocument[] {
  const passageScores = new Map<number, { document: number; score: number }>();
  const scores = new Map<number, number>();
  const passages = database.prepare(
    `SELECT i.rowid AS id, p.document AS document, -i.rank AS score FROM passageIndex i JOIN passages p ON p.id = i.rowid
     WHERE i.passageIndex MATCH ? AND i.rank MATCH 'bm25(${W.t}, ${W.h}, 1.0)' ORDER BY i.rank LIMIT 600`,
  );
  const documents = database.prepare(
    `SELECT rowid AS id, -rank AS score FROM documentIndex WHERE documentIndex MATCH ? AND rank MATCH 'bm25(${W.dt}, 1.0)' ORDER BY rank LIMIT 300`,
  );
  for (const [terms, weight, docWeight] of [
    [query.terms, 1, W.doc],
    [query.added, W.added, W.docAdded],
  ] as const) {
    const match = toMatch(terms);
    if (match === '' || weight === 0) continue;
    for (const row of passages.all(match)) {
      const id = Number(row.id);
      const score = (passageScores.get(id)?.score ?? 0) + weight * Number(row.score);
      passageScores.set(id, { document: Number(row.document), score });
    }
    if (docWeight === 0) continue;
    for (const row of documents.all(match)) {
      const id = Number(row.id);
      scores.set(id, (scores.get(id) ?? 0) + docWeight * Number(row.score));
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
    scores.set(id, (scores.get(id) ?? 0) + (list[0]?.score ?? 0) + 0.2 * next);
  }
  const byAuthority = database.prepare('SELECT id FROM documents WHERE authority = ? LIMIT 3');
  const subjects = new Map<string, number>();
  const weigh = (terms: readonly Term[], added: readonly Term[], weight: number) => {
    const all = [...terms, ...added.map((term) => ({ ...term, weight: W.subjAdded }))];
    for (const { key, score } of subjectsOf(all, 40)) subjects.set(key, Math.max(subjects.get(key) ?? 0, weight * score));
  };
  const whole = new Map<string, number>();
  weigh(query.terms, query.added, 1);
  for (const [k, v] of subjects) whole.set(k, v);
  subjects.clear();
  if (query.clauses.length > 1) for (const clause of query.clauses) weigh(clause.terms, clause.added, 1);
  for (const key of new Set([...whole.keys(), ...subjects.keys()])) {
    const score = (whole.get(key) ?? 0) + W.clause * (subjects.get(key) ?? 0);
    for (const row of byAuthority.all(key)) {
      const id = Number(row.id);
      scores.set(id, (scores.get(id) ?? 0) + W.subject * score);
    }
  }
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

/** FTS5's words, each quoted, any of them enough. */
export function toMatch(terms: readonly Term[]): string {
  return terms.map((term) => `"${term.word.replaceAll('"', '""')}"`).join(' OR ');
}
