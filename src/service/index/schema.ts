/** The index of a library: one SQLite file, thrown away and made anew whenever its version or its health says so. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Goes up with every change of tables, splitting or normalising: an older index is rebuilt. */
export const INDEX_VERSION = '4';

const TOKENIZER = "tokenize = 'porter unicode61 remove_diacritics 2'";

const TABLES = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  -- The authority that the document is, as a key ("179", "606-10-25"); empty for most.
  authority TEXT NOT NULL DEFAULT '',
  kind TEXT, date TEXT, url TEXT, jurisdiction TEXT,
  passages INTEGER NOT NULL DEFAULT 0,
  -- Why it is not searched; null if it is.
  leftOut TEXT
);
CREATE INDEX documentsAuthority ON documents (authority) WHERE authority <> '';
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  heading TEXT NOT NULL,
  pins TEXT NOT NULL,
  line INTEGER NOT NULL,
  endLine INTEGER NOT NULL,
  -- Page of a PDF, from 1, the label that the PDF gives to it, and the place in words: 'paragraphs 12–15', 'Additions!A2:H9'.
  page INTEGER, pageLabel TEXT, place TEXT,
  text TEXT NOT NULL
);
CREATE INDEX passagesDocument ON passages (document);
CREATE VIRTUAL TABLE passageIndex USING fts5 (title, heading, body, content = '', contentless_delete = 1, ${TOKENIZER});
CREATE VIRTUAL TABLE documentIndex USING fts5 (title, body, content = '', contentless_delete = 1, ${TOKENIZER});
-- Bytes that are gathered before a segment is written: a fifth of the time of a first index goes into merging small ones.
INSERT INTO passageIndex (passageIndex, rank) VALUES ('hashsize', 4194304);
CREATE VIRTUAL TABLE terms USING fts5vocab (passageIndex, row);
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
  readonly database: DatabaseSync;
  /** True if it holds nothing yet. */
  readonly fresh: boolean;
  /** Why an index that was there could not be used. */
  readonly discarded: string | null;
}

/**
 * Opens or makes the index at `path` (null: in memory). One that is damaged or of another version is deleted and made anew.
 * Throws SearchUnavailable, or the file system's error if the place cannot be written.
 */
export function openIndex(path: string | null): OpenedIndex {
  probe();
  if (path === null) return { database: create(':memory:'), fresh: true, discarded: null };
  mkdirSync(dirname(path), { recursive: true });
  let discarded: string | null = null;
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    configure(database);
    const tables = database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'meta'").get();
    if (Number(tables?.n) > 0) {
      const version = database.prepare("SELECT value FROM meta WHERE key = 'version'").get()?.value;
      if (version === INDEX_VERSION) {
        database.prepare('SELECT count(*) FROM documents').get();
        return { database, fresh: false, discarded };
      }
      discarded = 'The index was made by another version.';
    } else {
      database.exec(TABLES);
      stamp(database);
      return { database, fresh: true, discarded };
    }
  } catch {
    discarded = 'The index was damaged.';
  }
  try {
    database?.close();
  } catch {
    // A damaged database may refuse to close; the file is deleted all the same.
  }
  deleteIndex(path);
  return { database: create(path), fresh: true, discarded };
}

/** Whether an error of node:sqlite says that the file is no sound database (SQLITE_CORRUPT, SQLITE_NOTADB). */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return code === 11 || code === 26 || (typeof code === 'number' && (code & 0xff) === 11);
}

export function deleteIndex(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

function create(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  configure(database);
  database.exec(TABLES);
  stamp(database);
  return database;
}

function stamp(database: DatabaseSync): void {
  database.prepare("INSERT INTO meta VALUES ('version', ?)").run(INDEX_VERSION);
}

/** WAL lets a second window read while this one writes. */
function configure(database: DatabaseSync): void {
  database.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;',
  );
}
