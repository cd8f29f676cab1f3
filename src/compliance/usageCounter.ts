/**
 * Counts the questions of all windows and the tokens of language models: one short line per question that was sent and per answer of a
 * model, in one file per month. A line contains a day and a mode, or a day, the name of a model and its tokens, and nothing else. Appending a short line is one write, so windows need no lock. A torn line is not counted.
 */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import * as z from 'zod/mini';
import { codeOf } from '../files/fileErrors.ts';
import { parseJson } from '../text/json.ts';

const lineSchema = z.object({
  day: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
  mode: z.string().check(z.maxLength(64)),
});
/** UTF-16 units of the name of a model. */
const MAX_NAME = 200;
const tokensSchema = z.object({
  day: lineSchema.shape.day,
  model: z.string().check(z.maxLength(MAX_NAME)),
  tokens: z.int().check(z.nonnegative()),
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

/** Tokens of the month by day, the newest first, of one language model. */
export type ModelTokens = ReadonlyMap<string, number>;

export interface UsageCounter {
  /** Neither rejects. A question that cannot be counted is sent, and `onWriteError` is called. */
  add(mode: string): Promise<void>;
  counts(): Promise<UsageCounts>;
  /** The tokens that the provider of a language model reported for an answer. */
  addTokens(model: string, tokens: number): Promise<void>;
  /** By the name of the model. */
  tokens(): Promise<ReadonlyMap<string, ModelTokens>>;
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

  async function append(day: string, line: object): Promise<void> {
    try {
      await fs.mkdir(folder, { recursive: true });
      // The leading line feed ends a line that a crash cut off.
      await fs.appendFile(fileOf(day), `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
      if (day.endsWith('-01')) await removeOld();
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      onWriteError(code);
    }
  }

  async function linesOf(day: string): Promise<string[]> {
    try {
      return (await fs.readFile(fileOf(day), 'utf8')).split('\n');
    } catch (error) {
      const code = codeOf(error);
      if (code === undefined) throw error;
      if (code !== 'ENOENT') onWriteError(code);
      return [];
    }
  }

  return {
    add(mode) {
      const day = dayOf(now());
      return append(day, { day, mode });
    },
    addTokens(model, tokens) {
      const day = dayOf(now());
      return append(day, { day, model: model.slice(0, MAX_NAME), tokens });
    },
    async tokens() {
      const today = dayOf(now());
      const models = new Map<string, Map<string, number>>();
      for (const line of (await linesOf(today)).reverse()) {
        const read = readLine(line, tokensSchema);
        if (!read || read.day.slice(0, 7) !== today.slice(0, 7)) continue;
        const days = models.get(read.model) ?? new Map<string, number>();
        models.set(read.model, days.set(read.day, (days.get(read.day) ?? 0) + read.tokens));
      }
      return models;
    },
    async counts() {
      const today = dayOf(now());
      const counts = { day: new Map<string, number>(), month: new Map<string, number>() };
      for (const line of await linesOf(today)) {
        const read = readLine(line, lineSchema);
        if (!read || read.day.slice(0, 7) !== today.slice(0, 7)) continue;
        counts.month.set(read.mode, (counts.month.get(read.mode) ?? 0) + 1);
        if (read.day === today) counts.day.set(read.mode, (counts.day.get(read.mode) ?? 0) + 1);
      }
      return counts;
    },
  };
}

function readLine<Line>(line: string, schema: z.ZodMiniType<Line>): Line | null {
  return schema.safeParse(parseJson(line)).data ?? null;
}

/** `2026-11-20` in the user's own time zone: a day ends at the user's midnight. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
