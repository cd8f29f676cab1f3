/**
 * Finds the passages that contain words of a question, with their BM25 scores. FTS5 takes ten times as long to score a passage as to
 * read its entry in the index. In a large library, only the passages with a rare word are therefore scored, by all words that are
 * searched for.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Hit, StemCount, WantedTerm } from '../libraryReader.ts';
import type { Row } from './rows.ts';
import type { TermCounts } from './termCounts.ts';

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
/** Rows whose documents are looked up at once. */
const ROWS = 600;

/** `LibraryReader.best`. */
export function bestPassages(
  database: DatabaseSync,
  { scope, counts }: TermCounts,
  terms: readonly WantedTerm[],
  known: ReadonlyMap<string, number>,
): Hit[] {
  const count = counter(counts(terms.flatMap(({ stems }) => stems)));
  const words = rarest(count, terms, MAX_ENTRIES, MIN_WORDS);
  if (words.length === 0) return [];
  const isLarge = scope.passages.own + scope.passages.law > MAX_SCORED;
  const needed = isLarge ? rarest(count, words, MAX_SCORED, 1) : words;
  const isLimited = needed.length < words.length;
  // The plus keeps SQLite from running the first match once for each passage of the second.
  const rows = database.prepare(
    `SELECT rowid AS id, -bm25(passageIndex) AS score FROM passageIndex WHERE passageIndex MATCH ?
     ${isLimited ? 'AND +rowid IN (SELECT rowid FROM passageIndex WHERE passageIndex MATCH ?)' : ''}
     ORDER BY score DESC, id LIMIT ${MAX_ROWS}`,
  );
  const originals = new Map(known);
  const found: Hit[] = [];
  const left = { own: scope.passages.own > 0 ? MAX_FOUND : 0, law: scope.passages.law > 0 ? MAX_FOUND : 0 };
  let score = Number.NaN;
  let copies = 0;
  for (const hit of withDocuments(database, rows.iterate(...[words, ...(isLimited ? [needed] : [])].map(anyOf)))) {
    copies = hit.score === score ? copies : 0;
    score = hit.score;
    if (copies >= MAX_COPIES || left[hit.lane] === 0) continue;
    const original = originals.get(hit.digest) ?? hit.document;
    originals.set(hit.digest, original);
    if (original !== hit.document) {
      copies += 1;
      continue;
    }
    found.push(hit);
    left[hit.lane] -= 1;
    if (left.own + left.law === 0) break;
  }
  return found;
}

/** The rows in their order, each with its document. Reads no more rows than are taken, but for the rest of a part. */
function* withDocuments(database: DatabaseSync, rows: Iterable<Row>): Generator<Hit, void, void> {
  const documentsOf = database.prepare(
    `SELECT p.id AS id, p.document AS document, d.digest AS digest, d.isAuthority AS isAuthority
     FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value CROSS JOIN documents AS d ON d.id = p.document`,
  );
  for (const part of inParts(rows)) {
    const ids = JSON.stringify(part.map(({ id }) => id));
    const documents = new Map(documentsOf.all(ids).map((row) => [Number(row.id), row]));
    for (const { id, score } of part) {
      const row = documents.get(Number(id));
      if (!row) continue;
      const lane = Number(row.isAuthority) === 1 ? 'law' : 'own';
      yield { id: Number(id), document: Number(row.document), digest: String(row.digest), lane, score: Number(score) };
    }
  }
}

function* inParts(rows: Iterable<Row>): Generator<Row[], void, void> {
  let part: Row[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < ROWS) continue;
    yield part;
    part = [];
  }
  yield part;
}

function counter(counts: ReadonlyMap<string, StemCount>) {
  return (stems: readonly string[]) => stems.reduce((sum, stem) => sum + (counts.get(stem)?.any ?? 0), 0);
}

/** The rarest words that together have at most `entries` entries in the index, but at least `minimum` words. */
function rarest(
  count: (stems: readonly string[]) => number,
  terms: readonly WantedTerm[],
  entries: number,
  minimum: number,
): WantedTerm[] {
  let left = entries;
  return terms
    .map((term) => ({ term, entries: count(term.stems) }))
    .sort((one, other) => one.entries - other.entries)
    .flatMap((each, at) => {
      left -= each.entries;
      return left >= 0 || at < minimum ? [each.term] : [];
    });
}

/** An FTS5 query that matches any of the words. FTS5 has no weights of words, but a word that is named twice counts twice. */
function anyOf(terms: readonly WantedTerm[]): string {
  const least = Math.min(...terms.map(({ weight }) => weight));
  return terms
    .flatMap(({ forms, weight }) =>
      Array.from({ length: Math.round(weight / least) }, () => forms.map((form) => `"${form}"`)).flat(),
    )
    .join(' OR ');
}
