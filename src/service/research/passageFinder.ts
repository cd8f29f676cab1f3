/** The library as the writer sees it: ranked searches, neighbors and references, inside the folders of the library. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import { lastHeading } from '../headings.ts';
import type { AnsweringLibrary } from '../index/answeringLibrary.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import { isEffectiveDate } from '../search/effectiveDate.ts';
import { toFound } from '../search/fetchPassages.ts';
import { yearsOf } from '../search/inflation.ts';
import { createPassageScorer } from '../search/scorePassages.ts';
import { passagesInOrder, search } from '../search/search.ts';
import type { FoundDocument, FoundPassage, RankedPassage } from '../search/searchResult.ts';
import type { DocumentRow, LibraryReader, PassageRow } from '../store/libraryReader.ts';
import { inEnglish } from '../translate.ts';
import type { PassageFinder, WriterPassage } from '../writer/passage.ts';
import { isAmountTable } from './amounts.ts';
import { passageWithLevels } from './excerpt.ts';
import { followPassages } from './follow.ts';
import { sectionOf, toSource } from './quotation.ts';
import { waitUntilReady } from './waitUntilReady.ts';

export interface LibraryPassages extends PassageFinder {
  /** A passage that was returned before. */
  found(id: number): RankedPassage | undefined;
  /** Reads with passages that were returned before, as the index has them now. Those that it no longer has are left out. */
  read<T>(
    ids: readonly number[],
    work: (reader: LibraryReader, found: readonly RankedPassage[]) => Promise<T>,
  ): Promise<T>;
}

/** After the signal aborts, searches reject. The ids of its passages stay the same if the index is replaced. */
export function createPassageFinder(library: AnsweringLibrary, signal: AbortSignal): LibraryPassages {
  const ids = new Map<string, number>();
  /** Where each passage came from, so that its neighbors and references can be found. */
  const origins = new Map<number, { found: RankedPassage; words: ResearchQuestion }>();
  let database = library.database();

  /** Reads again if the index was replaced meanwhile: the ids of one database are those of other passages in the next one. */
  async function read<T>(work: (reader: LibraryReader) => Promise<T>): Promise<T> {
    for (;;) {
      await yieldToEventLoop();
      signal.throwIfAborted();
      if (library.database() !== database) {
        for await (const _step of waitUntilReady(library, signal));
        database = library.database();
      }
      const result = await work(await library.reader(signal));
      if (library.database() === database) return result;
    }
  }

  function returned(found: RankedPassage, words: ResearchQuestion): WriterPassage {
    const key = keyOf(found.document, found.passage);
    const id = ids.get(key) ?? ids.size + 1;
    ids.set(key, id);
    origins.set(id, { found, words });
    return toWriterPassage(found, id);
  }

  return {
    async search(words, limit) {
      const result = await read((reader) => search(reader, words));
      return passagesInOrder(result)
        .filter(({ document }) => !isAmountTable(document.path))
        .slice(0, limit)
        .map((found) => returned(found, words));
    },
    async related(passages, limit) {
      const from = passages.flatMap(({ id }) => origins.get(id) ?? []);
      const first = from[0];
      if (!first) return [];
      const best = await read(async (reader) => {
        const origin = await asOfNow(
          reader,
          from.map(({ found }) => found),
        );
        const seen = new Set(origin.map(({ passage }) => passage.id));
        const { query, statistics } = await search(reader, first.words, { limit: 1 });
        const scorer = createPassageScorer(statistics, query);
        const [notes, references, neighbors] = await Promise.all([
          origin[0] ? effectiveDatesOf(reader, origin[0].document, yearsOf(first.words)) : [],
          followPassages(reader, origin, seen),
          neighborsOf(reader, origin),
        ]);
        const isNew = ({ passage }: RankedPassage) => {
          if (seen.has(passage.id)) return false;
          seen.add(passage.id);
          return true;
        };
        // The words of the question decide which of them come first.
        const score = ({ document, passage }: RankedPassage) =>
          scorer.score(scorer.words({ ...passage, language: document.language }));
        const bestFirst = (passages: readonly RankedPassage[]) =>
          passages.toSorted((one, other) => score(other) - score(one));
        const effect = bestFirst(notes).slice(0, 1);
        const others = bestFirst([...neighbors, ...references]);
        return [...effect, ...others].filter(isNew).slice(0, limit);
      });
      return best.map((found) => returned(found, first.words));
    },
    found: (id) => origins.get(id)?.found,
    read(wanted, work) {
      const found = wanted.flatMap((id) => origins.get(id)?.found ?? []);
      return read(async (reader) => work(reader, await asOfNow(reader, found)));
    },
  };
}

/** What tells a passage from all others, in each index of the same files. */
function keyOf({ path }: { readonly path: string }, { page, line, text }: PassageRow | FoundPassage): string {
  return [path, page, line, text].join('\n');
}

/** The passages with the ids that they have now. A document that was read again has other ids. */
async function asOfNow(reader: LibraryReader, found: readonly RankedPassage[]): Promise<readonly RankedPassage[]> {
  const rowsByKey = async (documents: ReadonlyMap<number, DocumentRow>, rows: readonly PassageRow[]) =>
    new Map(
      rows.flatMap((row): [string, PassageRow][] => {
        const document = documents.get(row.document);
        return document ? [[keyOf(document, row), row]] : [];
      }),
    );
  const known = await rowsByKey(
    await reader.documents(found.map(({ document }) => document.id)),
    await reader.passages(found.map(({ passage }) => passage.id)),
  );
  if (found.every(({ document, passage }) => known.has(keyOf(document, passage)))) return found;
  const named = await reader.named(found.map(({ document }) => document.path.replaceAll('\\', '/')));
  const ids = named.map(({ id }) => id);
  const now = await rowsByKey(await reader.documents(ids), await reader.passagesOf(ids));
  return found.flatMap(({ document, passage }) => {
    const row = now.get(keyOf(document, passage));
    return row
      ? [{ document: { ...document, id: row.document, citedPassages: [], citedPins: [] }, passage: toFound(row) }]
      : [];
  });
}

/** The passages before and after each of these in its document. */
async function neighborsOf(reader: LibraryReader, found: readonly RankedPassage[]): Promise<RankedPassage[]> {
  const around = (id: number) => [id - 1, id + 1];
  const near = await reader.passages(found.flatMap(({ passage }) => around(passage.id)));
  const rows = new Map(near.map((row) => [row.id, row]));
  return found.flatMap(({ document, passage }) =>
    around(passage.id).flatMap((id) => {
      const row = rows.get(id);
      return row?.document === document.id ? [{ document, passage: toFound(row) }] : [];
    }),
  );
}

/** The notes of a section that say since when a change applies. */
async function effectiveDatesOf(
  reader: LibraryReader,
  document: FoundDocument,
  years: readonly string[],
): Promise<RankedPassage[]> {
  const headings = await reader.headings([document.id]);
  const notes = headings.filter(({ heading }) => isEffectiveDate(document, lastHeading(heading), years));
  const rows = await reader.passages(notes.map(({ id }) => id));
  return rows.map((row) => ({ document, passage: toFound(row) }));
}

function toWriterPassage(found: RankedPassage, id: number): WriterPassage {
  const { document, passage } = found;
  const source = toSource(found, passage);
  return {
    id,
    text: passage.text,
    heading: inEnglish(() => sectionOf(found)),
    authority: document.isAuthority,
    source: document.isAuthority ? { ...source, snippet: passageWithLevels(passage) } : source,
  };
}
