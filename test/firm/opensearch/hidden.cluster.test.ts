import { describe, inject } from 'vitest';
import * as z from 'zod/mini';
import { createSearchStore } from '../../../src/firm/library/searchStore.ts';
import { hiddenSuite } from '../support/hiddenSuite.ts';
import { newStore, writeFolder } from './support/cluster.ts';

const rowSchema = z.object({ public_id: z.string(), folder: z.string() });

describe.skipIf(inject('searchUrls').length === 0)('over OpenSearch', () => {
  hiddenSuite(' from OpenSearch', async (admin) => {
    const search = await newStore({ shards: 2 });
    for (const { public_id: key, folder } of await admin.query(rowSchema, 'SELECT * FROM fiscal.collections'))
      await writeFolder(search, key, folder);
    return createSearchStore(search, () => {});
  });
});
