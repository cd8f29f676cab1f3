/** The store in a browser: the same files, in the storage that VS Code gives the extension there. */
import type * as Vscode from 'vscode';
import type { ConversationStore } from '../../conversation/store.ts';
import { createKeptStore } from './conversationStore.ts';
import { codeOf, DamagedError } from './fileErrors.ts';
import { newestRevisions, wholeName } from './fileNames.ts';
import { type Damaged, type Scan, type ScannedFile, toScanned } from './scannedFile.ts';
import { createWebFiles } from './webFiles.ts';

export function createWebStore(
  vscode: Parameters<typeof createWebFiles>[0],
  folder: Vscode.Uri,
  options: { readonly copyTitle: (title: string) => string; readonly now?: () => number },
): ConversationStore {
  const files = createWebFiles(vscode, folder);
  const id = crypto.randomUUID();
  /** A revision never changes once it has its name. */
  let cache = new Map<string, ScannedFile>();

  async function look(conversation: string, revision: number): Promise<ScannedFile | Damaged | null> {
    const name = wholeName(conversation, revision);
    const known = cache.get(name);
    if (known) return known;
    let first: string | null = null;
    let bytes = 0;
    try {
      for await (const line of files.lines(name)) {
        first ??= line;
        bytes += line.length + 1;
      }
    } catch (error) {
      if (!(error instanceof DamagedError)) {
        if (codeOf(error) === undefined) throw error;
        return null; // replaced or deleted meanwhile
      }
    }
    return toScanned(conversation, revision, bytes, first);
  }

  return createKeptStore({
    files,
    async scan(names): Promise<Scan> {
      const newest = [...newestRevisions(names)];
      const seen = await Promise.all(newest.map(([conversation, revision]) => look(conversation, revision)));
      const found = seen.flatMap((file) => (file && 'header' in file ? [file] : []));
      const damaged = seen.flatMap((file) => (file && !('header' in file) ? [file] : []));
      cache = new Map(found.map((file) => [file.name, file]));
      return { files: found, damaged };
    },
    // A browser has no process to look for. Another tab's running answer is taken for interrupted until it is saved again.
    owners: { id, announce: () => {}, isAlive: (owner) => owner === id, dispose: () => {} },
    watch: () => null,
    copyTitle: options.copyTitle,
    now: options.now ?? Date.now,
  });
}
