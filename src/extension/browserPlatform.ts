import { createFetchTransport } from '../client/fetchTransport.ts';
import { createMemoryStore } from '../conversation/memoryStore.ts';
import type { PlatformFor } from './platform.ts';

export const browserPlatform: PlatformFor = () => ({
  openTransport: createFetchTransport,
  openLibrary: null,
  openStore: () => createMemoryStore(),
  openRecords: null,
  environmentKey: undefined,
});
