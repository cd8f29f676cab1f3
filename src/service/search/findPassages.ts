/**
 * Finds the passages that contain words of a question, with their BM25 scores. FTS5 takes ten times as long to score a passage as to
 * read its entry in the index. In a large library, only the passages with a rare word are therefore scored, by all words that are
 * searched for.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Term } from './query.ts';
import type { Lane, TermStatistics } from './termStatistics.ts';

export interface ScoredPassage {
  readonly id: number;
  readonly document: number;
  readonly lane: Lane;
  readonly score: number;
}

/** Passages that a search returns for each lane. */
const MAX_FOUND = 600;
/** Passages that a search looks at, copies included. */
const MAX_ROWS = 20_000;
/** After this many copies among the passages of one score, the others of this score are skipped as copies. */
const MAX_COPIES = 3;
/** Entries of the index that a search reads. */
const MAX_ENTRIES = 400_000;
/** Passages that a search scores. */
const MAX_SCORED = 50_000;
/** Number of words that are searched for even if they exceed `MAX_ENTRIES`. */
const MIN_WORDS = 2;

/**
 * Returns passages of both lanes, best first. Of documents with the same content, only the passages of one are returned. `originals` maps
 * the digest of a content to the id of that document; the first document that is found for a digest is added.
 */
export function findPassages(
  database: DatabaseSync,
  statistics: TermStatistics,
  terms: readonly Term[],
  originals: Map<string, number>,
): ScoredPassage[] {
  const words = rarest(statistics, terms.filter(isSearched), MAX_ENTRIES, MIN_WORDS);
  if (words.length === 0) return [];
  const needed = statistics.passages > MAX_SCORED ? rarest(statistics, words, MAX_SCORED, 1) : words;
  const isLimited = needed.length < words.length;
  // The plus keeps SQLite from running the first match once for each passage of the second.
  const rows = database.prepare(
    `SELECT rowid AS id, -bm25(passageIndex) AS score FROM passageIndex WHERE passageIndex MATCH ?
     ${isLimited ? 'AND +rowid IN (SELECT rowid FROM passageIndex WHERE passageIndex MATCH ?)' : ''}
     ORDER BY score DESC, id LIMIT ${MAX_ROWS}`,
  );
  const documentOf = database.prepare(
    'SELECT p.document AS document, d.digest AS digest, d.isAuthority AS isAuthority FROM passages p JOIN documents d ON d.id = p.document WHERE p.id = ?',
  );
  const found: ScoredPassage[] = [];
  const left = { own: statistics.inLane.own > 0 ? MAX_FOUND : 0, law: statistics.inLane.law > 0 ? MAX_FOUND : 0 };
  let score = Number.NaN;
  let copies = 0;
  for (const row of rows.iterate(...[words, ...(isLimited ? [needed] : [])].map(anyOf))) {
    copies = row.score === score ? copies : 0;
    score = Number(row.score);
    if (copies >= MAX_COPIES) continue;
    const id = Number(row.id);
    const { document, digest, isAuthority } = documentOf.get(id) ?? {};
    const lane = Number(isAuthority) === 1 ? 'law' : 'own';
    if (left[lane] === 0) continue;
    const original = originals.get(String(digest)) ?? Number(document);
    originals.set(String(digest), original);
    if (original !== Number(document)) {
      copies += 1;
      continue;
    }
    found.push({ id, document: original, lane, score });
    left[lane] -= 1;
    if (left.own + left.law === 0) break;
  }
  return found;
}

/** The rarest words that together have at most `entries` entries in the index, but at least `minimum` words. */
function rarest(statistics: TermStatistics, terms: readonly Term[], entries: number, minimum: number): Term[] {
  let left = entries;
  return terms
    .map((term) => ({ term, count: statistics.count(term.stems) }))
    .sort((one, other) => one.count - other.count)
    .flatMap(({ term, count }, at) => {
      left -= count;
      return left >= 0 || at < minimum ? [term] : [];
    });
}

/** A single letter, as in "S corporation", is in too many passages. */
function isSearched({ word }: Term): boolean {
  return !/^[a-z]$/.test(word);
}

/** An FTS5 query that matches any of the words. FTS5 has no weights of words, but a word that is named twice counts twice. */
function anyOf(terms: readonly Term[]): string {
  const least = Math.min(...terms.map(({ weight }) => weight));
  return terms
    .flatMap(({ forms, weight }) =>
      Array.from({ length: Math.round(weight / least) }, () => forms.map((form) => `"${form}"`)).flat(),
    )
    .join(' OR ');
}
