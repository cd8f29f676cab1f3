/** The index of a library is one SQLite file. It is deleted and created again if its version differs or if it is damaged. */
import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync as Database } from 'node:sqlite';
import { DatabaseSync, sqliteCode } from '../../files/sqlite.ts';
import { t } from '../translate.ts';

/** Increase it with every change of tables, of splitting or of normalizing: an index of another version is rebuilt. */
export const INDEX_VERSION = 46;

const TOKENIZER = "tokenize = 'porter unicode61 remove_diacritics 2'";

const TABLES = `
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  -- Names of its folders and of the file, inside the folder of the library.
  name TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL DEFAULT '',
  -- The authority that the document is as a whole, as a key ("179", "606-10-25"); empty for most.
  authority TEXT NOT NULL DEFAULT '',
  -- 1 for laws, standards, rulings and opinions, whether or not they have a key.
  isAuthority INTEGER NOT NULL DEFAULT 0,
  -- The name of a law in the titles of its sections: 'EStG'.
  abbreviation TEXT NOT NULL DEFAULT '',
  -- 'de', or 'en' for all others.
  language TEXT NOT NULL DEFAULT 'en',
  kind TEXT, date TEXT, url TEXT,
  -- The same for documents with the same content, wherever they are.
  digest TEXT NOT NULL DEFAULT '',
  -- The same for two states of a file that differ in their date only. Then the passages stay. Empty for a file that is not searched.
  undated TEXT NOT NULL DEFAULT '',
  passages INTEGER NOT NULL DEFAULT 0,
  -- The number of its sections, names and labelled values together. An index with another number of rows was changed by another program.
  parts INTEGER NOT NULL DEFAULT 0,
  -- Why the file is not searched; null if it is.
  skipReason TEXT
);
CREATE INDEX documentsAuthority ON documents (authority) WHERE authority <> '';
-- The names by which a law is cited: 'estg', 'einkommensteuergesetz'.
CREATE TABLE names (document INTEGER NOT NULL, name TEXT NOT NULL);
CREATE INDEX namesName ON names (name);
CREATE INDEX namesDocument ON names (document);
-- The sections of documents, with their first and last passage. A document that is one section has one.
CREATE TABLE sections (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  -- Without the name of the law: '15', '200.501'; the subsection of a heading such as '§ 168(k)'.
  number TEXT NOT NULL,
  pin TEXT NOT NULL,
  title TEXT NOT NULL,
  firstPassage INTEGER NOT NULL,
  lastPassage INTEGER NOT NULL
);
CREATE INDEX sectionsNumber ON sections (number);
CREATE INDEX sectionsDocument ON sections (document);
-- The values that a document states beside a label, with their place as that of a passage.
CREATE TABLE labelledValues (
  document INTEGER NOT NULL, label TEXT NOT NULL, value TEXT NOT NULL, line INTEGER NOT NULL, page INTEGER, place TEXT NOT NULL, items TEXT
);
CREATE INDEX labelledValuesDocument ON labelledValues (document);
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  heading TEXT NOT NULL,
  pins TEXT NOT NULL,
  -- The nodes of its lines, one a line: '12 i b.3.B' (line of the text, kind, path).
  marks TEXT NOT NULL,
  line INTEGER NOT NULL,
  endLine INTEGER NOT NULL,
  -- Page of a PDF, from 1, the label that the PDF gives to it, and the place as JSON: '{"paragraphs":[12,15]}'.
  page INTEGER, pageLabel TEXT, place TEXT NOT NULL,
  -- The paragraph or the cells of its lines, if they differ: '12 - 13', 'A2:H2 A3:H3'.
  placeWords TEXT,
  -- Of a PDF: the text items of the page that its lines were read from: '12-15 - 16-20'.
  itemRanges TEXT,
  text TEXT NOT NULL,
  -- The section that the passage belongs to; null outside of sections.
  section INTEGER,
  -- The title of that section, and the date that it states, if the document has other sections too.
  sectionTitle TEXT NOT NULL, sectionDate TEXT NOT NULL
);
CREATE INDEX passagesDocument ON passages (document);
-- The text of a passage is in the column of its lane, so that the words of each lane are counted.
CREATE VIRTUAL TABLE passageIndex USING fts5 (title, heading, path, own, law, content = '', contentless_delete = 1, ${TOKENIZER});
-- Bytes that are collected before a segment is written. Merging small segments takes a fifth of the time of a first index.
INSERT INTO passageIndex (passageIndex, rank) VALUES ('hashsize', 4194304);
CREATE VIRTUAL TABLE terms USING fts5vocab (passageIndex, col);
-- The last statement, so that tables of which some are missing have no version.
PRAGMA user_version = ${INDEX_VERSION};
`;

/** SQLite here lacks FTS5 (Node before 22.16 has none). */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}

let probed = false;

function probe(): void {
  if (probed) return;
  const database = new DatabaseSync(':memory:');
  try {
    database.exec("CREATE VIRTUAL TABLE probe USING fts5 (a, content = '', contentless_delete = 1)");
    probed = true;
  } catch (cause) {
    throw new SearchUnavailable(
      `The library needs SQLite with FTS5, which Node.js ${process.versions.node} lacks here. Node.js 22.16 or later has it (VS Code 1.111 or later).`,
      { cause },
    );
  } finally {
    database.close();
  }
}

export interface OpenedIndex {
  readonly database: Database;
  /** Why an existing index could not be used; null if it could. */
  readonly discarded: string | null;
}

/**
 * Opens or creates the index at `path` (null: in memory). An index that is damaged or of another version is replaced.
 * Throws SearchUnavailable, or the error of the file system if the file cannot be written.
 */
export function openIndex(path: string | null): OpenedIndex {
  probe();
  if (path === null) return { database: create(':memory:'), discarded: null };
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let discarded = t('The index was damaged.');
  let database: Database | undefined;
  try {
    database = open(path);
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    // A new file. Creating the tables fails in one that has some of them.
    if (version === 0) database.exec(TABLES);
    if (version === 0 || (version === INDEX_VERSION && hasAllRows(database))) return { database, discarded: null };
    if (version !== INDEX_VERSION) discarded = t('The index is of another version.');
  } catch {
    // It is created again.
  }
  try {
    database?.close();
  } catch {
    // A damaged database may not close. The file is deleted anyway.
  }
  deleteIndex(path);
  return { database: create(path), discarded };
}

/** Whether the tables have as many rows as their documents count. */
function hasAllRows(database: Database): boolean {
  const row = database
    .prepare(
      `SELECT coalesce(sum(passages), 0) AS passages, coalesce(sum(parts), 0) AS parts,
        (SELECT count(*) FROM passages) AS passageRows, (SELECT count(*) FROM passageIndex_docsize) AS indexedRows,
        (SELECT count(*) FROM sections) + (SELECT count(*) FROM names) + (SELECT count(*) FROM labelledValues) AS partRows FROM documents`,
    )
    .get();
  return row?.passages === row?.passageRows && row?.passages === row?.indexedRows && row?.parts === row?.partRows;
}

/** Whether an error of node:sqlite says that the file is damaged (SQLITE_CORRUPT, SQLITE_NOTADB). */
export function isDamage(error: unknown): boolean {
  return [11, 26].includes(sqliteCode(error));
}

/** Whether an error of node:sqlite says that the disk is full or does not accept the file any more. */
export function isDiskProblem(error: unknown): boolean {
  // SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN.
  return [8, 10, 13, 14].includes(sqliteCode(error));
}

/** The index contains the text of the documents. SQLite gives its other files the same mode. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

export function deleteIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

function create(path: string): Database {
  const database = open(path);
  database.exec(TABLES);
  return database;
}

/** WAL lets a second window read while this one writes. */
function open(path: string): Database {
  if (path !== ':memory:') makePrivate(path);
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;',
  );
  return database;
}
