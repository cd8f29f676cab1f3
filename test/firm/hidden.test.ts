import { createLocalStore } from '../../src/firm/library/localStore.ts';
import { hiddenSuite } from './support/hiddenSuite.ts';

hiddenSuite('', async () => createLocalStore({ indexDir: null, existing: async (ids) => ids }));
