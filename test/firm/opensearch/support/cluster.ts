/** A cluster of two nodes for the tests of this process. It ends with the process. */
import { relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Cluster, startCluster } from '../../../../scripts/firm/startCluster.ts';
import { type Indexed, indexFolder } from '../../../../src/firm/opensearch/indexFolder.ts';
import {
  createOpenSearchStore,
  type OpenSearchOptions,
  type OpenSearchStore,
  type Rebuild,
} from '../../../../src/firm/opensearch/openSearchStore.ts';
import { createDocumentReader } from '../../../../src/service/documents/thread/documentReader.ts';

let shared: Promise<Cluster> | undefined;

export function sharedCluster(): Promise<Cluster> {
  shared ??= startCluster(2);
  return shared;
}

let count = 0;

/** A library of its own in the cluster. */
export async function newStore(options: Partial<OpenSearchOptions> = {}): Promise<OpenSearchStore> {
  const { urls } = await sharedCluster();
  count += 1;
  return createOpenSearchStore({ urls, prefix: `test-${process.pid}-${count}`, ...options });
}

export async function writeFolder(
  store: OpenSearchStore,
  collection: string,
  folder: string,
  { rebuild, signal = new AbortController().signal }: { rebuild?: Rebuild; signal?: AbortSignal } = {},
): Promise<Indexed> {
  const reader = createDocumentReader();
  onTestFinished(() => reader.close());
  const writer = await store.writer({ collection, nameOf: (path) => relative(folder, path) }, rebuild);
  return indexFolder(writer, reader, folder, signal);
}
