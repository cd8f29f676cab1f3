/** Finds the entries of answers in the research log, to name them in a memo. */
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { readLine } from './logEntry.ts';

/** For each turn, the newest entry of its answer. A log that cannot be read has no entries. */
export async function findEntries(
  files: readonly string[],
  turns: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const wanted = new Set(turns);
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch(() => '');
    for (const line of text.split('\n')) {
      if (!line.includes('"answered"')) continue;
      const entry = readLine(line)?.entry;
      const turn = entry?.event.type === 'answered' ? entry.event.turn : undefined;
      if (entry && typeof turn === 'string' && wanted.has(turn)) {
        found.set(turn, `${path.basename(file)}, entry ${entry.hash.slice(0, 12)} of ${entry.time.slice(0, 16)}Z`);
      }
    }
  }
  return found;
}
