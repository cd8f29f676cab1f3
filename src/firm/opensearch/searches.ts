/** The searches of one reader. Each has the filter of the reader's collections, and each row that comes back is checked against them. */
import {
  accepted,
  type EngineAnswer,
  type EngineClient,
  EngineRefused,
  EngineUnavailable,
  errorType,
  isBusyStatus,
} from './client.ts';
import type { Generation } from './layout.ts';
import { collectionOf, type EngineHit, type EngineResult, outcomesSchema, resultsSchema } from './rows.ts';

/** A clause of the query language. Texts are values of clauses, never queries. */
export type Clause = Readonly<Record<string, unknown>>;

export interface Search {
  readonly index: 'documents' | 'passages';
  /** All of them must hold. They do not count for the score. */
  readonly filter: readonly Clause[];
  /** One of them must hold. They make the score. */
  readonly scored?: readonly Clause[];
  /** Everything else of the search: `size`, `sort`, `_source`, `aggs`. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The engine returned a row of another collection. The question must end. */
export class OutsideOfRights extends Error {
  override readonly name = 'OutsideOfRights';
}

export interface Searches {
  /** Runs all of them in one request. */
  run(searches: readonly Search[]): Promise<EngineResult[]>;
  /** All hits of a search, in the order of this field, which each hit has and no two share. */
  all(search: Omit<Search, 'scored' | 'body'>, field: string, columns: readonly string[] | 'all'): Promise<EngineHit[]>;
}

/** Milliseconds that a reader waits for an answer. */
const PATIENCE = 30_000;
/** Milliseconds that a shard works on a search. */
const SHARD_TIME = '20s';
/** Hits of one page. */
const PAGE = 2000;
/** Searches of one request. */
const AT_ONCE = 100;

export function createSearches(
  client: EngineClient,
  generation: Generation,
  collections: readonly string[],
  signal: AbortSignal,
  onOutside: () => void,
): Searches {
  const rights = new Set(collections);
  const visible = { terms: { collection: [...rights] } };

  function check(hit: EngineHit): void {
    const collection = collectionOf(hit);
    if (collection !== null && rights.has(collection)) return;
    onOutside();
    throw new OutsideOfRights('The search engine returned a row of another collection.');
  }

  async function runPart(searches: readonly Search[]): Promise<EngineResult[]> {
    const lines = searches.flatMap(({ index, filter, scored, body }) => [
      JSON.stringify({
        index: generation[index],
        // A part of the passages would be a wrong answer.
        allow_partial_search_results: false,
      }),
      JSON.stringify({
        timeout: SHARD_TIME,
        query: {
          bool: { filter: [visible, ...filter], ...(scored && { should: scored, minimum_should_match: 1 }) },
        },
        ...body,
      }),
    ]);
    const answer = await client.send({ method: 'POST', path: '/_msearch', lines, signal, patience: PATIENCE }, isBusy);
    const { responses } = resultsSchema.parse(accepted(answer));
    for (const { status = 200, error, timed_out: timedOut = false, hits } of responses) {
      if (error?.type === 'index_not_found_exception')
        throw new EngineUnavailable('The library was replaced while it was searched. Ask again.');
      if (error) throw new EngineRefused(status, error.type);
      if (timedOut) throw new EngineUnavailable('OpenSearch does not answer: a search took too long.');
      for (const hit of hits?.hits ?? []) check(hit);
    }
    return responses;
  }

  async function run(searches: readonly Search[]): Promise<EngineResult[]> {
    signal.throwIfAborted();
    const results: EngineResult[] = [];
    for (let at = 0; at < searches.length; at += AT_ONCE)
      results.push(...(await runPart(searches.slice(at, at + AT_ONCE))));
    return results;
  }

  return {
    run,
    async all(search, field, columns) {
      const found: EngineHit[] = [];
      for (;;) {
        const after = found.at(-1)?.sort;
        const body = {
          size: PAGE,
          sort: [{ [field]: 'asc' }],
          _source: columns === 'all' || [...columns, 'collection'],
          track_total_hits: false,
          ...(after && { search_after: after }),
        };
        const [result] = await run([{ ...search, body }]);
        const hits = result?.hits?.hits ?? [];
        found.push(...hits);
        if (hits.length < PAGE) return found;
      }
    },
  };
}

function isBusy(answer: EngineAnswer): boolean {
  if (isBusyStatus(answer.status, errorType(answer.body))) return true;
  if (answer.status >= 400) return false;
  const { responses } = outcomesSchema.parse(answer.body);
  return responses.some(({ status = 200, error }) => error !== undefined && isBusyStatus(status, error.type));
}
