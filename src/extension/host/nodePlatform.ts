import { homedir } from 'node:os';
import { createLibraryConnection } from '../../libraryClient/libraryConnection.ts';
import { createLateStore } from '../storage/lateStore.ts';
import type { PlatformFor } from './platform.ts';

export const nodePlatform: PlatformFor = (vscode, context) => ({
  async openTransport() {
    const { createNodeTransport } = await import('../../client/transport/nodeTransport.ts');
    return createNodeTransport();
  },
  openLibrary: createLibraryConnection,
  openStore: () =>
    createLateStore(async () => {
      const { createFileStore } = await import('../storage/fileStore.ts');
      return createFileStore({ folder: vscode.Uri.joinPath(context.globalStorageUri, 'conversations').fsPath });
    }),
  async openComplianceServices(options) {
    const { createComplianceServices } = await import('../compliance/complianceServices.ts');
    return createComplianceServices(vscode, context.globalStorageUri.fsPath, options);
  },
  nodeProgram: process.execPath,
  environmentKey: process.env.FISCAL_API_KEY,
  home: homedir(),
});
