import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type * as Vscode from 'vscode';
import { createLibraryConnection } from '../../libraryClient/libraryConnection.ts';
import { createFileStore } from '../storage/fileStore.ts';
import type { PlatformFor } from './platform.ts';

export const nodePlatform: PlatformFor = (vscode, context) => ({
  async openTransport() {
    const { createNodeTransport } = await import('../../client/transport/nodeTransport.ts');
    return createNodeTransport();
  },
  openLibrary: createLibraryConnection,
  openStore: () => createFileStore({ folder: vscode.Uri.joinPath(context.globalStorageUri, 'conversations').fsPath }),
  async openComplianceServices(options) {
    const { createComplianceServices } = await import('../compliance/complianceServices.ts');
    return createComplianceServices(vscode, context.globalStorageUri.fsPath, options);
  },
  async openPublishers(deps) {
    const { loadPublisherCommands } = await import('../publishers/loadPublisherCommands.ts');
    const { createLawThread } = await import('../../publishers/thread/lawThread.ts');
    const reader = createLawThread(vscode.Uri.joinPath(context.extensionUri, 'dist', 'lawReader.cjs').fsPath);
    return loadPublisherCommands({ ...deps, vscode, folder: authoritiesOf(vscode, context), reader });
  },
  authorityFolder() {
    const folder = join(authoritiesOf(vscode, context), 'law');
    return hasEntries(folder) ? folder : null;
  },
  nodeProgram: process.execPath,
  environmentKey: process.env.FISCAL_API_KEY,
  home: homedir(),
});

/** The laws of all folders of the user. */
function authoritiesOf(vscode: typeof Vscode, { globalStorageUri }: Vscode.ExtensionContext): string {
  return vscode.Uri.joinPath(globalStorageUri, 'authorities').fsPath;
}

function hasEntries(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
