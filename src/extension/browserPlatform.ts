import { createFetchTransport } from '../client/fetchTransport.ts';
import * as tools from './commonTools.ts';
import { createWebStore } from './keeping/webStore.ts';
import type { PlatformFor } from './platform.ts';

export const browserPlatform: PlatformFor = (vscode, context) => ({
  tools: () => tools,
  openTransport: createFetchTransport,
  openLibrary: null,
  openStore: () =>
    createWebStore(vscode, vscode.Uri.joinPath(context.globalStorageUri, 'conversations'), {
      copyTitle: (title) => vscode.l10n.t('{0} (copy)', title),
    }),
  openRecords: null,
  environmentKey: undefined,
  home: undefined,
});
