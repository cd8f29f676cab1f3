import { describe, inject } from 'vitest';
import type { OpenSearchStore } from '../../../src/firm/opensearch/openSearchStore.ts';
import { storeContract } from '../../service/store/contract.ts';
import { newStore, writeFolder } from './support/cluster.ts';

describe.skipIf(inject('searchUrls').length === 0)('the contract of stores over OpenSearch', () => {
  let shared: Promise<OpenSearchStore> | undefined;
  // Each folder is a collection of its own among all others.
  storeContract(async (folder, signal = new AbortController().signal) => {
    shared ??= newStore({ shards: 2 });
    const store = await shared;
    await writeFolder(store, folder, folder);
    return store.reader([folder], signal);
  });
});
