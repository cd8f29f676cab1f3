/** How many passages have a stem. Counted once while the index does not change: to count a common word, SQLite reads all of its entries. */
import type { DatabaseSync } from 'node:sqlite';
import type { LibraryScope, StemCount } from '../libraryReader.ts';

export interface TermCounts {
  readonly scope: LibraryScope;
  counts(stems: readonly string[]): ReadonlyMap<string, StemCount>;
}

interface Counted {
  readonly version: string;
  readonly scope: LibraryScope;
  readonly counts: Map<string, StemCount>;
}

const counted = new WeakMap<DatabaseSync, Counted>();
/** Stems whose counts are kept. */
const MAX_COUNTS = 20_000;

export function createTermCounts(database: DatabaseSync): TermCounts {
  const { scope, counts } = countsOf(database);
  const rows = database.prepare(
    'SELECT terms.term AS term, col, doc FROM json_each(?) AS wanted CROSS JOIN terms ON terms.term = wanted.value',
  );
  return {
    scope,
    counts(stems) {
      const unknown = stems.filter((stem) => !counts.has(stem));
      const columns = new Map<string, Map<string, number>>(unknown.map((stem) => [stem, new Map()]));
      if (unknown.length > 0)
        for (const { term, col, doc } of rows.all(JSON.stringify([...columns.keys()])))
          columns.get(String(term))?.set(String(col), Number(doc));
      const found = new Map<string, StemCount>();
      for (const stem of stems) found.set(stem, counts.get(stem) ?? toCount(columns.get(stem)));
      for (const stem of columns.keys()) if (counts.size < MAX_COUNTS) counts.set(stem, toCount(columns.get(stem)));
      return found;
    },
  };
}

function toCount(columns: ReadonlyMap<string, number> = new Map()): StemCount {
  const own = columns.get('own') ?? 0;
  const law = columns.get('law') ?? 0;
  // A word of titles and paths only is in at least so many passages.
  const any = Math.max(own + law, ...['title', 'heading', 'path'].map((column) => columns.get(column) ?? 0));
  return { own, law, any };
}

function countsOf(database: DatabaseSync): Counted {
  const version = versionOf(database);
  const known = counted.get(database);
  if (known?.version === version) return known;
  const passages = { own: 0, law: 0 };
  for (const row of database
    .prepare('SELECT isAuthority, sum(passages) AS n FROM documents GROUP BY isAuthority')
    .all())
    passages[Number(row.isAuthority) === 1 ? 'law' : 'own'] += Number(row.n ?? 0);
  const fresh = { version, scope: { passages }, counts: new Map<string, StemCount>() };
  counted.set(database, fresh);
  return fresh;
}

/** Changes whenever the index changes. */
function versionOf(database: DatabaseSync): string {
  const changes = database.prepare('SELECT total_changes() AS n').get()?.n;
  return `${database.prepare('PRAGMA data_version').get()?.data_version} ${changes}`;
}
