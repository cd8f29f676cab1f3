/** Loads ranked documents and their passages from the index. */
import type { DatabaseSync } from 'node:sqlite';
import { PINNED } from './pin.ts';
import type { FoundDocument, FoundPassage, RankedDocument } from './searchResult.ts';

/** Passages of a document that are returned, at most. */
const MAX_PASSAGES = 12;

export function fetchDocument(database: DatabaseSync, ranked: RankedDocument): FoundDocument {
  const row = database.prepare('SELECT * FROM documents WHERE id = ?').get(ranked.id);
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const language = row?.language === 'de' ? 'de' : 'en';
  const range = database
    .prepare('SELECT min(id) AS first, max(id) AS last FROM passages WHERE document = ?')
    .get(ranked.id);
  const first = Number(range?.first ?? 0);
  const last = Number(range?.last ?? -1);
  const pin = ranked.cited?.citation.pin ?? '';
  const cited = ranked.cited?.passages ?? [];
  const pinned = cited.length > 0 ? cited : pin === '' ? [] : pinnedPassages(database, ranked.id, pin);
  const scores = new Map(ranked.passages.slice(0, MAX_PASSAGES).map(({ id, score }) => [id, score]));
  for (const id of pinned) scores.set(id, PINNED);
  // The ids of a document's passages are consecutive. The first one states what a section is about.
  if (scores.size === 0 && last >= first) scores.set(first, 0);
  const one = database.prepare('SELECT * FROM passages WHERE id = ?');
  const passages = [...scores].flatMap(([id, score]): FoundPassage[] => {
    const passage = one.get(id);
    return passage && Number(passage.document) === ranked.id ? [{ ...toPassage(passage), score }] : [];
  });
  return {
    id: ranked.id,
    path: String(row?.path),
    name: String(row?.name ?? ''),
    title: String(row?.title),
    isAuthority: Number(row?.isAuthority) === 1,
    language,
    authority: String(row?.authority),
    kind: text(row?.kind),
    date: text(row?.date),
    url: text(row?.url),
    score: ranked.score,
    cited: ranked.cited?.citation ?? null,
    citedPassages: cited,
    passages: passages.sort((one, other) => other.score - one.score),
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
    placeWords: text(row.linePlaces),
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
