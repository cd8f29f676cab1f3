import { createFetchTransport } from '../../client/transport/fetchTransport.ts';
import { createWebStore } from '../storage/webStore.ts';
import type { PlatformFor } from './platform.ts';

export const browserPlatform: PlatformFor = (vscode, context) => ({
  openTransport: async () => createFetchTransport(),
  openLibrary: null,
  openStore: () => createWebStore(vscode, vscode.Uri.joinPath(context.globalStorageUri, 'conversations')),
  openComplianceServices: null,
  openPublishers: null,
  authorityFolder: () => null,
  nodeProgram: null,
  environmentKey: undefined,
  home: undefined,
});
