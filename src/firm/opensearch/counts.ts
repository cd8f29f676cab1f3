/** How many passages of the collections have a stem, and how many passages they have. */
import * as z from 'zod/mini';
import type { LibraryScope, StemCount } from '../../service/store/libraryReader.ts';
import { bucketsSchema } from './rows.ts';
import type { Searches } from './searches.ts';

export interface CountedStem extends StemCount {
  /** Passages that have it in any field. */
  readonly words: number;
}

export interface CountedScope {
  readonly scope: LibraryScope;
  /** Counts of stems that were asked for, as long as the scope does not change. */
  readonly counts: Map<string, CountedStem>;
  /** Mean number of words of a passage. Null until it was asked for. */
  meanLength: number | null;
}

const FIELDS = ['words', 'ownStems', 'lawStems', 'titleStems', 'headingStems', 'pathStems'] as const;
/** Stems that one search counts. */
const PART = 100;
/** Stems whose counts are kept. */
const MAX_COUNTS = 20_000;

const lanesSchema = z.object({
  buckets: z.array(z.object({ key: z.int(), passages: z.object({ value: z.number() }) })),
});
const sumSchema = z.object({ value: z.number() });
const meanSchema = z.object({ value: z.nullable(z.number()) });

export interface Size {
  readonly scope: LibraryScope;
  readonly documents: number;
  /** Files that the indexer has found and not read yet, besides those that it has read before. */
  readonly unread: number;
  /** Changes with every change of a document in the collections. */
  readonly version: string;
}

/** Counts the documents, and the passages of each lane. */
export async function countScope({ run }: Searches): Promise<Size> {
  const [result, state] = await run([
    {
      index: 'documents',
      filter: [{ term: { type: 'document' } }],
      body: {
        size: 0,
        track_total_hits: true,
        aggs: {
          lanes: { terms: { field: 'isAuthority' }, aggs: { passages: { sum: { field: 'passages' } } } },
          ids: { sum: { field: 'id' } },
        },
      },
    },
    {
      index: 'documents',
      filter: [{ term: { type: 'state' } }],
      body: { size: 0, track_total_hits: false, aggs: { unread: { sum: { field: 'unread' } } } },
    },
  ]);
  const passages = { own: 0, law: 0 };
  for (const { key, passages: sum } of lanesSchema.parse(result?.aggregations?.lanes).buckets)
    passages[key === 1 ? 'law' : 'own'] += sum.value;
  const ids = sumSchema.parse(result?.aggregations?.ids).value;
  const documents = result?.hits?.total?.value ?? 0;
  const unread = sumSchema.parse(state?.aggregations?.unread).value;
  return { scope: { passages }, documents, unread, version: [documents, passages.own, passages.law, ids].join(' ') };
}

/** The mean number of words of the passages, from one request for each state of the library. */
export async function meanLength({ run }: Searches, counted: CountedScope): Promise<number> {
  if (counted.meanLength !== null) return counted.meanLength;
  const [result] = await run([
    {
      index: 'passages',
      filter: [],
      body: { size: 0, track_total_hits: false, aggs: { length: { avg: { field: 'length' } } } },
    },
  ]);
  counted.meanLength = meanSchema.parse(result?.aggregations?.length).value ?? 1;
  return counted.meanLength;
}

/** The counts of these stems, those that are not known yet from one request. */
export async function countStems(
  { run }: Searches,
  counts: Map<string, CountedStem>,
  stems: readonly string[],
): Promise<Map<string, CountedStem>> {
  const wanted = [...new Set(stems)];
  const unknown = wanted.filter((stem) => !counts.has(stem));
  const parts = Array.from({ length: Math.ceil(unknown.length / PART) }, (_, at) =>
    unknown.slice(at * PART, (at + 1) * PART),
  );
  const results = await run(
    parts.map((part) => ({
      index: 'passages',
      filter: [],
      body: {
        size: 0,
        track_total_hits: false,
        aggs: {
          counts: {
            filters: {
              filters: Object.fromEntries(
                part.flatMap((stem, at) => FIELDS.map((field) => [`${at} ${field}`, { term: { [field]: stem } }])),
              ),
            },
          },
        },
      },
    })),
  );
  const fresh = new Map<string, CountedStem>();
  for (const [at, part] of parts.entries()) {
    const { buckets } = bucketsSchema.parse(results[at]?.aggregations?.counts);
    for (const [place, stem] of part.entries()) {
      const [words = 0, own = 0, law = 0, ...others] = FIELDS.map(
        (field) => buckets[`${place} ${field}`]?.doc_count ?? 0,
      );
      fresh.set(stem, { own, law, any: Math.max(own + law, ...others), words });
    }
  }
  for (const [stem, count] of fresh) if (counts.size < MAX_COUNTS) counts.set(stem, count);
  return new Map(
    wanted.flatMap((stem) => {
      const count = fresh.get(stem) ?? counts.get(stem);
      return count ? [[stem, count] as const] : [];
    }),
  );
}
