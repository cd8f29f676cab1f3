/** The collections in OpenSearch, which the indexer writes. The server keeps nothing of them. */
import { readFileBytes } from '../../service/documents/fileBytes.ts';
import { createRealRoots } from '../../service/documents/realRoots.ts';
import { createDocumentReader } from '../../service/documents/thread/documentReader.ts';
import type { AnsweringLibrary } from '../../service/index/answeringLibrary.ts';
import type { Collection } from '../access/access.ts';
import { EngineUnavailable } from '../opensearch/client.ts';
import type { OpenSearchStore } from '../opensearch/openSearchStore.ts';
import type { OpenSearchReader } from '../opensearch/reader.ts';
import type { FirmStore } from './firmStore.ts';
import { placeOf, readDocument, readDocumentId } from './places.ts';

/** Milliseconds in which the engine must say whether it is ready. */
const READY_TIME = 5_000;

/** `log`: for lines without content. */
export function createSearchStore(search: OpenSearchStore, log: (line: string) => void): FirmStore {
  const documents = createDocumentReader({ log });
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const late = AbortSignal.timeout(READY_TIME);
    await search.ready(late).catch((thrown: unknown) => {
      throw late.aborted ? new EngineUnavailable('OpenSearch does not answer in time.') : thrown;
    });
  }

  return {
    library: (collections, signal, onOutside) => {
      let opened: Promise<OpenSearchReader> | undefined;
      return libraryOf(collections, () => {
        opened ??= search.reader(keysOf(collections), signal, onOutside);
        return opened;
      });
    },
    placeOf,
    async document(id, collections, signal, onOutside) {
      const wanted = readDocumentId(id, collections);
      if (!wanted) return null;
      const reader = await search.reader(keysOf([wanted.collection]), signal, onOutside);
      const found = await reader.withDigest(wanted.digest);
      return found && readDocument(documents, found, wanted.collection);
    },
    // Simultaneous callers share one request.
    ready() {
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    async refresh() {},
    close: () => documents.close(),
  };
}

/** The id by which the indexer knows a collection. Unlike a name, it is never used for another one. */
const keysOf = (collections: readonly Collection[]): string[] => collections.map(({ public_id: key }) => key);

function libraryOf(collections: readonly Collection[], open: () => Promise<OpenSearchReader>): AnsweringLibrary {
  const generation = {};
  let [size, unread, passages] = [0, 0, 0];
  const status = () => ({ documents: size, passages, bytes: 0, indexedAt: null, folders: [], skipped: [] });
  return {
    status,
    progress: () => ({ phase: unread > 0 ? 'reading' : 'ready', done: size, total: size + unread }),
    async ready() {
      const opened = await open();
      ({ size, unread } = opened);
      passages = opened.scope.passages.own + opened.scope.passages.law;
      return status();
    },
    timeLeft: () => 0,
    waitingFor: () => 0,
    reader: open,
    // The indexer reads changed files, and rebuilds a damaged index.
    readAgain: async () => {},
    outdated: () => [],
    repair: async () => false,
    readBytes: (path, maxBytes) =>
      readFileBytes(path, { maxBytes, roots: createRealRoots(collections.map(({ folder }) => folder)) }),
    // The reader reads one generation to its end.
    database: () => generation,
    keepOpen: () => () => {},
  };
}
