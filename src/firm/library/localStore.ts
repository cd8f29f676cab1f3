/** The collections on this machine: each has an SQLite index of its own, which is opened when it is first needed. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { createDocumentReader } from '../../service/documents/thread/documentReader.ts';
import { createLibraryIndex, type LibraryIndex } from '../../service/index/libraryIndex.ts';
import type { LibraryScope } from '../../service/store/libraryReader.ts';
import type { Collection } from '../access/access.ts';
import { CollectionNotReady, type FirmStore } from './firmStore.ts';
import { isInside, joinLibraries } from './joinedLibrary.ts';
import type { JoinedScopes } from './joinedReader.ts';

export interface LocalStoreOptions {
  /** Folder of the index files. Null: the indexes are in memory. */
  readonly indexDir: string | null;
  /** Milliseconds after which the index of a collection that nobody asks for is closed, such as one that was removed. Default: a day. */
  readonly idleTime?: number;
  /** Milliseconds that the caller of a document waits for a collection that is read for the first time. Default: 3 seconds. */
  readonly readyTime?: number;
  /** For lines without content. */
  readonly log?: (line: string) => void;
}

export interface LocalStore extends FirmStore {
  /** Looks for changed files in the collections that are open. Joins a look that runs. */
  refresh(): Promise<void>;
}

const MAX_BYTES = 100 * 1024 * 1024;
const DOCUMENT_ID = /^([0-9a-f]{32})-([0-9a-f]{32})$/;
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
  const { indexDir, idleTime = DAY, readyTime = 3 * SECOND, log = () => {} } = options;
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
    void known?.index.close();
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
    const byDigest = new Map(all.map(({ path, title }) => [digestOf(inside(path, collection)), { path, title }]));
    listed.set(own.scope, byDigest);
    return byDigest;
  }

  async function refreshAll(): Promise<void> {
    const unused = [...open].filter(([, { usedAt }]) => performance.now() - usedAt > idleTime);
    for (const [id] of unused) open.delete(id);
    await Promise.all([
      ...unused.map(([, { index }]) => index.close().catch(() => log('close'))),
      ...[...open.values()].map(({ index }) => index.refresh().catch(() => log('refresh'))),
    ]);
  }

  return {
    library: (collections) =>
      joinLibraries(
        collections.map((collection) => ({ collection, index: indexOf(collection) })),
        scopes,
      ),
    placeOf(path, collections) {
      const collection = collections.find(({ folder }) => isInside(path, folder));
      if (!collection) return null;
      const name = inside(path, collection);
      return { path: `${collection.name}/${name}`, document: `${collection.public_id}-${digestOf(name)}` };
    },
    async document(id, collections, signal) {
      const [, publicId, digest = ''] = DOCUMENT_ID.exec(id) ?? [];
      const collection = collections.find((one) => one.public_id === publicId);
      if (!collection) return null;
      const found = (await documentsOf(collection, signal)).get(digest);
      if (!found) return null;
      const limits = { maxBytes: MAX_BYTES, roots: [collection.folder] };
      const read = await reader.readText(found.path, limits);
      if ('problem' in read) return null;
      const { text, places } = read;
      return { title: found.title, path: `${collection.name}/${inside(found.path, collection)}`, text, places };
    },
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

/** Rejects with the reason of the signal when it aborts. The work continues. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  signal.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The path inside of the folder, with slashes. */
const inside = (path: string, { folder }: Collection): string => relative(folder, path).split(sep).join('/');

const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);
