/** Loads ranked documents and their passages from the index. */
import type { DatabaseSync } from 'node:sqlite';
import { PINNED } from './pin.ts';
import { type RankedDocument, scoreOfBest } from './rankDocuments.ts';
import type { PassageScorer } from './scorePassages.ts';
import type { FoundDocument, FoundPassage } from './searchResult.ts';

/** Passages of a document that are scored, and that are returned, at most. */
const MAX_PASSAGES = 16;
const RETURNED = 8;

export function fetchPassages(database: DatabaseSync, ranked: RankedDocument, scorer: PassageScorer): FoundDocument {
  const row = database.prepare('SELECT * FROM documents WHERE id = ?').get(ranked.id);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const range = database
    .prepare('SELECT min(id) AS first, max(id) AS last FROM passages WHERE document = ?')
    .get(ranked.id);
  const first = Number(range?.first ?? 0);
  const last = Number(range?.last ?? -1);
  const pin = ranked.cited?.citation.pin ?? '';
  const cited = ranked.cited?.passages ?? [];
  const pinned = cited.length > 0 ? cited : pin === '' ? [] : pinnedPassages(database, ranked.id, pin);
  // The ids of a document's passages are consecutive. A short document is scored whole, a long one where the search found it.
  const ids = new Set(pinned);
  if (last >= first) ids.add(first);
  if (last - first < MAX_PASSAGES) for (let id = first; id <= last; id += 1) ids.add(id);
  else for (const passage of ranked.passages.slice(0, MAX_PASSAGES)) ids.add(passage.id);
  const one = database.prepare('SELECT * FROM passages WHERE id = ?');
  const passages = [...ids].flatMap((id): FoundPassage[] => {
    const passage = one.get(id);
    if (!passage || Number(passage.document) !== ranked.id) return [];
    const found = toPassage(passage);
    return [{ ...found, score: scorer.score(found, id - first) + (pinned.includes(id) ? PINNED : 0) }];
  });
  const open = new Set(passages.filter(({ text }) => scorer.stated(text) === '' && text !== '').map(({ id }) => id));
  const answering = ranked.passages.filter(({ id }) => !open.has(id));
  return {
    id: ranked.id,
    path: String(row?.path),
    title: String(row?.title),
    authority: String(row?.authority),
    isAuthority: Number(row?.isAuthority) === 1,
    kind: text(row?.kind),
    date: text(row?.date),
    url: text(row?.url),
    // What is only asked in a document does not count for it.
    score: open.size === 0 ? ranked.score : ranked.score - scoreOfBest(ranked.passages) + scoreOfBest(answering),
    cited: ranked.cited?.citation ?? null,
    citedPassages: cited,
    passages: passages.sort((a, b) => b.score - a.score).slice(0, RETURNED),
  };
}

/** A row of the table `passages`, without a score. */
export function toPassage(row: Record<string, unknown>): FoundPassage {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return {
    id: Number(row.id),
    heading: String(row.heading),
    text: String(row.text),
    pins: String(row.pins).trim().split(' ').filter(Boolean),
    line: Number(row.line),
    endLine: Number(row.endLine),
    page: row.page === null ? null : Number(row.page),
    pageLabel: text(row.pageLabel),
    place: text(row.place) ?? '',
    itemRanges: text(row.items),
    section: row.section === null ? null : Number(row.section),
    sectionTitle: text(row.sectionTitle) ?? '',
    sectionDate: text(row.sectionDate) ?? '',
    score: 0,
  };
}

/** Passages in which the pinpoint begins. If there is none, those of the nearest enclosing item. */
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
