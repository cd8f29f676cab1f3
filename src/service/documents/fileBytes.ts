/** The bytes of a file, checked where they are read: what the scan of a folder saw may have been replaced since. */
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { t } from '../translate.ts';
import { UnreadableDocument } from './document.ts';
import { fileReason, tooLarge } from './fileProblem.ts';
import type { RealRoots } from './realRoots.ts';

const NOT_A_FILE = t('It is not a file.');

export interface ByteOptions {
  readonly maxBytes: number;
  /** What the real path must belong to; null: any file. */
  readonly roots: RealRoots | null;
}

/**
 * Throws UnreadableDocument. Opens the resolved path without following links, and never waits for a pipe. If a folder of the path is replaced
 * meanwhile, the open file is another one than the path names, and is not read.
 */
export function readFileBytes(path: string, { maxBytes, roots }: ByteOptions): Buffer {
  let file: number | null = null;
  try {
    const target = realpathSync(path);
    const problem = roots?.problemOfTarget(path, target) ?? null;
    if (problem !== null) throw new UnreadableDocument(problem);
    file = openSync(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const opened = fstatSync(file);
    if (!opened.isFile()) throw new UnreadableDocument(opened.isDirectory() ? t('It is a folder.') : NOT_A_FILE);
    const now = realpathSync(path);
    const named = statSync(now);
    if (now !== target || named.ino !== opened.ino || named.dev !== opened.dev)
      throw new UnreadableDocument(fileReason(null), { unavailable: true });
    if (opened.size > maxBytes) throw new UnreadableDocument(tooLarge(opened.size, maxBytes));
    return readAll(file, opened.size);
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error;
    throw new UnreadableDocument(fileReason(error), { cause: error, unavailable: true });
  } finally {
    if (file !== null) closeSync(file);
  }
}

function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const count = readSync(file, bytes, read, size - read, read);
    if (count === 0) break;
    read += count;
  }
  return bytes.subarray(0, read);
}
