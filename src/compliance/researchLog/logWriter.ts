/** Appends entries to the file of a research log. An entry is one write to a file opened for appending, so windows need no lock. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { codeOf } from '../../files/fileErrors.ts';
import type { LogCheckpoints } from './checkpoints.ts';
import { type LogCheckpoint, type LogEvent, NO_HASH, readLine, toLine } from './logEntry.ts';

/** The file or its folder is a link, or not a plain file: a folder must not lead the log elsewhere. */
export class UnsafeLogError extends Error {
  override readonly name = 'UnsafeLogError';
  readonly code = 'EACCES';
}

/** Bytes read from the end of the file at first. Only an entry with a very long question needs more. */
const TAIL = 64 * 1024;

/** The end of the chain of this window in one log. */
type Chain = Pick<LogCheckpoint, 'writer' | 'n' | 'hash'>;

export interface LogWriter {
  /**
   * Resolves when the entry is on disk, to the checkpoint of the entry that should be in the file and is not, or null. A gap
   * entry then precedes the new entry. One call at a time.
   */
  append(file: string, who: string, time: Date, events: readonly LogEvent[]): Promise<LogCheckpoint | null>;
}

export function createLogWriter(checkpoints: LogCheckpoints, newId: () => string = randomUUID): LogWriter {
  const chains = new Map<string, Chain>();

  return {
    async append(file, who, time, events) {
      await fs.mkdir(path.dirname(file), { recursive: true });
      await refuseLinks(file);
      const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      const handle = await fs.open(file, flags, 0o600);
      try {
        const last = await checkpoints.last(file);
        const missing = last && !(await contains(handle, last.hash)) ? last : null;
        const { end, isTorn } = await lastEntry(handle);
        // After a gap a new chain begins, so that the missing entries are reported and not the next entry.
        const open = missing ? undefined : chains.get(file);
        let chain: Chain = open ?? { writer: newId(), n: 0, hash: end ?? NO_HASH };
        const before: LogEvent[] = [
          ...(open ? [] : [{ type: 'begun' } as const]),
          ...(missing ? [{ type: 'gap', expected: missing } as const] : []),
        ];
        const made: LogCheckpoint[] = [];
        let text = isTorn ? '\n' : '';
        for (const event of [...before, ...events]) {
          const entry = { writer: chain.writer, n: chain.n + 1, time: time.toISOString() };
          const { line, hash } = toLine({ ...entry, who, prev: chain.hash, event });
          text += line;
          chain = { ...entry, hash };
          made.push({ ...entry, hash });
        }
        await handle.appendFile(text);
        await handle.sync();
        chains.set(file, chain);
        await checkpoints.add(file, made);
        return missing;
      } finally {
        await handle.close();
      }
    },
  };
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

/** Whether the file still has the entry with this hash, and its text matches the hash. It is searched from the end. */
async function contains(handle: fs.FileHandle, hash: string): Promise<boolean> {
  const end = `"hash":"${hash}"}`;
  for await (const text of tails(handle)) {
    const lines = text.includes(end) ? text.split(/\r?\n/) : [];
    if (lines.some((line) => line.endsWith(end) && readLine(line)?.isWhole)) return true;
  }
  return false;
}

/** The hash of the last entry of the file, or null; `isTorn` when the file ends within a line. */
async function lastEntry(handle: fs.FileHandle): Promise<{ end: string | null; isTorn: boolean }> {
  let isTorn = false;
  for await (const text of tails(handle)) {
    isTorn = text !== '' && !text.endsWith('\n');
    const lines = text.split('\n');
    // The rest of a line that was cut is no entry.
    for (const line of lines.reverse()) {
      const read = readLine(line);
      if (read) return { end: read.entry.hash, isTorn };
    }
  }
  return { end: null, isTorn };
}

/** Longer and longer ends of the file, the whole file last. */
async function* tails(handle: fs.FileHandle): AsyncGenerator<string> {
  const { size } = await handle.stat();
  for (let length = Math.min(size, TAIL); ; length = Math.min(size, length * 8)) {
    const buffer = Buffer.alloc(length);
    await handle.read(buffer, 0, length, size - length);
    yield buffer.toString('utf8');
    if (length === size) return;
  }
}
