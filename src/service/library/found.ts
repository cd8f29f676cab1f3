/** Ranked ids -> documents and passages with their text. */
import type { DatabaseSync } from 'node:sqlite';
import type { Query } from './query.ts';
import type { RankedDocument } from './rank.ts';
import type { FoundDocument } from './search.ts';

export interface Found {
  readonly id: number;
  readonly heading: string;
  /** Pinpoints that begin in it: `b.2.B`. */
  readonly pins: readonly string[];
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
  readonly score: number;
}

/** Passages of a document that are looked at, at most. */
const MAX_PASSAGES = 8;

export function fetchPassages(database: DatabaseSync, ranked: RankedDocument, _query: Query): FoundDocument {
  const row = database.prepare('SELECT * FROM documents WHERE id = ?').get(ranked.id);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const scores = new Map(ranked.passages.slice(0, MAX_PASSAGES).map((passage) => [passage.id, passage.score]));
  const pin = ranked.cited?.citation.pin ?? '';
  const pinned = pin === '' ? [] : pinnedPassages(database, ranked.id, pin);
  for (const [at, id] of pinned.entries()) scores.set(id, (scores.get(id) ?? 0) + 1000 - at);
  if (scores.size === 0) {
    const first = database.prepare('SELECT id FROM passages WHERE document = ? ORDER BY id LIMIT 1').get(ranked.id);
    if (first) scores.set(Number(first.id), 0);
  }
  const one = database.prepare('SELECT * FROM passages WHERE id = ?');
  const passages = [...scores].flatMap(([id, score]): Found[] => {
    const passage = one.get(id);
    if (!passage) return [];
    return [
      {
        id,
        heading: String(passage.heading),
        pins: String(passage.pins).trim().split(' ').filter(Boolean),
        line: Number(passage.line),
        endLine: Number(passage.endLine),
        text: String(passage.text),
        score,
      },
    ];
  });
  return {
    id: ranked.id,
    path: String(row?.path),
    title: String(row?.title),
    authority: String(row?.authority),
    kind: text(row?.kind),
    date: text(row?.date),
    url: text(row?.url),
    score: ranked.score,
    cited: ranked.cited?.citation ?? null,
    passages: passages.sort((a, b) => b.score - a.score),
  };
}

/** Passages of the document in which the pinpoint begins, or the nearest one above it that is there. */
function pinnedPassages(database: DatabaseSync, document: number, pin: string): number[] {
  const find = database.prepare(
    `SELECT id FROM passages WHERE document = ? AND instr(pins, ?) > 0 ORDER BY id LIMIT 3`,
  );
  const parts = pin.split('.');
  for (let depth = parts.length; depth > 0; depth -= 1) {
    const path = parts.slice(0, depth).join('.');
    const exact = find.all(document, ` ${path} `);
    const found = exact.length > 0 ? exact : find.all(document, ` ${path}.`);
    if (found.length > 0) return found.map((row) => Number(row.id));
  }
  return [];
}
