import { homedir } from 'node:os';
import { lazyRecords } from './compliance/lazyComplianceServices.ts';
import { lazy } from './lazy.ts';
import type { PlatformFor } from './platform.ts';
import { createFileStore } from './storage/fileStore.ts';

export const nodePlatform: PlatformFor = (vscode, context) => {
  const tools = lazy(() => require('./tools.cjs') as typeof import('./tools.ts'));
  return {
    tools,
    openTransport: () => tools().createNodeTransport(),
    openLibrary: (options) => tools().createLibraryConnection(options),
    openStore: () =>
      createFileStore({
        folder: vscode.Uri.joinPath(context.globalStorageUri, 'conversations').fsPath,
        copyTitle: (title) => vscode.l10n.t('{0} (copy)', title),
      }),
    openRecords: (options) =>
      lazyRecords(() => tools().createRecords(vscode, context.globalStorageUri.fsPath, options)),
    environmentKey: process.env.FISCAL_API_KEY,
    home: homedir(),
  };
};
