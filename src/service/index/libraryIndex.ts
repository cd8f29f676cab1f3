/** A library: folders of documents, their index, and keeping the two together. */
import { createHash } from 'node:crypto';
import { isAbsolute, join, resolve, sep } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { formatOf } from '../documents/formats.ts';
import { MAX_FILE_BYTES, readDocument } from '../documents/readFile.ts';
import { type FoundFile, statFile, type WalkProblem, walk } from '../documents/walk.ts';
import { createIndexWriter } from './indexWriter.ts';
import { deleteIndex, isDamage, openIndex } from './schema.ts';

export interface LibraryStatus {
  readonly documents: number;
  readonly passages: number;
  /** Size of the documents that are searched. */
  readonly bytes: number;
  readonly folders: readonly string[];
  /** Milliseconds since the Unix epoch; null before the first time. */
  readonly indexedAt: number | null;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Something that the user should know: a damaged index that was rebuilt, a folder that is gone. */
  readonly message?: string;
}

export interface LibraryProgress {
  readonly done: number;
  readonly total: number;
  readonly phase: 'looking' | 'reading' | 'ready';
}

export interface LibraryOptions {
  readonly folders: readonly string[];
  /** Where the index files lie; null keeps the index in memory. */
  readonly indexDir: string | null;
  /** Globs relative to each folder, as in `files.exclude`. */
  readonly exclude?: readonly string[];
  readonly maxFileBytes?: number;
  readonly onProgress?: (progress: LibraryProgress) => void;
  readonly log?: (line: string) => void;
}

export interface Library {
  /** Settles when the index agrees with the folders; the same promise for all callers while it works. */
  ready(): Promise<LibraryStatus>;
  status(): LibraryStatus;
  /** Looks again at the given files or folders (absolute), or at everything. */
  refresh(paths?: readonly string[]): Promise<void>;
  rebuild(): Promise<void>;
  /** Stops the reading that is under way; what was read stays, the rest is read at the next `refresh`. */
  cancel(): void;
  /** If the error says that the index is damaged: makes it anew and returns true. */
  mend(error: unknown): Promise<boolean>;
  setFolders(folders: readonly string[]): Promise<void>;
  /** Which of these documents are no longer what the index holds. */
  stale(paths: readonly string[]): string[];
  /** The index, once `ready`. */
  database(): DatabaseSync;
  progress(): LibraryProgress;
  close(): Promise<void>;
}

/** Files read between two commits: bounds what a crash loses and how long a second window waits. */
const COMMIT_EVERY = 1000;
/** Milliseconds for which another window may be kept from writing. */
const HOLD = 1500;
/** How many left-out files `status` lists; the rest is counted in the message. */
const MAX_LISTED = 1000;

export function createLibrary(options: LibraryOptions): Library {
  const maxBytes = options.maxFileBytes ?? MAX_FILE_BYTES;
  let closed = false;
  let stopping = new AbortController();
  let folders = normalise(options.folders);
  let opened: { database: DatabaseSync; path: string | null } | null = null;
  let first: Promise<LibraryStatus> | null = null;
  let queue: Promise<void> = Promise.resolve();
  let problems: WalkProblem[] = [];
  let note: string | null = null;
  let progress: LibraryProgress = { done: 0, total: 0, phase: 'looking' };
  let current: LibraryStatus = { documents: 0, passages: 0, bytes: 0, folders, indexedAt: null, leftOut: [] };

  const report = (next: LibraryProgress) => {
    progress = next;
    options.onProgress?.(next);
  };

  const open = (): DatabaseSync => {
    if (opened) return opened.database;
    const path =
      options.indexDir === null ? null : join(options.indexDir, `${indexName(folders, options.exclude)}.sqlite`);
    const result = openOrRemember(path);
    if (result.discarded) {
      note = `${result.discarded} It was made again.`;
      options.log?.(note);
    }
    opened = { database: result.database, path };
    return opened.database;
  };

  /** Where the index cannot be written it is kept in memory, and made again next time. */
  const openOrRemember = (path: string | null) => {
    try {
      return openIndex(path);
    } catch (error) {
      if (path === null || (error instanceof Error && error.name === 'SearchUnavailable')) throw error;
      note = 'The index cannot be written to disk, so it is kept in memory and made again next time.';
      options.log?.(note);
      return openIndex(null);
    }
  };

  /** One piece of work after the other: two writers would only get into each other's way. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const run = queue.then(async () => {
      if (closed) throw new DOMException('The library was closed.', 'AbortError');
      stopping = new AbortController();
      try {
        await work();
      } catch (error) {
        if (!isDamage(error)) throw error;
        discard();
        await look();
      }
    });
    queue = run.catch(() => {});
    return run;
  };

  const look = async (): Promise<void> => {
    const writer = createIndexWriter(open());
    const known = writer.known();
    const changed: FoundFile[] = [];
    problems = [];
    report({ done: 0, total: 0, phase: 'looking' });
    for (const folder of folders) {
      for (const batch of walk(folder, options.exclude ?? [], problems)) {
        for (const file of batch) {
          const before = known.get(file.path);
          known.delete(file.path);
          if (!before || before.size !== file.size || before.mtime !== file.mtime) changed.push(file);
        }
        await breathe();
        if (stopping.signal.aborted) return stopped(0);
      }
    }
    // A folder that cannot be read now is not the same as a folder whose documents were deleted: what is known of it stays.
    const lost = problems.map((problem) => problem.path + sep);
    const gone = [...known.keys()].filter((path) => !lost.some((prefix) => path.startsWith(prefix)));
    writer.remove(gone);
    await readAll(changed);
  };

  const readAll = async (files: readonly FoundFile[]): Promise<void> => {
    const writer = createIndexWriter(open());
    let committed = performance.now();
    try {
      for (const [at, file] of files.entries()) {
        if (at % COMMIT_EVERY === 0 || performance.now() - committed > HOLD) {
          writer.commit();
          committed = performance.now();
        }
        try {
          writer.put(file, await readDocument(file.path, maxBytes, stopping.signal));
        } catch (error) {
          if (stopping.signal.aborted) return stopped(files.length - at);
          if (isDamage(error)) throw error;
          writer.leaveOut(
            file,
            error instanceof Error && error.name === 'UnreadableDocument' ? error.message : 'It could not be read.',
          );
        }
        if (at % 10 === 9 || at === files.length - 1) {
          report({ done: at + 1, total: files.length, phase: 'reading' });
          await breathe();
          if (stopping.signal.aborted && at < files.length - 1) return stopped(files.length - at - 1);
        }
      }
    } finally {
      writer.commit();
    }
    current = summarise();
    report({ done: files.length, total: files.length, phase: 'ready' });
  };

  const stopped = (left: number) => {
    if (closed) return;
    createIndexWriter(open()).commit();
    const rest =
      left === 0
        ? 'Looking through the folders was stopped.'
        : `Reading was stopped: ${left} documents are not in the library yet.`;
    current = { ...summarise(), message: rest };
    report({ ...progress, phase: 'ready' });
  };

  const summarise = (): LibraryStatus => {
    const writer = createIndexWriter(open());
    const { leftOutCount, leftOut, ...counts } = writer.summary(MAX_LISTED);
    const messages = [
      note,
      ...problems.map((problem) => `${problem.path}: ${problem.reason}`),
      leftOutCount > MAX_LISTED ? `${leftOutCount} files were left out; the first ${MAX_LISTED} are listed.` : null,
    ].filter((message) => message !== null);
    return {
      ...counts,
      folders,
      indexedAt: Date.now(),
      leftOut: [...problems, ...leftOut],
      ...(messages.length === 0 ? {} : { message: messages.join(' ') }),
    };
  };

  const discard = () => {
    const path = opened?.path ?? null;
    shut();
    if (path !== null) deleteIndex(path);
    note = 'The index was damaged. It was made again.';
    options.log?.(note);
  };

  const shut = () => {
    try {
      opened?.database.close();
    } catch {
      // It is being thrown away.
    }
    opened = null;
  };

  const again = (work: () => Promise<void>): Promise<void> => {
    const run = inTurn(work);
    first = run.then(() => current);
    first.catch(() => {
      first = null; // the next caller tries anew
    });
    return run;
  };

  const library: Library = {
    ready() {
      if (!first) void again(look).catch(() => {});
      return first ?? Promise.resolve(current);
    },
    status: () => current,
    progress: () => progress,
    database: open,
    stale(paths) {
      const writer = createIndexWriter(open());
      return [...new Set(paths)].filter((path) => {
        const now = statFile(path);
        const known = writer.stamp(path);
        return !now || !known || now.size !== known.size || now.mtime !== known.mtime;
      });
    },
    async refresh(paths) {
      if (!first) await library.ready();
      if (!paths) return inTurn(look);
      return inTurn(async () => {
        const inside = paths
          .map((path) => resolve(path))
          .filter((path) => folders.some((folder) => path.startsWith(folder + sep)));
        // A folder, or an ignore file, changes what belongs to the library: then everything is looked at.
        if (inside.some((path) => formatOf(path) === null)) return look();
        const writer = createIndexWriter(open());
        const files = inside.map((path) => ({ path, file: statFile(path) }));
        writer.remove(files.filter(({ file }) => file === null).map(({ path }) => path));
        const known = files.flatMap(({ file }) => (file ? [file] : []));
        const isNew = known.some((file) => !writer.has(file.path));
        return isNew ? look() : readAll(known);
      });
    },
    rebuild: () =>
      again(async () => {
        open();
        const path = opened?.path ?? null;
        shut();
        if (path !== null) deleteIndex(path);
        note = null;
        await look();
      }),
    setFolders: (next) =>
      again(async () => {
        shut();
        folders = normalise(next);
        note = null;
        await look();
      }),
    cancel: () => stopping.abort(),
    async mend(error) {
      if (!isDamage(error)) return false;
      await again(async () => {
        discard();
        await look();
      });
      return true;
    },
    async close() {
      closed = true;
      stopping.abort();
      await queue.catch(() => {});
      shut();
    },
  };
  return library;
}

function normalise(folders: readonly string[]): string[] {
  const absolute = [...new Set(folders.map((folder) => resolve(folder)))].filter(isAbsolute);
  // A folder inside another one is already in the library.
  return absolute.filter((folder) => !absolute.some((other) => other !== folder && folder.startsWith(other + sep)));
}

function indexName(folders: readonly string[], exclude: readonly string[] = []): string {
  return createHash('sha256')
    .update(JSON.stringify([folders.toSorted(), exclude]))
    .digest('hex')
    .slice(0, 24);
}

/** Lets questions, aborts and messages in. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
