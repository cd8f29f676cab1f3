/** The library of a command, in the thread that reads and searches. */
import { createLibraryConnection, type LibraryConnection } from '../libraryClient/libraryConnection.ts';
import type { LibraryConfig, LibraryProgress, LibraryStatus } from '../protocol/worker.ts';
import { workerPath } from './builtFiles.ts';

export function openLibrary(
  config: LibraryConfig,
  onProgress?: (progress: LibraryProgress) => void,
): LibraryConnection {
  const library = createLibraryConnection({ workerPath: workerPath() });
  if (onProgress) library.onDidProgress(onProgress);
  library.configure(config);
  return library;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** `12 documents, 340 passages (1 skipped).`, and what the user should know. */
export function describeStatus({ documents, passages, skipped, message }: LibraryStatus): string {
  const without = skipped.length === 0 ? '' : ` (${skipped.length} skipped)`;
  return `${count(documents, 'document')}, ${count(passages, 'passage')}${without}.${message === undefined ? '' : `\n${message}`}`;
}
