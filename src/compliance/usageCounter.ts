/**
 * Counts the questions of all windows: one short line per question that was sent, in one file per month. A line contains a day
 * and a mode and nothing else. Appending a short line is one write, so windows need no lock. A torn line is not counted.
 */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as z from 'zod/mini';
import { codeOf } from '../files/fileErrors.ts';

const lineSchema = z.object({
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  mode: z.string().check(z.maxLength(64)),
});
const NAME = /^sent-\d{4}-\d{2}\.jsonl$/;
/** Number of months that are kept. Limits need only the current one. */
const MONTHS_KEPT = 13;

/** Questions by the mode that was asked for: with `auto` the service does not report which mode it chose and bills. */
export interface UsageCounts {
  /** Questions by mode, sent on the same local day. */
  readonly day: ReadonlyMap<string, number>;
  readonly month: ReadonlyMap<string, number>;
}

export interface UsageCounter {
  /** Neither rejects. A question that cannot be counted is sent, and `onWriteError` is called. */
  add(mode: string): Promise<void>;
  counts(): Promise<UsageCounts>;
}

export function createUsageCounter(
  folder: string,
  now: () => number,
  onWriteError: (code: string) => void,
): UsageCounter {
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
        // The leading line feed ends a line that a crash cut off.
        await fs.appendFile(fileOf(day), `\n${JSON.stringify({ day, mode })}\n`, { mode: 0o600 });
        if (day.endsWith('-01')) await removeOld();
      } catch (error) {
        const code = codeOf(error);
        if (code === undefined) throw error;
        onWriteError(code);
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
        if (code !== 'ENOENT') onWriteError(code);
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

/** `2026-11-20` in the user's own time zone: a day ends at the user's midnight. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
