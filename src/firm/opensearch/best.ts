/** The passages with words of a question: `LibraryReader.best`. */
import * as z from 'zod';
import type { Hit, Lane, LibraryScope, WantedTerm } from '../../service/store/libraryReader.ts';
import { inverseFrequency, MAX_FOUND, repetitions, searchedTerms } from '../../service/store/searchedTerms.ts';
import type { CountedStem } from './counts.ts';
import { IDS } from './layout.ts';
import type { EngineHit } from './rows.ts';
import type { Search, Searches } from './searches.ts';

/** Stems of one search. The engine takes 1,024 clauses. */
const MAX_STEMS = 900;

/**
 * BM25 as SQLite's FTS5 computes it: k1 is 1.2, b is 0.75, and all fields are one text. The similarities of the engine round
 * the number of words of a passage, and count the words and passages of all collections.
 */
const BM25 = "weight * _score * 2.2 / (_score + 1.2 * (0.25 + 0.75 * doc['length'].value / meanLength))";

export async function bestPassages(
  { run }: Searches,
  scope: LibraryScope,
  { counts, meanLength }: { readonly counts: ReadonlyMap<string, CountedStem>; readonly meanLength: number },
  terms: readonly WantedTerm[],
  known: ReadonlyMap<string, number>,
): Promise<Hit[]> {
  const { words, needed } = searchedTerms(scope, counts, terms);
  const weights = weightsOf(scope, counts, words);
  const lanes = (['own', 'law'] as const).filter((lane) => scope.passages[lane] > 0);
  if (weights.length === 0 || lanes.length === 0) return [];
  const scored = weights.map(([stem, weight]) => ({
    script_score: {
      query: { term: { words: stem } },
      script: { lang: 'expression', source: BM25, params: { weight, meanLength } },
    },
  }));
  const limit = needed ? [{ terms: { words: needed.flatMap(({ stems }) => stems) } }] : [];
  const results = await run(
    lanes.map(
      (lane): Search => ({
        index: 'passages',
        filter: [{ term: { isAuthority: lane === 'law' } }, ...limit],
        scored,
        body: {
          size: MAX_FOUND,
          // Reading the stored fields takes longer than finding the rows.
          stored_fields: '_none_',
          docvalue_fields: ['isOneAuthority', 'collection'],
          // Copies of a document have the same passages. One of each is returned.
          collapse: { field: 'copy' },
          sort: [{ _score: 'desc' }, { id: 'asc' }],
          track_total_hits: false,
        },
      }),
    ),
  );
  const found = lanes.flatMap((lane, at) => (results[at]?.hits?.hits ?? []).map((hit) => toHit(hit, lane)));
  const originals = new Map(known);
  return found
    .sort((one, other) => other.score - one.score || one.id - other.id)
    .map((hit) => {
      const document = originals.get(hit.digest) ?? hit.document;
      originals.set(hit.digest, document);
      // Copies have the same passages at the same places.
      return { ...hit, document, id: document * IDS + (hit.id % IDS) };
    });
}

const hitSchema = z.object({
  sort: z.tuple([z.number(), z.int()]),
  fields: z.object({ copy: z.tuple([z.string()]), isOneAuthority: z.tuple([z.boolean()]) }),
});

function toHit(hit: EngineHit, lane: Lane): Hit {
  const {
    sort: [score, id],
    fields: {
      copy: [copy],
      isOneAuthority: [isOneAuthority],
    },
  } = hitSchema.parse(hit);
  // The value begins with the digest of the document.
  const [digest = ''] = copy.split(' ');
  return { id, document: Math.floor(id / IDS), digest, lane, isOneAuthority, score };
}

/** The weight of each stem: how often it is asked for, times its rarity as FTS5 computes it. Of too many stems, the rarest. */
function weightsOf(
  { passages }: LibraryScope,
  counts: ReadonlyMap<string, CountedStem>,
  words: readonly WantedTerm[],
): [string, number][] {
  const all = passages.own + passages.law;
  const times = repetitions(words);
  const weights = new Map<string, number>();
  for (const [at, { stems }] of words.entries()) {
    for (const stem of stems) {
      const count = counts.get(stem)?.words ?? 0;
      if (count > 0) weights.set(stem, (weights.get(stem) ?? 0) + (times[at] ?? 1) * inverseFrequency(all, count));
    }
  }
  const rare = (stem: string) => counts.get(stem)?.words ?? 0;
  return [...weights].sort(([one], [other]) => rare(one) - rare(other)).slice(0, MAX_STEMS);
}
