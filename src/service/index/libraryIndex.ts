/** The index of a library: folders of documents, and the work that keeps the index equal to them. */
import { join, relative, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { LibraryConfig, LibraryProgress, LibraryStatus } from '../../protocol/worker.ts';
import { readFileBytes } from '../documents/fileBytes.ts';
import { MAX_FILE_BYTES } from '../documents/fileProblem.ts';
import { isListed } from '../documents/formats.ts';
import { type Exclusions, isNeverRead } from '../documents/ignoreRules.ts';
import { createRealRoots } from '../documents/realRoots.ts';
import { createDocumentReader } from '../documents/thread/documentReader.ts';
import { canChangeOthers, type FoundFile, statFile, type WalkProblem } from '../documents/walk.ts';
import { isInside, yieldToEventLoop } from '../nodeHelpers.ts';
import type { LibraryReader } from '../store/libraryReader.ts';
import { createSqliteReader } from '../store/sqlite/sqliteReader.ts';
import { formatNumber, inDisplayLanguage, t } from '../translate.ts';
import { indexFileName, normalizeFolders } from './folders.ts';
import { createIndexFile } from './indexFile.ts';
import { createIndexWriter } from './indexWriter.ts';
import { MAX_LISTED, statusOf } from './libraryStatus.ts';
import { readFiles, scanFolders } from './readFiles.ts';
import { isDamage, isDiskProblem } from './schema.ts';

export interface LibraryIndexOptions extends Pick<LibraryConfig, 'folders' | 'roots' | 'indexDir'> {
  /** Globs relative to each folder, as in `files.exclude`. */
  readonly exclude?: readonly string[];
  /** Globs that hold below one folder only. */
  readonly excludeWithin?: LibraryConfig['excludeWithin'];
  readonly onProgress?: (progress: LibraryProgress) => void;
  readonly log?: (line: string) => void;
}

export interface LibraryIndex {
  /** Resolves when the index is up to date. All callers get the same promise while it is being updated. */
  ready(): Promise<LibraryStatus>;
  status(): LibraryStatus;
  progress(): LibraryProgress;
  /** Milliseconds until all documents are read, if that goes on as so far. 0 if none are being read, or too few were to say it. */
  timeLeft(): number;
  /** Milliseconds since the last document was added, while only documents are left that are not small text files. 0 otherwise. */
  waitingFor(): number;
  /** Checks the given files or folders (absolute), or all folders, for changes. Rejects with an AbortError after `close`. */
  refresh(paths?: readonly string[]): Promise<void>;
  /** Reads these files of the index again, before the other files of an update that runs. Rejects with an AbortError after `close`. */
  readAgain(paths: readonly string[]): Promise<void>;
  /** Deletes the index and reads all documents again. */
  rebuild(): Promise<void>;
  /** Stops reading. Documents that were read stay in the index, the others are read at the next `refresh`. */
  cancel(): void;
  /** Rebuilds the index and resolves to true if the error says that the index is damaged. */
  repair(error: unknown): Promise<boolean>;
  /** Returns the paths whose file has changed since it was indexed, no longer exists, or is not indexed. */
  outdated(paths: readonly string[]): string[];
  /** A reader for one question, whose signal ends what it reads. It finds nothing before `ready`. */
  reader(signal: AbortSignal): Promise<LibraryReader>;
  /** The bytes of a file whose real path is inside of the folders now. Throws UnreadableDocument. */
  readBytes(path: string, maxBytes: number): Buffer;
  /** The database that the reader reads. Another one after the index was replaced. */
  database(): DatabaseSync;
  /** Keeps the database open for a question, also after `close`, until the signal aborts or the returned function is called. */
  keepOpen(signal: AbortSignal): () => void;
  close(): Promise<void>;
}

/** Documents that are removed between two pauses: about 20 ms. */
const REMOVED = 20;
const unread = (left: number) =>
  t('Reading was stopped: {0} documents are not in the library yet.', formatNumber(left));
const DAMAGED = t('The index was damaged. It was created again.');
/** Documents from which the time for the others is estimated. */
const RATED = 100;
/** Milliseconds without a read of the index after which a question needs it no more, or not yet again. */
const QUIET = 30;
/** Milliseconds between two looks whether another window still updates the index. */
const LOCK_POLL = 500;
/** Milliseconds that the update of the index waits for questions before it goes on for a moment. */
const MAX_PAUSE = 1000;

export function createLibraryIndex(options: LibraryIndexOptions): LibraryIndex {
  const { indexDir } = options;
  const folders = normalizeFolders(options.folders);
  const exclude: Exclusions = { everywhere: options.exclude ?? [], within: options.excludeWithin ?? [] };
  // The paths are resolved at each scan, because links can change.
  const roots = options.roots ?? folders;
  const realRoots = () => createRealRoots(roots, exclude);
  const path = indexDir === null ? null : join(indexDir, indexFileName(folders, exclude));
  const file = createIndexFile(path, (line) => options.log?.(line));
  let closed = false;
  /** Whether nothing is written after `close`. */
  let ended = false;
  const openQuestions = new Set<{ readonly signal: AbortSignal }>();
  let searchable = false;
  let addedAt = 0;
  /** When the reading of documents began. */
  let began = 0;
  /** When a question last read the index. */
  let usedAt = Number.NEGATIVE_INFINITY;
  let stopping = new AbortController();
  let queue: Promise<void> = Promise.resolve();
  /** The update that `ready` waits for. Null before the first one, and after it failed. */
  let update: Promise<LibraryStatus> | null = null;
  /** Files that questions wait for. */
  const asked: { readonly paths: readonly string[]; readonly done: () => void }[] = [];
  let problems: readonly WalkProblem[] = [];
  let progress: LibraryProgress = { done: 0, total: 0, phase: 'scanning' };
  let status: LibraryStatus = { documents: 0, passages: 0, bytes: 0, folders, indexedAt: null, skipped: [] };

  const reader = createDocumentReader({ log: (line) => options.log?.(line) });
  const writer = () => createIndexWriter(file.database(), folders);
  const report = (next: LibraryProgress) => {
    progress = next;
    options.onProgress?.(next);
  };

  /**
   * Runs the tasks one after the other, because two writers block each other. Deletes the index if it is damaged, and continues in
   * memory if the disk fails. In both cases all folders are scanned instead of the task.
   */
  function enqueue(task: () => Promise<void>): Promise<void> {
    const work = async () => {
      if (closed) throw new DOMException('The library was closed.', 'AbortError');
      stopping = new AbortController();
      try {
        await task();
      } catch (error) {
        if (isDamage(error)) file.discard(DAMAGED);
        else if (isDiskProblem(error)) file.useMemory();
        else throw error;
        isEmptied();
        await waitedFor(scan());
      }
    };
    const run = inDisplayLanguage(() => queue.then(work));
    queue = run.catch(() => {});
    return run;
  }

  /** `ready` waits for the work. */
  function waitedFor(work: Promise<void>): Promise<LibraryStatus> {
    const own = work.then(() => status);
    update = own;
    own.catch(() => {
      if (update === own) update = null;
    });
    return own;
  }

  async function scan(again = false): Promise<void> {
    try {
      file.lock();
      if (again) {
        // A window that is writing would go on in the deleted file.
        if (!(await lockLater(0))) return stopped(t('The scan of the folders was stopped.'));
        file.discard(null);
        isEmptied();
      }
      const left = await scanOnce();
      if (left === 0) return;
      if (await lockLater(left)) await scanOnce();
      else stopped(unread(left));
    } finally {
      file.unlock();
    }
  }

  /** Returns how many changes are left to the window that has the lock. */
  async function scanOnce(): Promise<number> {
    searchable = false;
    report({ done: 0, total: 0, phase: 'scanning' });
    const found = await scanFolders(writer(), folders, realRoots(), stopping.signal, readAsked, pause);
    if (found === null) {
      stopped(t('The scan of the folders was stopped.'));
      return 0;
    }
    const { changed, deleted } = found;
    problems = found.problems;
    if (!file.hasLock() && changed.length + deleted.length > 0) return changed.length + deleted.length;
    for (let at = 0; at < deleted.length; at += REMOVED) {
      writer().remove(deleted.slice(at, at + REMOVED));
      await pause();
      if (!stopping.signal.aborted) continue;
      stopped(t('The scan of the folders was stopped.'));
      return 0;
    }
    await read(changed);
    return 0;
  }

  /** Waits until no other window updates the index. Returns false if the signal aborted before. */
  async function lockLater(total: number): Promise<boolean> {
    began = performance.now();
    const before = writer().summary(0).documents;
    while (!stopping.signal.aborted) {
      if (file.lock()) return true;
      const done = Math.max(0, Math.min(total, writer().summary(0).documents - before));
      report({ done, total, phase: 'reading' });
      await setTimeout(LOCK_POLL, undefined, { signal: stopping.signal }).catch(() => {});
    }
    return false;
  }

  /** Resolves to false, without the work, if the signal aborted before no other window updated the index. */
  async function whenLocked(total: number, work: () => Promise<void>): Promise<boolean> {
    try {
      if (!(await lockLater(total))) return false;
      await work();
      return true;
    } finally {
      file.unlock();
    }
  }

  async function read(files: readonly FoundFile[]): Promise<void> {
    began = performance.now();
    const left = await readFiles(writer(), files, {
      ...reading(),
      onQuickDone: () => {
        searchable = true;
        addedAt = performance.now();
      },
      onAdded: () => {
        addedAt = performance.now();
      },
      onProgress: (done, total) => report({ done, total, phase: 'reading' }),
      between: readAsked,
    });
    if (left > 0) return stopped(unread(left));
    finished(files.length);
  }

  function finished(count: number): void {
    status = summarize();
    report({ done: count, total: count, phase: 'ready' });
  }

  const reading = () => ({ reader, maxBytes: MAX_FILE_BYTES, roots, exclude, signal: stopping.signal, pause });

  /** Lets waiting events run, and questions that read the index end. */
  async function pause(): Promise<void> {
    const from = performance.now();
    do await yieldToEventLoop();
    while (performance.now() - usedAt < QUIET && performance.now() - from < MAX_PAUSE && asked.length === 0);
  }

  /** All documents are read for the first time again. */
  function isEmptied(): void {
    status = { ...status, indexedAt: null };
  }

  /** Does nothing while another window updates the index. */
  async function readAsked(): Promise<void> {
    if (!file.hasLock()) return;
    for (let next = asked.shift(); next; next = asked.shift()) {
      const { paths, done } = next;
      try {
        const existing = removeMissing(paths.filter((one) => writer().stamp(one) !== null));
        await readFiles(writer(), existing, reading());
      } finally {
        done();
      }
    }
  }

  function stopped(message: string): void {
    writer().commit();
    status = { ...summarize(), message };
    if (!closed) report({ ...progress, phase: 'ready' });
  }

  const summarize = () => statusOf({ summary: writer().summary(MAX_LISTED), folders, problems, note: file.note() });

  async function refreshPaths(paths: readonly string[]): Promise<void> {
    const inside = paths
      .map((one) => resolve(one))
      .filter((one) => {
        if (folders.includes(one)) return true;
        const folder = folders.find((each) => isInside(one, each));
        return folder !== undefined && !isNeverRead(relative(folder, one));
      });
    if (inside.some((one) => !isListed(one) && canChangeOthers(one))) return scan();
    const listed = inside.filter(isListed);
    if (listed.length === 0) return;
    const isRead = await whenLocked(listed.length, async () => {
      const existing = removeMissing(listed);
      // The ignore files decide whether a new file belongs to the library.
      await (existing.some((one) => writer().stamp(one.path) === null) ? scan() : read(existing));
    });
    if (!isRead) stopped(unread(listed.length));
  }

  /** Returns the files that exist. A file may have become a link since it was indexed. */
  function removeMissing(paths: readonly string[]): FoundFile[] {
    const real = realRoots();
    const existing = paths.flatMap((one) => (real.problemOf(one) === null ? (statFile(one) ?? []) : []));
    const found = new Set(existing.map((one) => one.path));
    writer().remove(paths.filter((one) => !found.has(one)));
    return existing;
  }

  function closeUnused(): void {
    if (ended && [...openQuestions].every(({ signal }) => signal.aborted)) file.close();
  }

  const ready = () => update ?? waitedFor(enqueue(() => scan()));

  return {
    ready,
    status: () => (progress.phase === 'ready' || !update ? status : { ...summarize(), indexedAt: status.indexedAt }),
    progress: () => progress,
    timeLeft() {
      const { done, total, phase } = progress;
      return phase !== 'reading' || done < RATED ? 0 : ((total - done) / done) * (performance.now() - began);
    },
    waitingFor: () => (searchable && progress.phase === 'reading' ? performance.now() - addedAt : 0),
    reader: async (signal) =>
      createSqliteReader(file.database, signal, () => {
        usedAt = performance.now();
      }),
    readBytes: (one, maxBytes) => readFileBytes(one, { maxBytes, roots: realRoots() }),
    database: file.database,
    async refresh(paths) {
      if (!update) await ready();
      return enqueue(() => (paths ? refreshPaths(paths) : scan()));
    },
    async readAgain(paths) {
      if (closed) throw new DOMException('The library was closed.', 'AbortError');
      return new Promise((done, failed) => {
        asked.push({ paths, done });
        enqueue(async () => {
          // An update may have read them.
          if (asked.length === 0) return;
          const isRead = await whenLocked(paths.length, readAsked);
          if (!isRead) throw new DOMException('Reading was stopped.', 'AbortError');
          finished(paths.length);
        }).catch(failed);
      });
    },
    async rebuild() {
      await waitedFor(enqueue(() => scan(true)));
    },
    cancel: () => stopping.abort(),
    async repair(error) {
      if (!isDamage(error)) return false;
      // The queue replaces an index whose damage a task finds.
      await waitedFor(enqueue(() => Promise.reject(error)));
      return true;
    },
    outdated(paths) {
      const index = writer();
      return [...new Set(paths)].filter((one) => {
        const now = statFile(one);
        const known = index.stamp(one);
        return !now || !known || now.size !== known.size || now.mtime !== known.mtime;
      });
    },
    keepOpen(signal) {
      const question = { signal };
      openQuestions.add(question);
      return () => {
        openQuestions.delete(question);
        closeUnused();
      };
    },
    async close() {
      closed = true;
      stopping.abort();
      await queue;
      await reader.close();
      ended = true;
      closeUnused();
    },
  };
}
