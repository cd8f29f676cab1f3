/** How often the library uses a word. Prepared once per question. */
import type { DatabaseSync } from 'node:sqlite';

export interface TermStatistics {
  /** Passages of the library, at least 1. */
  readonly passages: number;
  /** Passages that contain the stem. */
  count(stem: string): number;
  /** BM25's inverse document frequency among `passages` (default: those of the library): the rarer the word, the higher. */
  rarity(stem: string, passages?: number): number;
}

interface Counted {
  readonly version: string;
  readonly passages: number;
  readonly counts: Map<string, number>;
}

const counted = new WeakMap<DatabaseSync, Counted>();
/** Words whose counts are kept. */
const MAX_COUNTS = 20_000;

export function createTermStatistics(database: DatabaseSync): TermStatistics {
  const { passages, counts } = countsOf(database);
  const frequency = database.prepare('SELECT doc FROM terms WHERE term = ?');
  const count = (stem: string) => {
    const known = counts.get(stem);
    if (known !== undefined) return known;
    const found = Number(frequency.get(stem)?.doc ?? 0);
    if (counts.size < MAX_COUNTS) counts.set(stem, found);
    return found;
  };
  return {
    passages,
    count,
    rarity(stem, total = passages) {
      const n = count(stem);
      return Math.log(1 + (total - n + 0.5) / (n + 0.5));
    },
  };
}

/** The counts as long as the index does not change: to count a common word, SQLite reads all of its entries. */
function countsOf(database: DatabaseSync): Counted {
  const changes = database.prepare('SELECT total_changes() AS n').get()?.n;
  const version = `${database.prepare('PRAGMA data_version').get()?.data_version} ${changes}`;
  const known = counted.get(database);
  if (known?.version === version) return known;
  const total = database.prepare('SELECT sum(passages) AS n FROM documents').get()?.n;
  const fresh = { version, passages: Math.max(1, Number(total ?? 0)), counts: new Map<string, number>() };
  counted.set(database, fresh);
  return fresh;
}
