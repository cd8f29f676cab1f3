/** Several indexes as one library. Each method asks the readers of all parts, or of those whose rows are wanted. */

import { partOf, toJoined, toLocal } from './joinedIds.ts';
import {
  type DocumentRow,
  type Hit,
  type LibraryReader,
  type LibraryScope,
  MAX_SECTIONS,
  type PassageRow,
  type StemCount,
  type WantedTerm,
} from './libraryReader.ts';
import { inverseFrequency } from './searchedTerms.ts';

export interface PartReader {
  /** Of the part. */
  readonly id: number;
  readonly reader: LibraryReader;
  /** Called when a read of it fails. */
  readonly onError?: (error: unknown) => void;
}

/** The joined scopes of the parts that were asked last, by their ids. A scope stays the same object while its parts do. */
export type JoinedScopes = Map<string, { readonly parts: readonly LibraryScope[]; readonly scope: LibraryScope }>;
/** Sets of parts whose scope is kept. */
const MAX_SCOPES = 1000;

/** Rows of other parts than these do not exist for the reader. */
export function createJoinedReader(readers: readonly PartReader[], scopes: JoinedScopes): LibraryReader {
  const byId = new Map(readers.map((one) => [one.id, one]));

  function scope(): LibraryScope {
    const parts = readers.map(({ reader }) => reader.scope);
    const key = readers.map(({ id }) => id).join(' ');
    const known = scopes.get(key);
    if (known?.parts.every((part, at) => part === parts[at])) return known.scope;
    const sum = (lane: 'own' | 'law') => parts.reduce((total, { passages }) => total + passages[lane], 0);
    const joined = { passages: { own: sum('own'), law: sum('law') } };
    scopes.delete(key);
    scopes.set(key, { parts, scope: joined });
    const [oldest] = scopes.keys();
    if (scopes.size > MAX_SCOPES && oldest !== undefined) scopes.delete(oldest);
    return joined;
  }

  async function noted<T>({ onError }: PartReader, read: Promise<T>): Promise<T> {
    try {
      return await read;
    } catch (error) {
      onError?.(error);
      throw error;
    }
  }

  const all = <T>(read: (reader: LibraryReader, id: number) => Promise<T>): Promise<T[]> =>
    Promise.all(readers.map((one) => noted(one, read(one.reader, one.id))));

  /** Asks each part for what is wanted of it, by the id that `idOf` gives. Wanted rows of other parts are left out. */
  async function each<Wanted, Found>(
    wanted: readonly Wanted[],
    idOf: (wanted: Wanted) => number,
    read: (reader: LibraryReader, wanted: Wanted[], id: number) => Promise<Found>,
  ): Promise<Found[]> {
    const grouped = Map.groupBy(wanted, (one) => partOf(idOf(one)));
    return Promise.all(
      [...grouped].flatMap(([id, own]) => {
        const one = byId.get(id);
        return one ? [noted(one, read(one.reader, own, id))] : [];
      }),
    );
  }

  const eachId = <Found>(
    ids: readonly number[],
    read: (reader: LibraryReader, local: number[], id: number) => Promise<Found>,
  ) =>
    each(
      ids,
      (id) => id,
      (reader, own, id) => read(reader, own.map(toLocal), id),
    );

  const passagesBy = (method: 'passages' | 'passagesOf') => async (ids: readonly number[]) => {
    const parts = await eachId(ids, async (reader, own, id) =>
      (await reader[method](own)).map((row) => ofPassage(id, row)),
    );
    return parts.flat().sort((one, other) => one.id - other.id);
  };

  return {
    get scope() {
      return scope();
    },
    async counts(stems) {
      const parts = await all((reader) => reader.counts(stems));
      return sumOf(stems, parts);
    },
    async best(terms, originals) {
      const parts = await all(async (reader, id) => {
        const hits = await reader.best(terms, originalsIn(id, originals));
        return { reader, hits: hits.map((hit) => ofPart(id, hit)) };
      });
      return mergeHits(await comparable(terms, parts), originals);
    },
    async byAuthority(keys, subtopics) {
      const parts = await all(async (reader, id) => {
        const found = await reader.byAuthority(keys, subtopics);
        return new Map([...found].map(([key, rows]) => [key, rows.map((row) => withId(id, row))]));
      });
      return new Map(
        [...new Set(keys)].map((key) => [key, withoutCopies(parts.flatMap((part) => part.get(key) ?? []))]),
      );
    },
    async documents(ids) {
      const parts = await eachId(ids, async (reader, own, id) =>
        [...(await reader.documents(own)).values()].map((row) => withId(id, row)),
      );
      return new Map(parts.flat().map((row) => [row.id, row]));
    },
    passages: passagesBy('passages'),
    passagesOf: passagesBy('passagesOf'),
    async firstPassages(documents) {
      const parts = await eachId(documents, async (reader, own, id) =>
        [...(await reader.firstPassages(own))].map(
          ([document, passage]) => [toJoined(id, document), toJoined(id, passage)] as const,
        ),
      );
      return new Map(parts.flat());
    },
    async pinned(wanted) {
      const parts = await each(
        wanted,
        ({ document }) => document,
        async (reader, own, id) => {
          const local = own.map(({ first, last, ...one }) => ({
            ...one,
            document: toLocal(one.document),
            // The ends of a range may lie in the parts before and after.
            ...(first !== undefined && { first: Math.max(0, first - toJoined(id, 0)) }),
            ...(last !== undefined && { last: last - toJoined(id, 0) }),
          }));
          return (await reader.pinned(local)).map((row) => ofPart(id, row));
        },
      );
      return parts.flat().sort((one, other) => one.id - other.id);
    },
    async sections(numbers) {
      const parts = await all(async (reader, id) =>
        (await reader.sections(numbers)).map((row) => ({
          ...ofPart(id, row),
          firstPassage: toJoined(id, row.firstPassage),
          lastPassage: toJoined(id, row.lastPassage),
        })),
      );
      const counts = new Map<string, number>();
      return parts.flat().filter(({ number }) => {
        const count = (counts.get(number) ?? 0) + 1;
        counts.set(number, count);
        return count <= MAX_SECTIONS;
      });
    },
    async headings(documents) {
      const parts = await eachId(documents, async (reader, own, id) =>
        (await reader.headings(own)).map((row) => ofPart(id, row)),
      );
      return parts.flat().sort((one, other) => one.id - other.id);
    },
    async firstBelow(wanted) {
      const parts = await each(
        wanted,
        ({ document }) => document,
        async (reader, own, id) => {
          const local = own.map((one) => ({ ...one, document: toLocal(one.document) }));
          return (await reader.firstBelow(local)).map((row) => ofPart(id, row));
        },
      );
      return parts.flat();
    },
    async named(labels) {
      const parts = await all(async (reader, id) =>
        (await reader.named(labels)).map((row) => ({ ...row, id: toJoined(id, row.id) })),
      );
      return parts.flat();
    },
    async pathsEndingWith(ending) {
      return (await all((reader) => reader.pathsEndingWith(ending))).flat().sort();
    },
    async list(from, limit, containing) {
      const parts = await all((reader) => reader.list(from, limit, containing));
      return parts
        .flat()
        .sort((one, other) => (one.path < other.path ? -1 : 1))
        .slice(0, limit);
    },
    async kinds() {
      return [...new Set((await all((reader) => reader.kinds())).flat())].sort();
    },
  };
}

const withId = <Row extends { readonly id: number }>(part: number, row: Row): Row => ({
  ...row,
  id: toJoined(part, row.id),
});

const ofPart = <Row extends { readonly id: number; readonly document: number }>(part: number, row: Row): Row => ({
  ...withId(part, row),
  document: toJoined(part, row.document),
});

const ofPassage = (part: number, row: PassageRow): PassageRow => ({
  ...ofPart(part, row),
  section: row.section === null ? null : toJoined(part, row.section),
});

function sumOf(stems: readonly string[], parts: readonly ReadonlyMap<string, StemCount>[]): Map<string, StemCount> {
  return new Map(
    stems.map((stem) => {
      const sum = (field: keyof StemCount) => parts.reduce((total, part) => total + (part.get(stem)?.[field] ?? 0), 0);
      return [stem, { own: sum('own'), law: sum('law'), any: sum('any') }];
    }),
  );
}

/** No row has it: every passage with the content of an original in another part is a copy. */
const ELSEWHERE = -1;

function originalsIn(part: number, originals: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...originals].map(([digest, id]) => [digest, partOf(id) === part ? toLocal(id) : ELSEWHERE]));
}

interface FoundIn {
  readonly reader: LibraryReader;
  readonly hits: readonly Hit[];
}

/**
 * The score of a passage depends on how rare its words are in its index: a word that is rare in the library may be common in the
 * part that it belongs to. The scores of each part are multiplied by one factor, the rarity of the searched words in the whole library
 * against that in the part.
 */
async function comparable(terms: readonly WantedTerm[], parts: readonly FoundIn[]): Promise<Hit[]> {
  const found = parts.filter(({ hits }) => hits.length > 0);
  if (found.length < 2) return found.flatMap(({ hits }) => hits);
  const stems = [...new Set(terms.flatMap((term) => term.stems))];
  const counts = await Promise.all(parts.map(({ reader }) => reader.counts(stems)));
  const sizes = parts.map(({ reader }) => reader.scope.passages.own + reader.scope.passages.law);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const joined = sumOf(stems, counts);
  const rarityIn = (own: ReadonlyMap<string, StemCount>, size: number, wanted: readonly WantedTerm[]) =>
    wanted.reduce((sum, { stems: of, weight }) => {
      const count = of.reduce((most, stem) => Math.max(most, own.get(stem)?.any ?? 0), 0);
      return sum + weight * inverseFrequency(size, count);
    }, 0);
  return parts.flatMap(({ hits }, at) => {
    const own = counts[at] ?? new Map<string, StemCount>();
    const present = terms.filter(({ stems: of }) => of.some((stem) => (own.get(stem)?.any ?? 0) > 0));
    const factor = rarityIn(joined, total, present) / rarityIn(own, sizes[at] ?? 0, present);
    return hits.map((hit) => ({ ...hit, score: hit.score * factor }));
  });
}

/** Best first; of documents with the same content only the passages of one. */
function mergeHits(hits: readonly Hit[], known: ReadonlyMap<string, number>): Hit[] {
  const originals = new Map(known);
  return hits
    .toSorted((one, other) => other.score - one.score || one.id - other.id)
    .filter(({ digest, document }) => {
      const original = originals.get(digest) ?? document;
      originals.set(digest, original);
      return original === document;
    });
}

/** In the order of their paths, one for each content. */
function withoutCopies(rows: readonly DocumentRow[]): DocumentRow[] {
  const seen = new Set<string>();
  return rows
    .toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0))
    .filter(({ digest }) => !seen.has(digest) && seen.add(digest));
}
