/** Asks the same questions over SQLite and over OpenSearch. */
import { relative } from 'node:path';
import { indexFolder } from '../../../../src/firm/opensearch/indexFolder.ts';
import { createOpenSearchStore } from '../../../../src/firm/opensearch/openSearchStore.ts';
import { createDocumentReader } from '../../../../src/service/documents/thread/documentReader.ts';
import { createLibraryIndex } from '../../../../src/service/index/libraryIndex.ts';
import { FOLDERS, type Mode, type questionsOfRepository, quotationsOf } from './quotations.ts';

interface Different {
  readonly id: string;
  readonly mode: Mode;
  readonly question: string;
  /** What only one of them quotes. */
  readonly sqlite: string;
  readonly openSearch: string;
}

export interface Compared {
  readonly compared: number;
  readonly different: readonly Different[];
  /** Of an answer. */
  readonly milliseconds: { readonly sqlite: number; readonly openSearch: number };
}

export async function compareStores(
  urls: readonly string[],
  questions: ReturnType<typeof questionsOfRepository>,
  modes: readonly Mode[],
): Promise<Compared> {
  const { signal } = new AbortController();
  const index = createLibraryIndex({ folders: FOLDERS, indexDir: null });
  const documents = createDocumentReader();
  const store = createOpenSearchStore({ urls, prefix: `compare-${process.pid}` });
  const different: Different[] = [];
  const time = { sqlite: 0, openSearch: 0 };
  try {
    await index.ready();
    for (const folder of FOLDERS) {
      const generation = await store.prepare();
      const writer = store.writer({ collection: folder, nameOf: (path) => relative(folder, path) }, generation);
      await indexFolder(writer, documents, folder, signal);
    }
    for (const one of questions) {
      for (const mode of modes) {
        const start = performance.now();
        const sqlite = await quotationsOf(index, await index.reader(signal), one, mode);
        const middle = performance.now();
        const openSearch = await quotationsOf(index, await store.reader(FOLDERS, signal), one, mode);
        time.sqlite += middle - start;
        time.openSearch += performance.now() - middle;
        const only = (own: readonly string[], other: readonly string[]) =>
          own.filter((quoted) => !other.includes(quoted)).join(' | ');
        const difference = { sqlite: only(sqlite, openSearch), openSearch: only(openSearch, sqlite) };
        if (difference.sqlite + difference.openSearch !== '')
          different.push({ id: one.id, mode, question: one.question, ...difference });
      }
    }
  } finally {
    await documents.close();
    await index.close();
  }
  const compared = questions.length * modes.length;
  const each = (sum: number) => Math.round(sum / Math.max(1, compared));
  return { compared, different, milliseconds: { sqlite: each(time.sqlite), openSearch: each(time.openSearch) } };
}
