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

export function createTermStatistics(database: DatabaseSync): TermStatistics {
  const passages = Math.max(1, Number(database.prepare('SELECT count(*) AS n FROM passages').get()?.n));
  const frequency = database.prepare('SELECT doc FROM terms WHERE term = ?');
  const count = (stem: string) => Number(frequency.get(stem)?.doc ?? 0);
  return {
    passages,
    count,
    rarity(stem, total = passages) {
      const n = count(stem);
      return Math.log(1 + (total - n + 0.5) / (n + 0.5));
    },
  };
}
