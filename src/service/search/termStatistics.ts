/** How often the library uses a word. */
import type { Lane, LibraryReader, StemCount } from '../store/libraryReader.ts';

export interface TermStatistics {
  /** Counts these stems. The other methods know no other stems. */
  load(stems: readonly string[]): Promise<void>;
  /** Passages that contain one of the stems. */
  count(stems: readonly string[]): number;
  /** Whether the user's own documents have one of the stems, and authorities none. */
  isOnlyOwn(stems: readonly string[]): boolean;
  /** How many times as often the passages of the user's own documents have a word as those of authorities. */
  ownUse(stems: readonly string[]): number;
  /** How rare a word is, the same for a lane of few passages as for one of many: 0 for a word of half of the passages, 1 for an unknown one. */
  rarity(stems: readonly string[]): number;
}

export function createTermStatistics(reader: LibraryReader): TermStatistics {
  const inLane = reader.scope.passages;
  const counts = new Map<string, StemCount>();
  const one = (stem: string): StemCount => {
    const count = counts.get(stem);
    if (!count) throw new Error(`The stem "${stem}" was not counted.`);
    return count;
  };
  const sum = (stems: readonly string[], pick: (count: StemCount) => number) =>
    stems.reduce((total, stem) => total + pick(one(stem)), 0);
  const lanes = (['own', 'law'] as const).filter((lane) => inLane[lane] > 0);
  return {
    async load(stems) {
      const unknown = [...new Set(stems)].filter((stem) => !counts.has(stem));
      if (unknown.length > 0) for (const [stem, count] of await reader.counts(unknown)) counts.set(stem, count);
    },
    count: (stems) => sum(stems, ({ any }) => any),
    isOnlyOwn: (stems) => sum(stems, ({ own }) => own) > 0 && sum(stems, ({ law }) => law) === 0,
    ownUse(stems) {
      // One more passage of the library has the word, so that a word of few passages says little.
      const more = 1 / (inLane.own + inLane.law);
      const share = (lane: Lane) => sum(stems, (count) => count[lane]) / inLane[lane] + more;
      return share('own') / share('law');
    },
    rarity(stems) {
      const rarities = lanes.map((lane) =>
        rarityIn(
          inLane[lane],
          sum(stems, (count) => count[lane]),
        ),
      );
      return rarities.reduce((total, rarity) => total + rarity, 0) / Math.max(1, rarities.length);
    },
  };
}

/** Rarity is computed as in a lane of at least so many passages, so that it does not depend on a single one. */
const MIN_PASSAGES = 1000;

/** BM25's inverse document frequency as a share of its highest value. */
function rarityIn(inLane: number, count: number): number {
  const passages = Math.max(inLane, MIN_PASSAGES);
  const n = Math.min(count, passages);
  return Math.max(0, Math.log((passages - n + 0.5) / (n + 0.5)) / Math.log(2 * passages + 1));
}
