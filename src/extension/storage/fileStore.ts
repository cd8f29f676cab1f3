/** The store on the files of this machine. */
import * as path from 'node:path';
import { type Clock, systemClock } from '../../client/clock.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import { createConversationStore } from './conversationStore.ts';
import { createDiskFiles, type FileIo } from './diskFiles.ts';
import { watchFolder } from './folderWatch.ts';
import { createWindowHeartbeat } from './windowHeartbeat.ts';

export interface FileStoreOptions {
  /** Folder of the conversations; created at the first write. */
  readonly folder: string;
  readonly clock?: Clock;
  /** For tests: file operations that fail, and waits that do not wait. */
  readonly io?: FileIo;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Look for changes by other windows. Default true. */
  readonly watch?: boolean;
}

export function createFileStore({ folder, clock = systemClock, ...options }: FileStoreOptions): ConversationStore {
  return createConversationStore({
    files: createDiskFiles(folder, options.io, options.sleep),
    heartbeat: createWindowHeartbeat(path.join(folder, 'windows'), clock.now),
    watch: (onChange) => (options.watch === false ? null : watchFolder(folder, onChange)),
    clock,
  });
}
