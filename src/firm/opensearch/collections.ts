/** The collections in an index, including those that were removed since. For the indexer: no person's rights limit them. */
import * as z from 'zod/mini';
import { accepted, type EngineClient } from './client.ts';
import type { Generation } from './layout.ts';

/** Collections of one request, and milliseconds that it may take. */
const PAGE = 1000;
const PATIENCE = 120_000;

const keySchema = z.object({ collection: z.string() });
const pageSchema = z.object({
  aggregations: z.object({
    names: z.object({ buckets: z.array(z.object({ key: keySchema })), after_key: z.optional(keySchema) }),
  }),
});

export async function collectionsIn(client: EngineClient, { documents }: Generation): Promise<string[]> {
  const refreshed = await client.send({ method: 'POST', path: `/${documents}/_refresh`, patience: PATIENCE });
  accepted(refreshed);
  const found: string[] = [];
  for (let after: z.infer<typeof keySchema> | undefined; ; ) {
    const sources = [{ collection: { terms: { field: 'collection' } } }];
    const body = { size: 0, aggs: { names: { composite: { size: PAGE, sources, ...(after && { after }) } } } };
    const path = `/${documents}/_search?allow_partial_search_results=false`;
    const answer = accepted(await client.send({ method: 'POST', path, body, patience: PATIENCE }));
    const { buckets, after_key: last } = pageSchema.parse(answer).aggregations.names;
    found.push(...buckets.map(({ key }) => key.collection));
    after = last;
    if (buckets.length < PAGE || !after) return found;
  }
}
