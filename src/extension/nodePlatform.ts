import { createNodeTransport } from '../client/nodeTransport.ts';
import { createFileStore } from './keeping/fileStore.ts';
import { createRecords } from './keeping/records.ts';
import { createLibraryConnection } from './library/workerTransport.ts';
import type { PlatformFor } from './platform.ts';

export const nodePlatform: PlatformFor = (vscode, context) => ({
  openTransport: createNodeTransport,
  openLibrary: createLibraryConnection,
  openStore: () =>
    createFileStore({
      folder: vscode.Uri.joinPath(context.globalStorageUri, 'conversations').fsPath,
      copyTitle: (title) => vscode.l10n.t('{0} (copy)', title),
    }),
  openRecords: (options) => createRecords(vscode, context.globalStorageUri.fsPath, options),
  environmentKey: process.env.FISCAL_API_KEY,
});
