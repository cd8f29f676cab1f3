/** Whether a research log is as it was written: intact, changed at a line, or without entries that are known. */
import { eventSchema, type LogCheckpoint, type LogEntry, NO_HASH, readLine } from './logEntry.ts';

export type Verification =
  | {
      readonly outcome: 'intact';
      readonly entries: number;
      /** Times of the first and the last entry. */
      readonly from: string | null;
      readonly to: string | null;
      /** Lines that a crash cut off while they were written. They are not entries. */
      readonly torn: readonly number[];
      /** Whether the entries could be compared with those that this machine wrote. */
      readonly isCompared: boolean;
    }
  /** `line` is the first line, from 1, that does not match the entries before it. */
  | { readonly outcome: 'changed'; readonly line: number }
  /** Entries that this machine wrote, or that a gap entry names, are not in the log. `last` is the newest of them. */
  | { readonly outcome: 'incomplete'; readonly missing: number; readonly last: LogCheckpoint };

interface Line {
  readonly line: number;
  readonly read: ReturnType<typeof readLine>;
}

/** `known`: every entry that this machine wrote to the log. */
export function verifyLog(text: string, known: readonly LogCheckpoint[] = []): Verification {
  const lines: Line[] = text
    .split('\n')
    .map((content, index) => ({ line: index + 1, content: content.replace(/\r$/, '') }))
    .filter(({ content }) => content !== '')
    .map(({ line, content }) => ({ line, read: readLine(content) }));
  const entries = lines.flatMap(({ line, read }) => (read ? [{ line, entry: read.entry }] : []));
  const torn = lines.filter(({ read }) => read === null).map(({ line }) => line);
  const hashes = new Set(entries.map(({ entry }) => entry.hash));

  const changed = firstChange(lines, hashes, torn);
  if (changed !== null) return { outcome: 'changed', line: changed };

  const expected = [...known, ...entries.flatMap(({ entry }) => expectedBy(entry))];
  const missing = new Map(expected.filter(({ hash }) => !hashes.has(hash)).map((each) => [each.hash, each]));
  const [last] = [...missing.values()].sort((a, b) => (a.time === b.time ? b.n - a.n : a.time < b.time ? 1 : -1));
  if (last) {
    const rewritten = entries.find(({ entry }) =>
      [...missing.values()].some(({ writer, n }) => entry.writer === writer && entry.n === n),
    );
    const end = entries.findLast(({ entry }) => entry.writer === last.writer)?.line ?? Number.POSITIVE_INFINITY;
    const line = rewritten?.line ?? torn.find((each) => each > end);
    return line === undefined ? { outcome: 'incomplete', missing: missing.size, last } : { outcome: 'changed', line };
  }
  const times = entries.map(({ entry }) => entry.time).sort();
  return {
    outcome: 'intact',
    entries: entries.length,
    from: times[0] ?? null,
    to: times.at(-1) ?? null,
    torn,
    isCompared: known.length > 0,
  };
}

function firstChange(lines: readonly Line[], hashes: ReadonlySet<string>, torn: readonly number[]): number | null {
  const last = new Map<string, { readonly entry: LogEntry; readonly line: number }>();
  for (const { line, read } of lines) {
    if (!read) continue;
    const { entry, isWhole } = read;
    const before = last.get(entry.writer);
    const follows = before
      ? entry.n === before.entry.n + 1 && entry.prev === before.entry.hash
      : entry.n === 1 && (entry.prev === NO_HASH || hashes.has(entry.prev));
    if (!isWhole) return line;
    // The entry in between was edited into a line that is not an entry.
    if (!follows) return torn.find((each) => each > (before?.line ?? 0) && each < line) ?? line;
    last.set(entry.writer, { entry, line });
  }
  return null;
}

function expectedBy({ event }: LogEntry): LogCheckpoint[] {
  if (event.type !== 'gap') return [];
  const parsed = eventSchema.safeParse(event);
  return parsed.success && parsed.data.type === 'gap' ? [parsed.data.expected] : [];
}
