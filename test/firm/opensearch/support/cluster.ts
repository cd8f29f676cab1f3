/** Libraries in the cluster that the tests share. */
import { relative } from 'node:path';
import { inject } from 'vitest';
import { type Indexed, indexFolder } from '../../../../src/firm/opensearch/indexFolder.ts';
import {
  createOpenSearchStore,
  type OpenSearchOptions,
  type OpenSearchStore,
  type Rebuild,
} from '../../../../src/firm/opensearch/openSearchStore.ts';
import { createDocumentReader } from '../../../../src/service/documents/thread/documentReader.ts';

let count = 0;

/** A library of its own, in the shared cluster unless `urls` name another one. */
export async function newStore(options: Partial<OpenSearchOptions> = {}): Promise<OpenSearchStore> {
  count += 1;
  return createOpenSearchStore({ urls: inject('searchUrls'), prefix: `test-${process.pid}-${count}`, ...options });
}

export async function writeFolder(
  store: OpenSearchStore,
  collection: string,
  folder: string,
  { rebuild, signal = new AbortController().signal }: { rebuild?: Rebuild; signal?: AbortSignal } = {},
): Promise<Indexed> {
  const reader = createDocumentReader();
  const generation = rebuild?.generation ?? (await store.prepare());
  const writer = store.writer({ collection, nameOf: (path) => relative(folder, path) }, generation);
  return indexFolder(writer, reader, folder, signal).finally(() => reader.close());
}
