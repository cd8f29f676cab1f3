/** The collections on this machine: each has an SQLite index of its own, which is opened when it is first needed. */
import { relative } from 'node:path';
import type { LibraryStatus } from '../../protocol/worker.ts';
import { createDocumentReader } from '../../service/documents/thread/documentReader.ts';
import type { AnsweringLibrary } from '../../service/index/answeringLibrary.ts';
import { joinLibraries } from '../../service/index/joinedLibrary.ts';
import { createLibraryIndex, type LibraryIndex } from '../../service/index/libraryIndex.ts';
import { unlessAborted } from '../../service/nodeHelpers.ts';
import type { JoinedScopes } from '../../service/store/joinedReader.ts';
import type { LibraryScope } from '../../service/store/libraryReader.ts';
import type { Collection } from '../access/access.ts';
import { CollectionNotReady, type FirmDocument, type FirmStore } from './firmStore.ts';
import { digestOfName, placeOf, readDocument, readDocumentId } from './places.ts';

export interface LocalStoreOptions {
  /** Folder of the index files. Null: the indexes are in memory. */
  readonly indexDir: string | null;
  /** Which of these collections the firm still has. The indexes of the others are closed at the next refresh. */
  readonly existing: (ids: readonly number[]) => Promise<readonly number[]>;
  /** Milliseconds after which the index of a collection that nobody asks for is closed. Default: a day. */
  readonly idleTime?: number;
  /** Milliseconds that the caller of a document waits for a collection that is read for the first time. Default: 3 seconds. */
  readonly readyTime?: number;
  /** For lines without content. */
  readonly log?: (line: string) => void;
}

export interface LocalStore extends FirmStore {
  library(collections: readonly Collection[]): AnsweringLibrary;
  document(id: string, collections: readonly Collection[], signal: AbortSignal): Promise<FirmDocument | null>;
}

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;
/** Documents of a collection that can be opened. */
const MAX_DOCUMENTS = 5_000_000;

interface Listed {
  readonly path: string;
  readonly title: string;
}

interface OpenIndex {
  readonly folder: string;
  readonly index: LibraryIndex;
  /** By `performance.now()`. */
  usedAt: number;
}

export function createLocalStore(options: LocalStoreOptions): LocalStore {
  const { indexDir, existing, idleTime = DAY, readyTime = 3 * SECOND, log = () => {} } = options;
  const open = new Map<number, OpenIndex>();
  const scopes: JoinedScopes = new Map();
  /** The documents of an index by the digests in their ids, as long as the index does not change. */
  const listed = new WeakMap<LibraryScope, ReadonlyMap<string, Listed>>();
  const listing = new Map<LibraryIndex, Promise<ReadonlyMap<string, Listed>>>();
  let refreshing: Promise<void> | null = null;
  const reader = createDocumentReader({ log });

  function indexOf({ id, folder }: Collection): LibraryIndex {
    const known = open.get(id);
    if (known?.folder === folder) {
      known.usedAt = performance.now();
      return known.index;
    }
    // The folder of the collection was changed.
    known?.index.close().catch(() => log('close'));
    const index = createLibraryIndex({ folders: [folder], indexDir, log });
    open.set(id, { folder, index, usedAt: performance.now() });
    return index;
  }

  /** Callers at the same time share one listing. */
  async function documentsOf(collection: Collection, signal: AbortSignal): Promise<ReadonlyMap<string, Listed>> {
    const index = indexOf(collection);
    if (!(await isReady(index, readyTime, signal))) throw new CollectionNotReady();
    let shared = listing.get(index);
    if (!shared) {
      shared = list(index, collection).finally(() => listing.delete(index));
      listing.set(index, shared);
    }
    return unlessAborted(shared, signal);
  }

  async function list(index: LibraryIndex, collection: Collection): Promise<ReadonlyMap<string, Listed>> {
    const own = await index.reader(new AbortController().signal);
    const known = listed.get(own.scope);
    if (known) return known;
    const all = await own.list('', MAX_DOCUMENTS, '');
    const byDigest = new Map(
      all.map(({ path, title }) => [digestOfName(relative(collection.folder, path)), { path, title }]),
    );
    listed.set(own.scope, byDigest);
    return byDigest;
  }

  async function refreshAll(): Promise<void> {
    const ids = [...open.keys()];
    const kept = new Set(
      await existing(ids).catch(() => {
        log('existing');
        return ids;
      }),
    );
    const isUnused = (id: number, { usedAt }: OpenIndex) =>
      // One that was opened since is not among them.
      (ids.includes(id) && !kept.has(id)) || performance.now() - usedAt > idleTime;
    const unused = [...open].filter(([id, one]) => isUnused(id, one));
    for (const [id] of unused) open.delete(id);
    await Promise.all([
      ...unused.map(([, { index }]) => index.close().catch(() => log('close'))),
      ...[...open.values()].map(({ index }) => index.refresh().catch(() => log('refresh'))),
    ]);
  }

  return {
    library(collections) {
      const joined = joinLibraries(
        collections.map((collection) => ({
          id: collection.id,
          folders: [collection.folder],
          index: indexOf(collection),
        })),
        scopes,
      );
      const status = () => withoutPaths(joined.status());
      return { ...joined, status, ready: async () => withoutPaths(await joined.ready()) };
    },
    placeOf,
    async document(id, collections, signal) {
      const wanted = readDocumentId(id, collections);
      if (!wanted) return null;
      const found = (await documentsOf(wanted.collection, signal)).get(wanted.digest);
      return found ? readDocument(reader, found, wanted.collection) : null;
    },
    // What it reads is on this machine.
    async ready() {},
    refresh() {
      refreshing ??= refreshAll().finally(() => {
        refreshing = null;
      });
      return refreshing;
    },
    async close() {
      await reader.close();
      await Promise.all([...open.values()].map(({ index }) => index.close()));
    },
  };
}

/** Paths of this machine and messages with them are for its administrator only. */
function withoutPaths({ message: _, ...status }: LibraryStatus): LibraryStatus {
  return { ...status, folders: [], skipped: [] };
}

/** Waits for at most `time` milliseconds. */
async function isReady(index: LibraryIndex, time: number, signal: AbortSignal): Promise<boolean> {
  const late = AbortSignal.timeout(time);
  return unlessAborted(
    index.ready().then(() => true),
    AbortSignal.any([signal, late]),
  ).catch((thrown: unknown) => {
    signal.throwIfAborted();
    if (late.aborted) return false;
    throw thrown;
  });
}
