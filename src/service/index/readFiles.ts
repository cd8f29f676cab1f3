/** Brings files into the index, and interrupts the work so that others can use the thread and the file. */
import { basename, sep } from 'node:path';
import { UnreadableDocument } from '../documents/document.ts';
import { tooLarge } from '../documents/fileProblem.ts';
import { formatOf, isText, unreadReason } from '../documents/formats.ts';
import type { Exclusions } from '../documents/ignoreRules.ts';
import { type PassageDocument, toPassageDocument } from '../documents/passages.ts';
import { readSmallText, SMALL_TEXT } from '../documents/readText.ts';
import { createRealRoots, type RealRoots } from '../documents/realRoots.ts';
import type { DocumentReader, Problem } from '../documents/thread/documentReader.ts';
import type { ReadLimits } from '../documents/thread/messages.ts';
import { type FoundFile, type WalkProblem, walk } from '../documents/walk.ts';
import { isInside, unlessAborted, yieldToEventLoop } from '../nodeHelpers.ts';
import { t } from '../translate.ts';

/** Files read between two commits. Bounds what a crash loses and how long a second window waits. */
const COMMIT_EVERY = 1000;
/** Milliseconds after which a transaction is committed, because another window cannot write while it is open. */
const MAX_TRANSACTION = 1500;
/** Files read between two reports of progress. */
const REPORT_EVERY = 10;
/** Milliseconds of reading after which questions get their turn. */
const MAX_TURN = 25;
/** Files that are requested from the reader thread before their turn, so that it works while their predecessors are indexed. */
const AHEAD = 3;
/** Bytes of these files. What was read of a file takes several times its size, until it is indexed. */
const AHEAD_BYTES = 4 * 1024 * 1024;

/** The time of no file. The next scan finds a difference and reads the file again. */
const NEVER = -1;

/** What writes the files of a library into its store, on this machine or on another one. */
export interface FileWriter {
  /** Path, size and time of every file in the store, skipped ones included. */
  known(): ReadonlyMap<string, FileStamp> | Promise<ReadonlyMap<string, FileStamp>>;
  /** Yields between parts of a long document, so that others can use the thread. It is complete at the end only. */
  put(file: FoundFile, document: PassageDocument): Iterable<void> | AsyncIterable<void>;
  /** Records that the file is not searched. */
  skip(file: FoundFile, reason: string): void | Promise<void>;
  remove(paths: readonly string[]): void | Promise<void>;
  /** Makes all writes before it visible. */
  commit(): void | Promise<void>;
  /** Whether an error of `put` says nothing about the document, such as a store that does not answer. It ends `readFiles`. */
  isStoreProblem(error: unknown): boolean;
}

export interface FileStamp {
  readonly size: number;
  readonly mtime: number;
}

export interface Scan {
  /** New and changed files. */
  readonly changed: readonly FoundFile[];
  /** Paths in the index whose files no longer exist. */
  readonly deleted: readonly string[];
  readonly problems: readonly WalkProblem[];
}

/** Compares the folders with the index. Null if the signal aborted. `between` is awaited before each part of the folders, `pause` after it. */
export async function scanFolders(
  writer: Pick<FileWriter, 'known'>,
  folders: readonly string[],
  roots: RealRoots,
  signal: AbortSignal,
  between: () => Promise<void>,
  pause = yieldToEventLoop,
): Promise<Scan | null> {
  /** Null: the file was found. */
  const known = new Map<string, { readonly size: number; readonly mtime: number } | null>(await writer.known());
  const changed: FoundFile[] = [];
  const links: FoundFile[] = [];
  const problems: WalkProblem[] = [];
  const take = (file: FoundFile) => {
    const before = known.get(file.path);
    if (before !== undefined) known.set(file.path, null);
    if (!before || before.size !== file.size || before.mtime !== file.mtime) changed.push(file);
  };
  for (const folder of folders) {
    for (const batch of walk(folder, roots, problems)) {
      for (const file of batch) {
        if (file.target === undefined) take(file);
        else links.push(file);
      }
      await pause();
      await between();
      if (signal.aborted) return null;
    }
  }
  // A file and the links to it are one document.
  const added = new Set(links.length === 0 ? [] : changed.map(({ path }) => path));
  const linked = new Map<string, string>();
  for (const { target = '', ...file } of links) {
    const own = roots.pathsOf(target).find((path) => known.get(path) === null || added.has(path));
    const other = own ?? linked.get(target);
    if (other === undefined) take(file);
    else {
      const reason = t('It is a link to “{0}”, which is in the library.', basename(other));
      problems.push({ path: file.path, reason, isDuplicate: true });
    }
    linked.set(target, other ?? file.path);
  }
  // Documents of a folder that cannot be read at the moment stay in the index.
  const unreadable = problems.map((problem) => problem.path + sep);
  const missing = [...known].flatMap(([path, stamp]) => (stamp === null ? [] : [path]));
  const deleted = missing.filter((path) => !unreadable.some((prefix) => path.startsWith(prefix)));
  return { changed, deleted, problems };
}

export interface ReadOptions {
  readonly reader: DocumentReader;
  readonly maxBytes: number;
  /** A file is only read if its real path is inside one of these. */
  readonly roots: readonly string[];
  /** What no link may lead to. */
  readonly exclude?: Exclusions;
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
  /** Called when the small text files are indexed. */
  readonly onQuickDone?: () => void;
  /** Called for each other document that is indexed, and not for files that are given up. */
  readonly onAdded?: () => void;
  /** Awaited before each file. */
  readonly between?: () => Promise<void>;
  /** Lets others use the thread. Awaited every few milliseconds. */
  readonly pause?: () => Promise<void>;
}

/** A file that is being read. */
interface Requested {
  readonly file: FoundFile;
  readonly result: Promise<PassageDocument | Problem>;
  readonly isRead: boolean;
}

/**
 * Reads and indexes files. The reader thread reads documents from the first moment on, the smallest first, while small text files are
 * indexed, so that neither kind waits for the other. Returns how many are left, which is not 0 if the signal aborted. Throws only what the
 * writer names a problem of the store.
 */
export async function readFiles(
  writer: FileWriter,
  files: readonly FoundFile[],
  {
    reader,
    maxBytes,
    roots,
    exclude,
    signal,
    onProgress,
    onQuickDone,
    onAdded,
    between,
    pause = yieldToEventLoop,
  }: ReadOptions,
): Promise<number> {
  let committed = performance.now();
  let yielded = committed;
  const commitOften = async (at: number) => {
    if (at % COMMIT_EVERY !== 0 && performance.now() - committed <= MAX_TRANSACTION) return;
    await writer.commit();
    committed = performance.now();
  };
  const limits = { maxBytes, roots, ...(exclude && { exclude }) };
  const realRoots = createRealRoots(roots, exclude);
  const quick = files.filter(isQuick);
  // The folders of `roots` are in the order of the user: the open ones come first.
  const rank = ({ path }: FoundFile) => roots.findIndex((root) => isInside(path, root));
  const slow = files
    .filter((file) => !isQuick(file))
    .toSorted((one, other) => rank(one) - rank(other) || one.size - other.size);
  const request = (file: FoundFile): Requested => {
    const result = readOne(file, reader, limits, realRoots);
    const requested = { file, result, isRead: false };
    const read = () => {
      requested.isRead = true;
    };
    result.then(read, read);
    return requested;
  };
  const ahead: Requested[] = [];
  let nextQuick = 0;
  let nextSlow = 0;
  /** What the reader thread has read, else the next small text file, for which it need not be waited. */
  const next = (): Requested | undefined => {
    for (let file = slow[nextSlow]; file && ahead.length < AHEAD; file = slow[nextSlow]) {
      const bytes = ahead.reduce((sum, waiting) => sum + waiting.file.size, file.size);
      if (ahead.length > 0 && bytes > AHEAD_BYTES) break;
      ahead.push(request(file));
      nextSlow += 1;
    }
    const text = ahead[0]?.isRead ? undefined : quick[nextQuick];
    if (text === undefined) return ahead.shift();
    nextQuick += 1;
    return request(text);
  };
  try {
    let isTextLeft = true;
    for (let done = 0; done < files.length; ) {
      await commitOften(done);
      if (isTextLeft && nextQuick === quick.length) {
        isTextLeft = false;
        onProgress?.(done, files.length);
        onQuickDone?.();
      }
      await between?.();
      const taken = next();
      if (taken === undefined) break;
      const { file } = taken;
      const left = files.length - done;
      const result = await withoutTransaction(taken.result, writer, signal);
      if (result === null) return left;
      if ('problem' in result) await writer.skip(result.unavailable ? { ...file, mtime: NEVER } : file, result.problem);
      else if (!(await put(writer, file, result, signal, pause))) return left;
      else if (!isQuick(file)) onAdded?.();
      done += 1;
      const report = done % REPORT_EVERY === 0 || done === files.length || !isQuick(file);
      if (report) onProgress?.(done, files.length);
      if (report || performance.now() - yielded > MAX_TURN) {
        await pause();
        yielded = performance.now();
        if (signal.aborted && done < files.length) return files.length - done;
      }
    }
    return 0;
  } finally {
    await writer.commit();
  }
}

/** Adds a document. An abort in the middle removes it again. Returns false then. */
async function put(
  writer: FileWriter,
  file: FoundFile,
  document: PassageDocument,
  signal: AbortSignal,
  pause: () => Promise<void>,
): Promise<boolean> {
  try {
    for await (const _ of writer.put(file, document)) {
      await pause();
      if (!signal.aborted) continue;
      await writer.remove([file.path]);
      return false;
    }
  } catch (error) {
    if (writer.isStoreProblem(error)) throw error;
    await writer.skip(file, t('It could not be added to the index.'));
  }
  return true;
}

/** True for files that are read at once. */
function isQuick({ path, size }: FoundFile): boolean {
  const format = formatOf(path);
  return format === null || (isText(format) && size <= SMALL_TEXT);
}

async function readOne(
  file: FoundFile,
  reader: DocumentReader,
  limits: ReadLimits,
  realRoots: RealRoots,
): Promise<PassageDocument | Problem> {
  const reason = formatOf(file.path) === null ? unreadReason(file.path) : null;
  if (reason !== null) return { problem: reason };
  if (file.size > limits.maxBytes) return { problem: tooLarge(file.size, limits.maxBytes) };
  if (!isQuick(file)) return reader.readDocument(file.path, limits);
  try {
    return toPassageDocument(await readSmallText(file.path, realRoots), file.path);
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) return { problem: t('It could not be read.') };
    return { problem: error.message, unavailable: error.unavailable };
  }
}

/** Waits for a file. A wait that is long ends the transaction, and the signal ends the wait: then the result is null. */
async function withoutTransaction<T>(result: Promise<T>, writer: FileWriter, signal: AbortSignal): Promise<T | null> {
  let committed: Promise<void> | undefined;
  const timer = setTimeout(() => {
    committed = Promise.resolve(writer.commit());
    committed.catch(() => {});
  }, MAX_TRANSACTION / 2);
  try {
    return await unlessAborted(result, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    await committed;
  }
}
