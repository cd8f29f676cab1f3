/** Finds the documents that a question cites by number. */
import type { DocumentRow, Lane, LibraryReader } from '../store/libraryReader.ts';
import { ownClause, type SearchedAuthority } from './authority.ts';
import { findSections, passagesOfSections } from './citedSections.ts';
import { findOwnClauses } from './ownClauses.ts';
import { MAX_CITED } from './pin.ts';
import type { Query } from './query.ts';

export interface CitedDocument {
  readonly id: number;
  readonly lane: Lane;
  readonly citation: SearchedAuthority;
  /** Passages of the cited section of a document that has other sections too. Empty for a document that is cited as a whole. */
  readonly passages: readonly number[];
}

/** `before` are the user's documents that the question before led to, if this one may continue it. */
export async function chooseCited(
  reader: LibraryReader,
  query: Query,
  before: readonly Pick<DocumentRow, 'id'>[] = [],
): Promise<{ documents: CitedDocument[]; missing: SearchedAuthority[] }> {
  const clauses = (await findOwnClauses(reader, query, before)).map(
    ({ document: id, text, passages }): CitedDocument => {
      return { id, lane: 'own', citation: ownClause(text), passages };
    },
  );
  const citations = query.citations.filter(({ text }) => !clauses.some(({ citation }) => citation.text.includes(text)));
  const exact = await inLanguage(reader, query, await findExact(reader, citations));
  const unknown = citations.filter((_citation, at) => exact[at]?.length === 0);
  const others = await reader.byAuthority(unknown.flatMap(widerKeys));
  const documents = citations.flatMap((citation, at): readonly CitedDocument[] => {
    const found = exact[at] ?? [];
    if (found.length > 0) return found.map((one) => ({ ...one, citation: confirmed(citation) }));
    const around = { ...citation, pin: '' };
    return widerKeys(citation)
      .flatMap((key) => (others.get(key) ?? []).slice(0, MAX_CITED))
      .map(({ id }) => ({ id, lane: 'law', citation: around, passages: [] }));
  });
  const absent = clauses.filter(({ passages }) => passages.length === 0).map(({ citation }) => citation);
  return { documents: [...clauses, ...documents], missing: [...absent, ...unknown.filter(({ certain }) => certain)] };
}

/** "Section 179" and "IRC 179" are English, as is "§ 179" in an English question: if another document has it, no German law is meant. */
async function inLanguage(reader: LibraryReader, { language }: Query, exact: CitedDocument[][]) {
  const rows = await reader.documents(exact.flat().map(({ id }) => id));
  const isOther = ({ id, citation: { key, text } }: CitedDocument) => {
    const isEnglish = !key.includes(' ') && (language === 'en' || /^(?:sec|i\.?r\.?c|internal)/i.test(text));
    return isEnglish && rows.get(id)?.isAuthority === true && rows.get(id)?.language === 'de';
  };
  return exact.map((found) => (found.every(isOther) ? found : found.filter((one) => !isOther(one))));
}

/** "200.501" may be an amount, unless the library has a section of this number. */
function confirmed(citation: SearchedAuthority): SearchedAuthority {
  return citation.key.includes('.') ? { ...citation, certain: true } : citation;
}

/** For each citation, the documents that are the authority or have its section. */
export async function findExact(
  reader: LibraryReader,
  citations: readonly SearchedAuthority[],
): Promise<CitedDocument[][]> {
  const [byKey, allSections] = await Promise.all([
    reader.byAuthority(citations.map(({ key }) => key)),
    findSections(reader, citations),
  ]);
  const whole = citations.map(({ key }) => (byKey.get(key) ?? []).slice(0, MAX_CITED));
  const sections = allSections.flatMap((found, at) => {
    const known = new Set(whole[at]?.map(({ id }) => id));
    const pin = citations[at]?.pin ?? '';
    return found.filter(({ document }) => !known.has(document)).map((section) => ({ at, section, pin }));
  });
  const passages = await passagesOfSections(reader, sections);
  return citations.map((citation, at) => [
    ...(whole[at] ?? []).map(({ id }) => ({ id, lane: 'law' as const, citation, passages: [] })),
    ...sections.flatMap(({ section, ...of }, place) =>
      of.at === at ? [{ id: section.document, lane: 'law' as const, citation, passages: passages[place] ?? [] }] : [],
    ),
  ]);
}

/** Keys to try if the library has no document of the authority itself: the section of a regulation, the topic of a paragraph. */
export function widerKeys({ key, base }: Pick<SearchedAuthority, 'key' | 'base'>): string[] {
  return [...(base === key ? [] : [base]), ...parentKeys(base)];
}

/** `asc 606-10-25` -> `asc 606-10`, `asc 606`. */
function parentKeys(key: string): string[] {
  const parts = key.split('-');
  return parts.slice(0, -1).map((_part, at) => parts.slice(0, parts.length - 1 - at).join('-'));
}
