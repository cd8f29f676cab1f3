/** Whether a log is as it was written, and if not, where it first is not. */
import { type LogEntry, NO_HASH, readLine } from './entry.ts';

/** The last entry that this machine knows of a log: the chain alone cannot show that its end was cut off. */
export interface KnownEnd {
  readonly n: number;
  readonly hash: string;
}

export interface Break {
  /** 1-based line of the file; one more than its last when something is missing at the end. */
  readonly line: number;
  /** Number of the first entry that is not as it was written. */
  readonly n: number;
  readonly kind: 'edited' | 'removed' | 'reordered' | 'replaced' | 'foreign' | 'truncated' | 'rewritten';
}

export interface Note {
  readonly line: number;
  /** `clockBack`: earlier than the entry before, by `by` ms. `torn`: cut off by a crash while it was written; not an entry. */
  readonly kind: 'clockBack' | 'torn';
  readonly by?: number;
}

export interface Verification {
  readonly entries: number;
  /** Times of the first and the last entry. */
  readonly from: string | null;
  readonly to: string | null;
  readonly lastHash: string;
  readonly broken: Break | null;
  readonly notes: readonly Note[];
  /** Whether the end could be compared with what this machine knows. */
  readonly endKnown: boolean;
}

interface Line {
  readonly line: number;
  readonly read: { readonly entry: LogEntry; readonly isWhole: boolean } | null;
}

export function verifyLog(text: string, known: KnownEnd | null = null): Verification {
  const lines: Line[] = text
    .split('\n')
    .map((content, index) => ({ line: index + 1, content: content.replace(/\r$/, '') }))
    .filter(({ content }) => content !== '')
    .map(({ line, content }) => ({ line, read: readLine(content) }));
  const entries = lines.flatMap(({ read }) => (read ? [read.entry] : []));
  const notes: Note[] = [];
  let broken: Break | null = null;
  let last: LogEntry | null = null;
  let torn: number | null = null;

  for (const { line, read } of lines) {
    const expected = { n: (last?.n ?? 0) + 1, prev: last?.hash ?? NO_HASH };
    if (!read) {
      // A crash cuts at most the line that was being written, so two such lines in a row are something else.
      if (torn !== null) broken ??= { line: torn, n: expected.n, kind: 'foreign' };
      torn = line;
      continue;
    }
    const { entry, isWhole } = read;
    if (!broken) {
      const follows = entry.n === expected.n && entry.prev === expected.prev;
      if (follows && isWhole && torn !== null) notes.push({ line: torn, kind: 'torn' });
      else if (!follows && torn !== null) broken = { line: torn, n: expected.n, kind: 'edited' };
      else if (!isWhole) broken = { line, n: expected.n, kind: 'edited' };
      else if (!follows) broken = explain(entry, line, expected.n, entries);
      if (last && Date.parse(entry.time) < Date.parse(last.time)) {
        notes.push({ line, kind: 'clockBack', by: Date.parse(last.time) - Date.parse(entry.time) });
      }
    }
    torn = null;
    last = entry;
  }
  const cut = compareEnd(entries, known, (lines.at(-1)?.line ?? 0) + 1);
  // A last line that is no entry was cut by a crash, unless this machine knows that an entry stood there.
  if (torn !== null && cut?.kind === 'truncated') broken ??= { line: torn, n: cut.n, kind: 'edited' };
  else if (torn !== null) notes.push({ line: torn, kind: 'torn' });
  broken ??= cut;
  return {
    entries: entries.length,
    from: entries[0]?.time ?? null,
    to: last?.time ?? null,
    lastHash: last?.hash ?? NO_HASH,
    broken,
    notes,
    endKnown: known !== null,
  };
}

function explain(entry: LogEntry, line: number, expected: number, all: readonly LogEntry[]): Break {
  if (entry.n === expected) return { line: Math.max(1, line - 1), n: Math.max(1, expected - 1), kind: 'replaced' };
  const elsewhere = all.some((other) => other.n === expected);
  if (entry.n < expected || elsewhere) return { line, n: expected, kind: 'reordered' };
  return { line, n: expected, kind: 'removed' };
}

function compareEnd(entries: readonly LogEntry[], known: KnownEnd | null, nextLine: number): Break | null {
  if (!known) return null;
  const same = entries.find((entry) => entry.n === known.n);
  if (!same) return { line: nextLine, n: (entries.at(-1)?.n ?? 0) + 1, kind: 'truncated' };
  return same.hash === known.hash ? null : { line: 1, n: 1, kind: 'rewritten' };
}
