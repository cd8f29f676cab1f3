/** Brings files into the index, and interrupts the work so that others can use the thread and the file. */
import { sep } from 'node:path';
import { UnreadableDocument } from '../documents/document.ts';
import { readDocument } from '../documents/readFile.ts';
import { type FoundFile, type WalkProblem, walk } from '../documents/walk.ts';
import { yieldToEventLoop } from '../nodeHelpers.ts';
import type { IndexWriter } from './indexWriter.ts';
import { isDamage } from './schema.ts';

/** Files read between two commits. Bounds what a crash loses and how long a second window waits. */
const COMMIT_EVERY = 1000;
/** Milliseconds after which a transaction is committed, because another window cannot write while it is open. */
const MAX_TRANSACTION = 1500;
/** Files read between two reports of progress. */
const REPORT_EVERY = 10;

export interface Scan {
  /** New and changed files. */
  readonly changed: readonly FoundFile[];
  /** Paths in the index whose files no longer exist. */
  readonly deleted: readonly string[];
  readonly problems: readonly WalkProblem[];
}

/** Compares the folders with the index. Null if the signal aborted. */
export async function scanFolders(
  writer: IndexWriter,
  folders: readonly string[],
  exclude: readonly string[],
  signal: AbortSignal,
): Promise<Scan | null> {
  const known = writer.known();
  const changed: FoundFile[] = [];
  const problems: WalkProblem[] = [];
  for (const folder of folders) {
    for (const batch of walk(folder, exclude, problems)) {
      for (const file of batch) {
        const before = known.get(file.path);
        known.delete(file.path);
        if (!before || before.size !== file.size || before.mtime !== file.mtime) changed.push(file);
      }
      await yieldToEventLoop();
      if (signal.aborted) return null;
    }
  }
  // Documents of a folder that cannot be read at the moment stay in the index.
  const unreadable = problems.map((problem) => problem.path + sep);
  const deleted = [...known.keys()].filter((path) => !unreadable.some((prefix) => path.startsWith(prefix)));
  return { changed, deleted, problems };
}

/** Reads and indexes files. Returns how many are left, which is not 0 if the signal aborted. Throws only for a damaged index. */
export async function readFiles(
  writer: IndexWriter,
  files: readonly FoundFile[],
  options: {
    readonly maxBytes: number;
    readonly signal: AbortSignal;
    readonly onProgress: (done: number, total: number) => void;
  },
): Promise<number> {
  const { maxBytes, signal, onProgress } = options;
  let committed = performance.now();
  try {
    for (const [at, file] of files.entries()) {
      if (at % COMMIT_EVERY === 0 || performance.now() - committed > MAX_TRANSACTION) {
        writer.commit();
        committed = performance.now();
      }
      try {
        writer.put(file, await readDocument(file.path, maxBytes, signal));
      } catch (error) {
        if (signal.aborted) return files.length - at;
        if (isDamage(error)) throw error;
        writer.skip(file, error instanceof UnreadableDocument ? error.message : 'It could not be read.');
      }
      const done = at + 1;
      if (done % REPORT_EVERY === 0 || done === files.length) {
        onProgress(done, files.length);
        await yieldToEventLoop();
        if (signal.aborted && done < files.length) return files.length - done;
      }
    }
    return 0;
  } finally {
    writer.commit();
  }
}
