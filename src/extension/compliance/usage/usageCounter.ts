/**
 * The counts of all windows: one short line for each question that was sent, in one file a month. A line holds a day and a mode
 * and nothing else. Appending so short a line is one write, so windows need no lock; a torn line is not counted.
 */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as z from 'zod/mini';
import { codeOf } from '../../storage/fileErrors.ts';
import { dayOf, type UsageCounts } from './usageLimits.ts';

const lineSchema = z.object({
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  mode: z.string().check(z.maxLength(64)),
});
const NAME = /^sent-\d{4}-\d{2}\.jsonl$/;
/** Months that stay; no limit needs older ones. */
const MONTHS_KEPT = 13;

export interface UsageCounter {
  /** Both never reject: without a count the question is sent all the same, and `onTrouble` hears of it. */
  add(mode: string): Promise<void>;
  counts(): Promise<UsageCounts>;
}

export function createUsageCounter(folder: string, now: () => number, onTrouble: (code: string) => void): UsageCounter {
  const fileOf = (day: string) => path.join(folder, `sent-${day.slice(0, 7)}.jsonl`);

  async function removeOld(): Promise<void> {
    const names = (await fs.readdir(folder)).filter((name) => NAME.test(name)).sort();
    for (const name of names.slice(0, -MONTHS_KEPT)) await fs.rm(path.join(folder, name), { force: true });
  }

  return {
    async add(mode) {
      const day = dayOf(now());
      try {
        await fs.mkdir(folder, { recursive: true });
        // The line feed goes first as well, so that a torn line before it does not swallow this one.
        await fs.appendFile(fileOf(day), `\n${JSON.stringify({ day, mode })}\n`, { mode: 0o600 });
        if (day.endsWith('-01')) await removeOld();
      } catch (error) {
        const code = codeOf(error);
        if (code === undefined) throw error;
        onTrouble(code);
      }
    },
    async counts() {
      const today = dayOf(now());
      const counts = { day: new Map<string, number>(), month: new Map<string, number>() };
      let text = '';
      try {
        text = await fs.readFile(fileOf(today), 'utf8');
      } catch (error) {
        const code = codeOf(error);
        if (code === undefined) throw error;
        if (code !== 'ENOENT') onTrouble(code);
      }
      for (const line of text.split('\n')) {
        const read = readLine(line);
        if (!read || read.day.slice(0, 7) !== today.slice(0, 7)) continue;
        counts.month.set(read.mode, (counts.month.get(read.mode) ?? 0) + 1);
        if (read.day === today) counts.day.set(read.mode, (counts.day.get(read.mode) ?? 0) + 1);
      }
      return counts;
    },
  };
}

function readLine(line: string) {
  if (line === '') return null;
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
