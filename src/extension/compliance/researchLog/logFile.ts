/** The log as a file: appending under a lock, so that two windows make one chain; never rewritten. */

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { codeOf } from '../../storage/fileErrors.ts';
import { type LogEvent, NO_HASH, readLine, toLine } from './entry.ts';
import { withFileLock } from './fileLock.ts';
import type { KnownEnd } from './verify.ts';

/** The file or its folder is a link, or no plain file: a folder that somebody else made must not lead the log elsewhere. */
export class UnsafeLogError extends Error {
  override readonly name = 'UnsafeLogError';
  readonly code = 'EACCES';
}

/** Bytes read from the end to find the last entry; an entry is longer only if its question is, and then more is read. */
const TAIL = 64 * 1024;

/**
 * Appends one entry, and the `begun` entry before it when the log is new. Resolves when it is on disk and `noted` has taken the new
 * end, which happens in the order of the entries over all windows.
 */
export async function appendToLog(
  file: string,
  given: { readonly who: string; readonly time: Date; readonly event: LogEvent },
  noted: (end: KnownEnd) => Promise<void> = async () => {},
): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true });
  await refuseLinks(file);
  return withFileLock(`${file}.lock`, async () => {
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const handle = await fs.open(file, flags, 0o600);
    try {
      let { end, isTorn } = await lastEntry(handle);
      let lines = isTorn ? '\n' : '';
      const time = given.time.toISOString();
      const add = (event: LogEvent) => {
        const n = (end?.n ?? 0) + 1;
        const made = toLine({ n, time, who: given.who, prev: end?.hash ?? NO_HASH, event });
        lines += made.line;
        end = { n, hash: made.hash };
        return end;
      };
      if (!end) add({ type: 'begun', log: randomUUID() });
      const last = add(given.event);
      await handle.appendFile(lines);
      await handle.sync();
      await noted(last);
    } finally {
      await handle.close();
    }
  });
}

async function refuseLinks(file: string): Promise<void> {
  for (const place of [path.dirname(file), file]) {
    try {
      const stat = await fs.lstat(place);
      if (place === file ? !stat.isFile() : !stat.isDirectory()) {
        throw new UnsafeLogError('The research log is not a plain file in a plain folder.');
      }
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** The last whole entry; `isTorn` when the file ends within a line. */
async function lastEntry(handle: fs.FileHandle): Promise<{ end: KnownEnd | null; isTorn: boolean }> {
  const { size } = await handle.stat();
  for (let length = Math.min(size, TAIL); ; length = Math.min(size, length * 8)) {
    const buffer = Buffer.alloc(length);
    await handle.read(buffer, 0, length, size - length);
    const lines = buffer.toString('utf8').split('\n');
    if (length < size) lines.shift();
    const last = lines.findLast((line) => readLine(line) !== null);
    const read = last === undefined ? null : readLine(last);
    const isTorn = size > 0 && buffer.at(-1) !== 10;
    if (read) return { end: { n: read.entry.n, hash: read.entry.hash }, isTorn };
    if (length === size) return { end: null, isTorn };
  }
}
