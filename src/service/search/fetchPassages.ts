/** Loads ranked documents and their passages from the library. */
import type { DocumentRow, LibraryReader, PassageRow } from '../store/libraryReader.ts';
import { nearestPinned, outermost, PINNED } from './pin.ts';
import type { FoundDocument, FoundPassage, RankedDocument } from './searchResult.ts';

/** Passages of a document that are returned, at most. */
const MAX_PASSAGES = 12;

export async function fetchDocuments(
  reader: LibraryReader,
  ranked: readonly RankedDocument[],
): Promise<FoundDocument[]> {
  const pinsOf = ({ cited }: RankedDocument) =>
    cited.flatMap(({ citation: { pin }, passages }) => (passages.length === 0 && pin !== '' ? [pin] : []));
  const foundIn = ranked.map(({ passages }) => passages.slice(0, MAX_PASSAGES));
  const [rows, pinned, found] = await Promise.all([
    reader.documents(ranked.map(({ id }) => id)),
    reader.pinned(ranked.flatMap((one) => pinsOf(one).map((pin) => ({ document: one.id, path: outermost(pin) })))),
    reader.passages(foundIn.flat().map(({ id }) => id)),
  ]);
  const scores = ranked.map((one, at) => {
    const own = new Map((foundIn[at] ?? []).map(({ id, score }) => [id, score]));
    const ofDocument = pinned.filter(({ document }) => document === one.id);
    for (const id of one.cited.flatMap(({ passages }) => passages)) own.set(id, PINNED);
    for (const id of pinsOf(one).flatMap((pin) => nearestPinned(ofDocument, pin))) own.set(id, PINNED);
    return own;
  });
  // The first passage states what a section is about.
  const first = await reader.firstPassages(ranked.filter((_one, at) => scores[at]?.size === 0).map(({ id }) => id));
  for (const [at, { id }] of ranked.entries()) {
    const passage = first.get(id);
    if (scores[at]?.size === 0 && passage !== undefined) scores[at].set(passage, 0);
  }
  const passages = new Map(found.map((one) => [one.id, one]));
  const others = scores.flatMap((own) => [...own.keys()]).filter((id) => !passages.has(id));
  for (const one of await reader.passages(others)) passages.set(one.id, one);
  return ranked.flatMap((one, at): FoundDocument[] => {
    const row = rows.get(one.id);
    const own = [...(scores[at] ?? [])].flatMap(([id, score]): FoundPassage[] => {
      const passage = passages.get(id);
      return passage?.document === one.id ? [{ ...toFound(passage), score }] : [];
    });
    return row ? [toDocument(one, row, own)] : [];
  });
}

function toDocument(
  { cited, score }: RankedDocument,
  { abbreviation: _abbreviation, digest: _digest, passages: passageCount, ...row }: DocumentRow,
  passages: FoundPassage[],
): FoundDocument {
  return {
    ...row,
    passageCount,
    score,
    cited: cited[0]?.citation ?? null,
    citedPassages: cited.flatMap((one) => one.passages),
    citedPins: cited.map(({ citation }) => citation.pin),
    passages: passages.sort((one, other) => other.score - one.score),
  };
}

/** A passage without a score. */
export function toFound({ document: _document, ...passage }: PassageRow): FoundPassage {
  return { ...passage, score: 0 };
}
