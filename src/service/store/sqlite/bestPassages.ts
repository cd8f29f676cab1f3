/**
 * Finds the passages that contain words of a question, with their BM25 scores. FTS5 takes ten times as long to score a passage as to
 * read its entry in the index. In a large library, only the passages with a rare word are therefore scored, by all words that are
 * searched for.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Hit, WantedTerm } from '../libraryReader.ts';
import { MAX_FOUND, repetitions, searchedTerms } from '../searchedTerms.ts';
import type { Row } from './rows.ts';
import type { TermCounts } from './termCounts.ts';

/** Passages that a search looks at, copies included. */
const MAX_ROWS = 20_000;
/** After this many copies among the passages of one score, the others of this score are skipped as copies. */
const MAX_COPIES = 3;
/** Rows whose documents are looked up at once. */
const ROWS = 600;

/** `LibraryReader.best`. */
export function bestPassages(
  database: DatabaseSync,
  { scope, counts }: TermCounts,
  terms: readonly WantedTerm[],
  known: ReadonlyMap<string, number>,
): Hit[] {
  const { words, needed } = searchedTerms(scope, counts(terms.flatMap(({ stems }) => stems)), terms);
  if (words.length === 0) return [];
  // The plus keeps SQLite from running the first match once for each passage of the second.
  const rows = database.prepare(
    `SELECT rowid AS id, -bm25(passageIndex) AS score FROM passageIndex WHERE passageIndex MATCH ?
     ${needed ? 'AND +rowid IN (SELECT rowid FROM passageIndex WHERE passageIndex MATCH ?)' : ''}
     ORDER BY score DESC, id LIMIT ${MAX_ROWS}`,
  );
  const originals = new Map(known);
  const found: Hit[] = [];
  const left = { own: scope.passages.own > 0 ? MAX_FOUND : 0, law: scope.passages.law > 0 ? MAX_FOUND : 0 };
  let score = Number.NaN;
  let copies = 0;
  for (const hit of withDocuments(database, rows.iterate(...[words, ...(needed ? [needed] : [])].map(anyOf)))) {
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
    `SELECT p.id AS id, p.document AS document, d.digest AS digest, d.isAuthority AS isAuthority,
       d.authority <> '' AS isOneAuthority
     FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value CROSS JOIN documents AS d ON d.id = p.document`,
  );
  for (const part of inParts(rows)) {
    const ids = JSON.stringify(part.map(({ id }) => id));
    const documents = new Map(documentsOf.all(ids).map((row) => [Number(row.id), row]));
    for (const { id, score } of part) {
      const row = documents.get(Number(id));
      if (!row) continue;
      const lane = Number(row.isAuthority) === 1 ? 'law' : 'own';
      const isOneAuthority = Number(row.isOneAuthority) === 1;
      const { document, digest } = row;
      yield {
        id: Number(id),
        document: Number(document),
        digest: String(digest),
        lane,
        isOneAuthority,
        score: Number(score),
      };
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

/** An FTS5 query that matches any of the words. FTS5 has no weights of words, but a word that is named twice counts twice. */
function anyOf(terms: readonly WantedTerm[]): string {
  const times = repetitions(terms);
  return terms
    .flatMap(({ forms }, at) => Array.from({ length: times[at] ?? 1 }, () => forms.map((form) => `"${form}"`)).flat())
    .join(' OR ');
}
