/** The library as the writer sees it: ranked searches, neighbors and references, inside the folders of the library. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import type { LibraryIndex } from '../index/libraryIndex.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import { toFound } from '../search/fetchPassages.ts';
import { createPassageScorer } from '../search/scorePassages.ts';
import { passagesInOrder, search } from '../search/search.ts';
import type { RankedPassage } from '../search/searchResult.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { inEnglish } from '../translate.ts';
import type { PassageFinder, WriterPassage } from '../writer/passage.ts';
import { isAmountTable } from './amounts.ts';
import { followPassages } from './follow.ts';
import { toSource } from './quotation.ts';

export interface LibraryPassages extends PassageFinder {
  /** A passage that was returned before. */
  found(id: number): RankedPassage | undefined;
}

/** After the signal aborts, searches reject. */
export function createPassageFinder(library: LibraryIndex, signal: AbortSignal): LibraryPassages {
  /** Where each passage came from, so that its neighbors and references can be found. */
  const origins = new Map<number, { found: RankedPassage; words: ResearchQuestion }>();
  return {
    async search(words, limit) {
      await yieldToEventLoop();
      const result = await search(await library.reader(signal), words);
      const ranked = passagesInOrder(result)
        .filter(({ document }) => !isAmountTable(document.path))
        .slice(0, limit);
      for (const found of ranked) origins.set(found.passage.id, { found, words });
      return ranked.map(toWriterPassage);
    },
    async related(passages, limit) {
      await yieldToEventLoop();
      const reader = await library.reader(signal);
      const from = passages.flatMap(({ id }) => origins.get(id) ?? []);
      const first = from[0];
      if (!first) return [];
      const seen = new Set(passages.map(({ id }) => id));
      const { query, statistics } = await search(reader, first.words, { limit: 1 });
      const scorer = createPassageScorer(statistics, query);
      const origin = from.map(({ found }) => found);
      const [references, neighbors] = await Promise.all([
        followPassages(reader, origin, scorer, seen),
        neighborsOf(reader, origin),
      ]);
      const merged = [...neighbors, ...references.map(({ found }) => found)].filter(({ passage }) => {
        if (seen.has(passage.id)) return false;
        seen.add(passage.id);
        return true;
      });
      // The words of the question decide which of them come first.
      const score = ({ document, passage }: RankedPassage) => scorer.score({ ...passage, language: document.language });
      const best = merged.sort((one, other) => score(other) - score(one)).slice(0, limit);
      for (const found of best) origins.set(found.passage.id, { found, words: first.words });
      return best.map(toWriterPassage);
    },
    found: (id) => origins.get(id)?.found,
  };
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

function toWriterPassage(found: RankedPassage): WriterPassage {
  const { document, passage } = found;
  return {
    id: passage.id,
    text: passage.text,
    heading: inEnglish(() => toSource(found, passage)).section ?? '',
    authority: document.isAuthority,
    source: toSource(found, passage),
  };
}
