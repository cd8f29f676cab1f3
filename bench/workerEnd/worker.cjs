// A worker thread that is inside SQLite nearly all the time: it writes documents into a full-text index and searches it.
const { DatabaseSync } = require('node:sqlite');
const { parentPort, workerData } = require('node:worker_threads');

const database = new DatabaseSync(workerData.file);
database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 2000;');
database.exec('CREATE VIRTUAL TABLE IF NOT EXISTS passages USING fts5(text)');
const insert = database.prepare('INSERT INTO passages (text) VALUES (?)');
const search = database.prepare('SELECT count(*) AS found FROM passages WHERE passages MATCH ?');
const count = database.prepare(
  'WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000) SELECT max(n) FROM numbers',
);
parentPort.postMessage('working');
for (let round = 0; ; round++) {
  database.exec('BEGIN');
  for (let row = 0; row < 50; row++) insert.run(`section ${row} deduction basis lease revenue ${round} `.repeat(20));
  database.exec(round % 10 === 9 ? 'DELETE FROM passages; COMMIT' : 'COMMIT');
  search.get('deduction AND lease');
  count.get();
}
