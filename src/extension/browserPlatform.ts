import { createFetchTransport } from '../client/fetchTransport.ts';
import { createMemoryStore } from '../conversation/memoryStore.ts';
import * as tools from './commonTools.ts';
import type { PlatformFor } from './platform.ts';

export const browserPlatform: PlatformFor = () => ({
  tools: () => tools,
  openTransport: createFetchTransport,
  openLibrary: null,
  openStore: () => createMemoryStore(),
  openRecords: null,
  environmentKey: undefined,
});
