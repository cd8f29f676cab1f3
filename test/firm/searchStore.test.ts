import { expect, it } from 'vitest';
import { createSearchStore } from '../../src/firm/library/searchStore.ts';
import type { OpenSearchReader } from '../../src/firm/opensearch/reader.ts';

const unused = async (): Promise<never> => {
  throw new Error('The store does not call it.');
};

it.each([
  [0, 'ready'],
  [2, 'reading'],
])('a library of which the indexer has not written %i documents yet is %s', async (unread, phase) => {
  const reader = { size: 3, unread, scope: { passages: { own: 5, law: 7 } } } as unknown as OpenSearchReader;
  const engine = {
    reader: async () => reader,
    ready: async () => {},
    prepare: unused,
    writer: () => unused() as never,
  };
  const store = createSearchStore({ ...engine, collections: unused, rebuild: unused }, () => {});
  const library = store.library([], new AbortController().signal, () => {});
  expect(await library.ready()).toMatchObject({ documents: 3, passages: 12 });
  expect(library.progress()).toEqual({ phase, done: 3, total: 3 + unread });
  await store.close();
});
