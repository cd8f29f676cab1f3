/** The library of a firm in OpenSearch. A reader has its collections as an argument, so that none is made without them. */
import type { LibraryReader } from '../../service/store/libraryReader.ts';
import { createEngineClient, type EngineOptions } from './client.ts';
import { type CountedScope, countScope } from './counts.ts';
import { createLayout, type Generation, type LayoutOptions } from './layout.ts';
import { createOpenSearchReader } from './reader.ts';
import { createSearches } from './searches.ts';
import { type CollectionWriter, createCollectionWriter, type WriterOptions } from './writer.ts';

export interface OpenSearchOptions extends EngineOptions, Partial<LayoutOptions> {}

export interface OpenSearchStore {
  /**
   * A reader for one question, of these collections only. Throws EngineUnavailable. A row of another collection ends the question with
   * OutsideOfRights.
   */
  reader(collections: readonly string[], signal: AbortSignal): Promise<LibraryReader>;
  /** Writes into the generation that is searched, or into the one that is being built. Creates the indexes if there are none. */
  writer(options: WriterOptions, rebuild?: Rebuild): Promise<CollectionWriter>;
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
    async reader(collections, signal) {
      const generation = await layout.current(signal);
      const searches = createSearches(client, generation, collections, signal);
      const counted = await countScope(searches);
      const key = JSON.stringify([...new Set(collections)].toSorted());
      const version = `${generation.build} ${counted.version}`;
      const known = scopes.get(key);
      const scope = known?.version === version ? known : { scope: counted.scope, counts: new Map(), version };
      // The one that was used last is the last one.
      scopes.delete(key);
      scopes.set(key, scope);
      const [oldest] = scopes.keys();
      if (scopes.size > MAX_SCOPES && oldest !== undefined) scopes.delete(oldest);
      return createOpenSearchReader(searches, scope);
    },
    async writer(writerOptions, rebuild) {
      const generation = rebuild?.generation ?? (await layout.ensure());
      return createCollectionWriter(client, layout, generation, writerOptions);
    },
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
