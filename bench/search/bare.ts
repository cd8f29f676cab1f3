/** The floor: one FTS5 table with the passages of the same readers, and a query of all words of the question. */
import { DatabaseSync } from 'node:sqlite';
import type { Given } from './ask.ts';

export interface Bare {
  search(question: string, limit: number): Given['sources'];
  close(): void;
}

/** `index` is the index of the library, whose passages are copied. */
export function createBare(index: DatabaseSync): Bare {
  const database = new DatabaseSync(':memory:');
  database.exec(`CREATE VIRTUAL TABLE passages USING fts5(title, heading, body, tokenize = 'porter unicode61');
    CREATE TABLE paths (id INTEGER PRIMARY KEY, path TEXT); BEGIN`);
  const insert = database.prepare('INSERT INTO passages (rowid, title, heading, body) VALUES (?,?,?,?)');
  const insertPath = database.prepare('INSERT INTO paths VALUES (?,?)');
  const rows = index.prepare(
    'SELECT p.id, d.path, d.title, p.heading, p.text FROM passages p JOIN documents d ON d.id = p.document',
  );
  for (const { id, path, title, heading, text } of rows.iterate()) {
    insert.run(Number(id), String(title), String(heading), String(text));
    insertPath.run(Number(id), String(path));
  }
  database.exec('COMMIT');
  const query = database.prepare(
    `SELECT path, title, heading, body FROM passages JOIN paths ON paths.id = passages.rowid
     WHERE passages MATCH ? ORDER BY rank LIMIT ?`,
  );
  return {
    search(question, limit) {
      const words = (question.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ');
      return query.all(words === '' ? '""' : words, limit).map((row) => ({
        path: String(row.path),
        title: String(row.title),
        section: String(row.heading),
        snippet: String(row.body),
      }));
    },
    close: () => database.close(),
  };
}
