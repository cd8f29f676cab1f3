/** The store on the files of this machine. */
import * as path from 'node:path';
import type { ConversationStore } from '../../conversation/store.ts';
import { createKeptStore } from './conversationStore.ts';
import { createDiskFiles, type FileIo } from './diskFiles.ts';
import { watchFolder } from './folderWatch.ts';
import { createHeaderScan } from './headerScan.ts';
import { createOwners } from './windowHeartbeat.ts';

export interface FileStoreOptions {
  /** Folder of the conversations; created at the first save. */
  readonly folder: string;
  readonly copyTitle?: (title: string) => string;
  readonly now?: () => number;
  /** For tests: file operations that fail, and waits that do not wait. */
  readonly io?: FileIo;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Look for changes by other windows. Default true. */
  readonly watch?: boolean;
}

export function createFileStore(options: FileStoreOptions): ConversationStore {
  const { folder, now = Date.now } = options;
  return createKeptStore({
    files: createDiskFiles(folder, options.io, options.sleep),
    scan: createHeaderScan(folder).scan,
    owners: createOwners(path.join(folder, 'windows'), now),
    watch: (onChange) => (options.watch === false ? null : watchFolder(folder, onChange)),
    copyTitle: options.copyTitle ?? ((title) => `${title} (copy)`),
    now,
  });
}
