import * as fs from 'node:fs';
import * as path from 'node:path';
import { createLogCheckpoints } from '../../../src/compliance/researchLog/checkpoints.ts';
import {
  type LogCheckpoint,
  type LogEvent,
  NO_HASH,
  readLine,
  toLine,
} from '../../../src/compliance/researchLog/logEntry.ts';
import { createLogWriter } from '../../../src/compliance/researchLog/logWriter.ts';
import { verifyLog } from '../../../src/compliance/researchLog/verifyLog.ts';

export function used(turn: string): LogEvent {
  const answer = { digest: NO_HASH, length: 3 };
  return { type: 'used', conversation: 'c1', turn, retention: 'default', how: 'inserted', answer };
}

/** The lines of a log with one chain of `count` entries, one minute apart. */
export function makeLog(count: number, writer = 'w1', prev = NO_HASH): string[] {
  return Array.from({ length: count }, (_, i) => {
    const time = new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString();
    const event: LogEvent = i === 0 ? { type: 'begun' } : used(`t${i + 1}`);
    const { line, hash } = toLine({ writer, n: i + 1, time, who: 'jane', prev, event });
    prev = hash;
    return line;
  });
}

export function checkpointsOf(lines: readonly string[]): LogCheckpoint[] {
  return lines.flatMap((line) => {
    const entry = readLine(line.trimEnd())?.entry;
    return entry ? [{ writer: entry.writer, n: entry.n, hash: entry.hash, time: entry.time }] : [];
  });
}

export const read = (file: string) => fs.readFileSync(file, 'utf8');

/** A log in a folder, with the checkpoints of this machine, written by any number of windows. */
export function openFolder(folder: string) {
  const file = path.join(folder, 'log.jsonl');
  const checkpoints = createLogCheckpoints(path.join(folder, 'checkpoints'));
  let minute = 0;
  return {
    file,
    checkpoints,
    window() {
      const writer = createLogWriter(checkpoints);
      return (...turns: string[]) =>
        writer.append(file, 'jane', new Date(Date.UTC(2026, 0, 1, 0, minute++)), turns.map(used));
    },
    verify: async () => verifyLog(fs.existsSync(file) ? read(file) : '', await checkpoints.all(file)),
  };
}
