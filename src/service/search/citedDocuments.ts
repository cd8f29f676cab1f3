/** Finds the documents that a question cites by number. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchedAuthority } from './authority.ts';
import { findSections, passagesOfSection } from './citedSections.ts';
import type { Query } from './query.ts';

export interface CitedDocument {
  readonly id: number;
  readonly citation: SearchedAuthority;
  /** False if the document is only the base of the authority: § 704 for Reg. 1.704-1. */
  readonly exact: boolean;
  /** Passages of the cited section of a document that has other sections too. Empty for a document that is cited as a whole. */
  readonly passages: readonly number[];
}

export function chooseCited(
  database: DatabaseSync,
  query: Query,
): { documents: CitedDocument[]; missing: SearchedAuthority[] } {
  // The condition on the empty text is that of the index of authorities. Without it SQLite reads all documents.
  const byAuthority = database.prepare(
    "SELECT min(id) AS id FROM documents WHERE authority <> '' AND authority = ? GROUP BY digest ORDER BY min(path) LIMIT 3",
  );
  const documents: CitedDocument[] = [];
  const missing: SearchedAuthority[] = [];
  const find = (key: string) => byAuthority.all(key).map((row) => Number(row.id));
  for (const citation of query.citations) {
    const exact = find(citation.key);
    for (const id of exact) documents.push({ id, citation, exact: true, passages: [] });
    const sections = findSections(database, citation.key, citation.pin).filter(
      ({ document }) => !exact.includes(document),
    );
    for (const section of sections) {
      const passages = passagesOfSection(database, section, citation.pin);
      documents.push({ id: section.document, citation, exact: true, passages });
    }
    if (exact.length + sections.length > 0) continue;
    if (citation.certain) missing.push(citation);
    for (const id of wider(citation).flatMap(find))
      documents.push({ id, citation: { ...citation, pin: '' }, exact: false, passages: [] });
  }
  if (query.citations.length === 0) {
    for (const key of query.possible) {
      const citation = { key, pin: '', text: key, base: key, certain: false };
      for (const id of find(key)) documents.push({ id, citation, exact: true, passages: [] });
    }
  }
  return { documents, missing };
}

/** Keys to try if the library has no document of the authority itself: the section of a regulation, the topic of a paragraph. */
function wider({ key, base }: SearchedAuthority): string[] {
  const topic = base === key ? [] : [base];
  if (!key.includes(' ')) return topic.length > 0 ? topic : parentKeys(key);
  return [...topic, ...parentKeys(base)];
}

/** `asc 606-10-25` -> `asc 606-10`, `asc 606`. */
function parentKeys(key: string): string[] {
  const parts = key.split('-');
  return parts.slice(0, -1).map((_part, at) => parts.slice(0, parts.length - 1 - at).join('-'));
}
