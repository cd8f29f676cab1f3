/** The index of one machine as a reader. All that is wanted of one kind is one statement. */
import type { DatabaseSync } from 'node:sqlite';
import { yieldToEventLoop } from '../../nodeHelpers.ts';
import { type DocumentRow, type LibraryReader, MAX_HEADINGS, MAX_SECTIONS } from '../libraryReader.ts';
import { bestPassages } from './bestPassages.ts';
import { type Row, toDocument, toPassage, toPins, toSection } from './rows.ts';
import { createTermCounts } from './termCounts.ts';

/** Milliseconds that a question holds the thread before waiting events run, such as its own cancellation. */
const MAX_TURN = 50;

/**
 * A reader for one question. SQLite answers at once, and holds the thread while it does. `database` is called for each read, because the
 * index may be replaced between two of them. `onRead` is called before and after each read.
 */
export function createSqliteReader(
  database: () => DatabaseSync,
  signal: AbortSignal,
  onRead = () => {},
): LibraryReader {
  let turn = performance.now();
  const inTurns =
    <Wanted extends unknown[], Found>(read: (...wanted: Wanted) => Found) =>
    async (...wanted: Wanted): Promise<Found> => {
      onRead();
      if (performance.now() - turn > MAX_TURN) {
        await yieldToEventLoop();
        turn = performance.now();
      }
      signal.throwIfAborted();
      try {
        return read(...wanted);
      } finally {
        onRead();
      }
    };
  const countsOf = (current: DatabaseSync) => ({ database: current, terms: createTermCounts(current) });
  let counted = countsOf(database());
  const terms = () => {
    const current = database();
    if (counted.database !== current) counted = countsOf(current);
    return counted.terms;
  };
  const all = (sql: string, wanted: readonly unknown[], ...others: number[]): Row[] =>
    wanted.length === 0
      ? []
      : database()
          .prepare(sql)
          .all(JSON.stringify(wanted), ...others);
  const passages = (sql: string, ids: readonly number[]) =>
    all(sql, [...new Set(ids)])
      .map(toPassage)
      .sort((one, other) => one.id - other.id);
  return {
    get scope() {
      return terms().scope;
    },
    counts: inTurns((stems) => terms().counts(stems)),
    best: inTurns((words, originals) => bestPassages(database(), terms(), words, originals)),
    byAuthority: inTurns((keys, subtopics = false) => {
      const wanted = [...new Set(keys)];
      const found = new Map<string, DocumentRow[]>(wanted.map((key) => [key, []]));
      const withSubtopics = subtopics ? wanted.filter((key) => key.includes(' ')) : [];
      for (const row of [...all(EXACT, wanted), ...all(SUBTOPICS, withSubtopics)])
        found.get(String(row.key))?.push(toDocument(row));
      return found;
    }),
    documents: inTurns(
      (ids) => new Map(all(DOCUMENTS, [...new Set(ids)]).map((row) => [Number(row.id), toDocument(row)])),
    ),
    passages: inTurns((ids) => passages(PASSAGES, ids)),
    passagesOf: inTurns((documents) => passages(PASSAGES_OF, documents)),
    firstPassages: inTurns(
      (documents) => new Map(all(FIRST_PASSAGES, documents).map(({ document, id }) => [Number(document), Number(id)])),
    ),
    pinned: inTurns((wanted) =>
      all(
        PINNED,
        wanted.map((one) => ({ first: 0, last: Number.MAX_SAFE_INTEGER, ...one })),
      ).map(({ id, document, pins }) => ({
        id: Number(id),
        document: Number(document),
        pins: toPins(pins),
      })),
    ),
    sections: inTurns((numbers) => all(SECTIONS, [...new Set(numbers)], MAX_SECTIONS).map(toSection)),
    headings: inTurns((documents) => all(HEADINGS, [...new Set(documents)], MAX_HEADINGS).map(toHeading)),
    firstBelow: inTurns((wanted) => all(FIRST_BELOW, wanted).map(toHeading)),
    named: inTurns((labels) =>
      all(NAMED, [...new Set(labels)]).map(({ label, id, digest }) => ({
        label: String(label),
        id: Number(id),
        digest: String(digest),
      })),
    ),
    pathsEndingWith: inTurns((ending) =>
      database()
        .prepare(ENDING)
        .all(ending)
        .map(({ path }) => String(path)),
    ),
    list: inTurns((from, limit, containing) =>
      database()
        .prepare(LIST)
        .all(from, containing, limit)
        .map(({ path, title, kind, date, size, mtime }) => ({
          path: String(path),
          title: String(title),
          kind: kind === null ? null : String(kind),
          date: date === null ? null : String(date),
          size: Number(size),
          mtime: Number(mtime),
        })),
    ),
    kinds: inTurns(() =>
      database()
        .prepare(KINDS)
        .all()
        .map(({ kind }) => String(kind)),
    ),
  };
}

function toHeading({ document, heading, id }: Row) {
  return { document: Number(document), heading: String(heading), id: Number(id) };
}

// With CROSS JOIN, SQLite reads the wanted keys first. The condition on the empty text is that of the index of authorities. Without it SQLite reads all documents.
const EXACT = `SELECT wanted.value AS key, min(d.id), d.* FROM json_each(?) AS wanted
  CROSS JOIN documents AS d ON d.authority = wanted.value AND d.authority <> ''
  GROUP BY wanted.key, d.digest ORDER BY wanted.key, d.path`;
const SUBTOPICS = `SELECT wanted.value AS key, min(d.id), d.* FROM json_each(?) AS wanted
  CROSS JOIN documents AS d ON d.authority >= wanted.value || '-' AND d.authority < wanted.value || '.' AND d.authority <> ''
  GROUP BY wanted.key, d.digest ORDER BY wanted.key, d.path`;
const DOCUMENTS = 'SELECT d.* FROM json_each(?) AS wanted CROSS JOIN documents AS d ON d.id = wanted.value';
const PASSAGES = 'SELECT p.* FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.id = wanted.value';
const PASSAGES_OF = 'SELECT p.* FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.document = wanted.value';
const FIRST_PASSAGES = `SELECT p.document AS document, min(p.id) AS id FROM json_each(?) AS wanted
  CROSS JOIN passages AS p ON p.document = wanted.value GROUP BY p.document`;
const PINNED = `SELECT p.id AS id, p.document AS document, p.pins AS pins FROM json_each(?) AS wanted
  CROSS JOIN passages AS p ON p.document = wanted.value ->> 'document'
    AND p.id BETWEEN wanted.value ->> 'first' AND wanted.value ->> 'last'
  WHERE instr(p.pins, ' ' || (wanted.value ->> 'path') || ' ') > 0
    OR instr(p.pins, ' ' || (wanted.value ->> 'path') || '.') > 0
  GROUP BY p.id ORDER BY p.id`;
const SECTIONS = `SELECT * FROM (
    SELECT s.*, d.authority AS authority, d.abbreviation AS abbreviation,
      (SELECT group_concat(name, char(10)) FROM names WHERE names.document = d.id) AS names,
      wanted.key AS wanted,
      row_number() OVER (PARTITION BY wanted.key ORDER BY d.isAuthority DESC, d.path, s.id) AS place
    FROM json_each(?) AS wanted CROSS JOIN sections AS s ON s.number = wanted.value CROSS JOIN documents AS d ON d.id = s.document
    WHERE s.lastPassage >= s.firstPassage
  ) WHERE place <= ? ORDER BY wanted, place`;
const HEADINGS = `SELECT * FROM (
    SELECT p.document AS document, p.heading AS heading, min(p.id) AS id,
      row_number() OVER (PARTITION BY p.document ORDER BY min(p.id)) AS place
    FROM json_each(?) AS wanted CROSS JOIN passages AS p ON p.document = wanted.value GROUP BY p.document, p.heading
  ) WHERE place <= ? ORDER BY id`;
const FIRST_BELOW = `SELECT p.document AS document, p.heading AS heading, min(p.id) AS id FROM json_each(?) AS wanted
  CROSS JOIN passages AS p ON p.document = wanted.value ->> 'document' AND p.heading = wanted.value ->> 'heading'
  GROUP BY p.document, p.heading`;
// A path of Windows is compared with slashes.
const NAMED = `SELECT wanted.value AS label, d.id AS id, d.digest AS digest FROM documents AS d
  JOIN json_each(?) AS wanted
    ON substr('/' || replace(d.path, char(92), '/'), -1 - length(wanted.value)) = '/' || wanted.value
  WHERE d.skipReason IS NULL`;
const ENDING = `SELECT path FROM documents
  WHERE substr(lower(path), -length(?1)) = ?1 AND skipReason IS NULL ORDER BY path`;
const LIST = `SELECT path, title, kind, date, size, mtime FROM documents
  WHERE skipReason IS NULL AND path >= ? AND instr(lower(path), lower(?)) > 0 ORDER BY path LIMIT ?`;
const KINDS = 'SELECT DISTINCT kind FROM documents WHERE skipReason IS NULL AND kind IS NOT NULL ORDER BY kind';
