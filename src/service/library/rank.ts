/** The order of documents: passages and whole documents scored by BM25, fused. */
import type { DatabaseSync } from 'node:sqlite';
import type { CitedDocument } from './cited.ts';
import type { Query, Term } from './query.ts';
import type { SearchOptions } from './search.ts';

export interface RankedDocument {
  readonly id: number;
  readonly score: number;
  readonly cited: CitedDocument | null;
  /** Passages found in it with their scores, best first. */
  readonly passages: readonly { readonly id: number; readonly score: number }[];
}

export function fuse(
  database: DatabaseSync,
  query: Query,
  cited: readonly CitedDocument[],
  _options: SearchOptions,
): RankedDocument[] {
  const match = toMatch(query.terms);
  const byDocument = new Map<number, { id: number; score: number }[]>();
  const scores = new Map<number, number>();
  if (match !== '') {
    const passages = database.prepare(
      `SELECT i.rowid AS id, p.document AS document, -i.rank AS score FROM passageIndex i JOIN passages p ON p.id = i.rowid
       WHERE i.passageIndex MATCH ? AND i.rank MATCH 'bm25(3.0, 1.5, 1.0)' ORDER BY i.rank LIMIT 400`,
    );
    for (const row of passages.all(match)) {
      const list = byDocument.get(Number(row.document)) ?? [];
      list.push({ id: Number(row.id), score: Number(row.score) });
      byDocument.set(Number(row.document), list);
    }
    for (const [id, list] of byDocument) {
      const next = list.slice(1, 4).reduce((sum, passage) => sum + passage.score, 0);
      scores.set(id, (list[0]?.score ?? 0) + 0.2 * next);
    }
    const documents = database.prepare(
      `SELECT rowid AS id, -rank AS score FROM documentIndex WHERE documentIndex MATCH ? AND rank MATCH 'bm25(3.0, 1.0)' ORDER BY rank LIMIT 200`,
    );
    for (const row of documents.all(match)) {
      const id = Number(row.id);
      scores.set(id, (scores.get(id) ?? 0) + Number(row.score));
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
