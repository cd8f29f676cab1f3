/** The library of a firm in OpenSearch. A reader has its collections as an argument, so that none is made without them. */
import { createEngineClient, type EngineOptions } from './client.ts';
import { collectionsIn } from './collections.ts';
import { type CountedScope, countScope } from './counts.ts';
import { createLayout, type Generation, type LayoutOptions } from './layout.ts';
import { createOpenSearchReader, type OpenSearchReader } from './reader.ts';
import { createSearches } from './searches.ts';
import { type CollectionWriter, createCollectionWriter, type WriterOptions } from './writer.ts';

export interface OpenSearchOptions extends EngineOptions, Partial<LayoutOptions> {}

export interface OpenSearchStore {
  /**
   * A reader for one question, of these collections only. Throws EngineUnavailable. A row of another collection ends the question with
   * OutsideOfRights, after `onOutside` was called.
   */
  reader(collections: readonly string[], signal: AbortSignal, onOutside?: () => void): Promise<OpenSearchReader>;
  /** Throws EngineUnavailable while a part of the library cannot be searched. */
  ready(signal: AbortSignal): Promise<void>;
  /** The generation that is searched. Creates the indexes if there are none. */
  prepare(): Promise<Generation>;
  writer(options: WriterOptions, generation: Generation): CollectionWriter;
  /** All collections that a generation has files of. */
  collections(generation: Generation): Promise<string[]>;
  /** Begins to build the library again, while the present one is searched. */
  rebuild(): Promise<Rebuild>;
}

export interface Rebuild {
  readonly generation: Generation;
  /** From now on the new generation is searched. Resolves to a function that deletes the one that was. */
  publish(): Promise<() => Promise<void>>;
}

/** Sets of collections whose counts are kept. */
const MAX_SCOPES = 500;

export function createOpenSearchStore(options: OpenSearchOptions): OpenSearchStore {
  const client = createEngineClient(options);
  const layout = createLayout(client, { prefix: options.prefix ?? 'fiscal', shards: options.shards ?? 1 });
  const scopes = new Map<string, CountedScope & { readonly version: string }>();

  return {
    async reader(collections, signal, onOutside = () => {}) {
      const generation = await layout.current(signal);
      const searches = createSearches(client, generation, collections, signal, onOutside);
      const counted = await countScope(searches);
      const key = JSON.stringify([...new Set(collections)].toSorted());
      const version = `${generation.build} ${counted.version}`;
      const known = scopes.get(key);
      const scope =
        known?.version === version ? known : { scope: counted.scope, counts: new Map(), meanLength: null, version };
      // A map keeps the order of insertion, so the scope that was used last moves to the end.
      scopes.delete(key);
      scopes.set(key, scope);
      const [oldest] = scopes.keys();
      if (scopes.size > MAX_SCOPES && oldest !== undefined) scopes.delete(oldest);
      return createOpenSearchReader(searches, scope, counted);
    },
    async ready(signal) {
      const searches = createSearches(client, await layout.current(signal), [], signal, () => {});
      const body = { size: 0, track_total_hits: false };
      await searches.run((['documents', 'passages'] as const).map((index) => ({ index, filter: [], body })));
    },
    prepare: () => layout.ensure(),
    writer: (writerOptions, generation) => createCollectionWriter(client, layout, generation, writerOptions),
    collections: (generation) => collectionsIn(client, generation),
    async rebuild() {
      const generation = await layout.create();
      return {
        generation,
        async publish() {
          const before = await layout.publish(generation);
          return async () => {
            if (before.number !== generation.number) await layout.remove(before);
          };
        },
      };
    },
  };
}
