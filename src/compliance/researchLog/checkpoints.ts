/**
 * The entries that this machine wrote to each research log, kept apart from the logs. With them, a log that was cut, emptied,
 * deleted or rewritten is detected, also after further entries. One append-only file per log; appending needs no lock.
 */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { codeOf } from '../../files/fileErrors.ts';
import { parseJson } from '../../text/json.ts';
import { checkpointSchema, type LogCheckpoint, sha256 } from './logEntry.ts';

/** Bytes at the end of a file that contain at least one whole line. */
const TAIL = 4096;

export interface LogCheckpoints {
  /** Every entry that this machine wrote to the log, oldest first. */
  all(log: string): Promise<LogCheckpoint[]>;
  /** The newest of them, of whichever window; null when none is known. */
  last(log: string): Promise<LogCheckpoint | null>;
  add(log: string, checkpoints: readonly LogCheckpoint[]): Promise<void>;
}

export function createLogCheckpoints(folder: string): LogCheckpoints {
  const fileOf = (log: string) => path.join(folder, `${sha256(log).slice(0, 32)}.jsonl`);
  return {
    async all(log) {
      try {
        return (await fs.readFile(fileOf(log), 'utf8')).split('\n').flatMap(read);
      } catch (error) {
        if (codeOf(error) === undefined) throw error;
        return [];
      }
    },
    async last(log) {
      let handle: fs.FileHandle | undefined;
      try {
        handle = await fs.open(fileOf(log), 'r');
        const { size } = await handle.stat();
        const buffer = Buffer.alloc(Math.min(size, TAIL));
        await handle.read(buffer, 0, buffer.length, size - buffer.length);
        return buffer.toString('utf8').split('\n').flatMap(read).at(-1) ?? null;
      } catch (error) {
        if (codeOf(error) === undefined) throw error;
        return null;
      } finally {
        await handle?.close();
      }
    },
    async add(log, checkpoints) {
      const lines = checkpoints.map((each) => `${JSON.stringify(each)}\n`).join('');
      try {
        await fs.mkdir(folder, { recursive: true });
        // The leading line feed ends a line that a crash cut off.
        await fs.appendFile(fileOf(log), `\n${lines}`, { mode: 0o600 });
      } catch (error) {
        // The entry itself is written. Only its later loss would go undetected.
        if (codeOf(error) === undefined) throw error;
      }
    },
  };
}

function read(line: string): LogCheckpoint[] {
  const parsed = checkpointSchema.safeParse(parseJson(line));
  return parsed.success ? [parsed.data] : [];
}
