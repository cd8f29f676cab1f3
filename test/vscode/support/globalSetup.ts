/** Builds, packages, and gets what the end-to-end tests run in, once for all files. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../../../scripts/support/browser.ts';
import { ensureVsCode } from '../../../scripts/support/codeServer.ts';
import { installExtension, serverFolders } from '../../../scripts/support/vscodeServer.ts';
import { makeVsix } from '../../../scripts/support/vsix.ts';
import { desktopFromEnvironment } from './desktop.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Path of the .vsix that is tested. */
    vsix: string;
    /** Folder of VS Code (`ensureVsCode`). Empty when the desktop build is tested. */
    vscode: string;
    /** The folder in which the .vsix is installed. */
    extensionsFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const vsix = await makeVsix({ quiet: true });
  const folder = await mkdtemp(join(tmpdir(), 'fiscal-e2e-'));
  const { extensions } = serverFolders(folder);
  const desktop = desktopFromEnvironment();
  const vscode = desktop ? '' : await ensureVsCode();
  if (desktop) await desktop.install(extensions, vsix);
  else await installExtension(vscode, folder, vsix);
  project.provide('vsix', vsix);
  project.provide('vscode', vscode);
  // The workers find what is installed here.
  if (!desktop) await ensureBrowser();
  project.provide('extensionsFolder', extensions);
  return () => rm(folder, { recursive: true, force: true });
}
