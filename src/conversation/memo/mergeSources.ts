/** The sources of several answers as one list. The same passage is listed once. */
import type { ReviewState, StoredSource, Turn } from '../conversation.ts';

export interface MergedSources {
  readonly sources: readonly StoredSource[];
  /** For each turn, the number of each of its sources in the list, from 1. */
  readonly numbers: readonly ReadonlyMap<number, number>[];
}

/** The review that counts where the same passage has two. */
const WEIGHT: Readonly<Record<ReviewState, number>> = { unread: 0, opened: 1, rejected: 2, reliedOn: 3 };

export function mergeSources(turns: readonly Turn[]): MergedSources {
  const sources: StoredSource[] = [];
  const known = new Map<string, number>();
  const numbers = turns.map(({ answer }) => {
    const own = new Map<number, number>();
    for (const [at, source] of answer.sources.entries()) {
      const { review, ...facts } = source;
      const key = JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1)));
      const n = known.get(key) ?? sources.push(source);
      known.set(key, n);
      own.set(at + 1, n);
      const before = sources[n - 1];
      if (before && WEIGHT[review] > WEIGHT[before.review]) sources[n - 1] = { ...before, review };
    }
    return own;
  });
  return { sources, numbers };
}
