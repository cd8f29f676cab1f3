/** How often the library uses a word. Counted once while the index does not change. */
import type { DatabaseSync } from 'node:sqlite';

/** The user's own documents, or authorities. */
export type Lane = 'own' | 'law';

export interface TermStatistics {
  /** Passages of the library, at least 1, and of each lane. */
  readonly passages: number;
  readonly inLane: Readonly<Record<Lane, number>>;
  /** Passages that contain one of the stems. */
  count(stems: readonly string[]): number;
  /** How many times as often the passages of the user's own documents have a word as those of authorities. */
  ownUse(stems: readonly string[]): number;
  /** How rare a word is, the same for a lane of few passages as for one of many: 0 for a word of half of the passages, 1 for an unknown one. */
  rarity(stems: readonly string[]): number;
}

interface Count extends Readonly<Record<Lane, number>> {
  readonly any: number;
}

interface Counted {
  readonly version: string;
  readonly inLane: Readonly<Record<Lane, number>>;
  readonly counts: Map<string, Count>;
}

const counted = new WeakMap<DatabaseSync, Counted>();
/** Words whose counts are kept. */
const MAX_COUNTS = 20_000;

export function createTermStatistics(database: DatabaseSync): TermStatistics {
  const { inLane, counts } = countsOf(database);
  const rows = database.prepare('SELECT col, doc FROM terms WHERE term = ?');
  const one = (stem: string): Count => {
    const known = counts.get(stem);
    if (known !== undefined) return known;
    const columns = new Map(rows.all(stem).map(({ col, doc }) => [String(col), Number(doc)]));
    const own = columns.get('own') ?? 0;
    const law = columns.get('law') ?? 0;
    // A word of titles and paths only is in at least so many passages.
    const any = Math.max(own + law, ...['title', 'heading', 'path'].map((column) => columns.get(column) ?? 0));
    const found = { own, law, any };
    if (counts.size < MAX_COUNTS) counts.set(stem, found);
    return found;
  };
  const sum = (stems: readonly string[], pick: (count: Count) => number) =>
    stems.reduce((total, stem) => total + pick(one(stem)), 0);
  const lanes = (['own', 'law'] as const).filter((lane) => inLane[lane] > 0);
  return {
    passages: Math.max(1, inLane.own + inLane.law),
    inLane,
    count: (stems) => sum(stems, ({ any }) => any),
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

/** The counts as long as the index does not change: to count a common word, SQLite reads all of its entries. */
function countsOf(database: DatabaseSync): Counted {
  const version = versionOf(database);
  const known = counted.get(database);
  if (known?.version === version) return known;
  const inLane = { own: 0, law: 0 };
  for (const row of database
    .prepare('SELECT isAuthority, sum(passages) AS n FROM documents GROUP BY isAuthority')
    .all())
    inLane[Number(row.isAuthority) === 1 ? 'law' : 'own'] += Number(row.n ?? 0);
  const fresh = { version, inLane, counts: new Map<string, Count>() };
  counted.set(database, fresh);
  return fresh;
}

/** Changes whenever the index changes. */
export function versionOf(database: DatabaseSync): string {
  const changes = database.prepare('SELECT total_changes() AS n').get()?.n;
  return `${database.prepare('PRAGMA data_version').get()?.data_version} ${changes}`;
}
