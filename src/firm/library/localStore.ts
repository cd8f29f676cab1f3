/** The collections on this machine: each has an SQLite index of its own, which is opened when it is first needed. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';
import { createDocumentReader } from '../../service/documents/thread/documentReader.ts';
import { createLibraryIndex, type LibraryIndex } from '../../service/index/libraryIndex.ts';
import type { LibraryScope } from '../../service/store/libraryReader.ts';
import type { Collection } from '../access/access.ts';
import type { FirmStore } from './firmStore.ts';
import { isInside, joinLibraries } from './joinedLibrary.ts';
import type { JoinedScopes } from './joinedReader.ts';

export interface LocalStoreOptions {
  /** Folder of the index files. Null: the indexes are in memory. */
  readonly indexDir: string | null;
  /** For lines without content. */
  readonly log?: (line: string) => void;
}

export interface LocalStore extends FirmStore {
  /** Looks for changed files in the collections that are open. */
  refresh(): Promise<void>;
}

const MAX_BYTES = 100 * 1024 * 1024;
const DOCUMENT_ID = /^([0-9a-f]{32})-([0-9a-f]{32})$/;
/** Documents of a collection that can be opened. */
const MAX_DOCUMENTS = 5_000_000;

interface Listed {
  readonly path: string;
  readonly title: string;
}

export function createLocalStore({ indexDir, log = () => {} }: LocalStoreOptions): LocalStore {
  const open = new Map<number, { readonly folder: string; readonly index: LibraryIndex }>();
  const scopes: JoinedScopes = new Map();
  /** The documents of an index by the digests in their ids, as long as the index does not change. */
  const listed = new WeakMap<LibraryScope, ReadonlyMap<string, Listed>>();
  const reader = createDocumentReader({ log });

  function indexOf({ id, folder }: Collection): LibraryIndex {
    const known = open.get(id);
    if (known?.folder === folder) return known.index;
    // The folder of the collection was changed.
    void known?.index.close();
    const index = createLibraryIndex({ folders: [folder], indexDir, log });
    open.set(id, { folder, index });
    return index;
  }

  async function documentsOf(collection: Collection): Promise<ReadonlyMap<string, Listed>> {
    const index = indexOf(collection);
    await index.ready();
    const own = await index.reader(new AbortController().signal);
    const known = listed.get(own.scope);
    if (known) return known;
    const all = await own.list('', MAX_DOCUMENTS, '');
    const byDigest = new Map(all.map(({ path, title }) => [digestOf(inside(path, collection)), { path, title }]));
    listed.set(own.scope, byDigest);
    return byDigest;
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
    async document(id, collections) {
      const [, publicId, digest = ''] = DOCUMENT_ID.exec(id) ?? [];
      const collection = collections.find((one) => one.public_id === publicId);
      if (!collection) return null;
      const found = (await documentsOf(collection)).get(digest);
      if (!found) return null;
      const read = await reader.readText(found.path, { maxBytes: MAX_BYTES, roots: [collection.folder] });
      if ('problem' in read) return null;
      const { text, places } = read;
      return { title: found.title, path: `${collection.name}/${inside(found.path, collection)}`, text, places };
    },
    async refresh() {
      await Promise.all([...open.values()].map(({ index }) => index.refresh().catch(() => log('refresh'))));
    },
    async close() {
      await reader.close();
      await Promise.all([...open.values()].map(({ index }) => index.close()));
    },
  };
}

/** The path inside of the folder, with slashes. */
const inside = (path: string, { folder }: Collection): string => relative(folder, path).split(sep).join('/');

const digestOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);
