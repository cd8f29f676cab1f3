import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { stem } from '../../../src/service/search/stem.ts';
import { wordsOf } from '../../../src/service/search/words.ts';
import { IRC } from '../temporary.ts';

it('every word of the fixtures has the same stem as in SQLite', () => {
  const database = new DatabaseSync(':memory:');
  database.exec("CREATE VIRTUAL TABLE t USING fts5(w, tokenize = 'porter unicode61 remove_diacritics 2')");
  database.exec('CREATE VIRTUAL TABLE v USING fts5vocab(t, row)');
  const words = new Set(readdirSync(IRC).flatMap((name) => wordsOf(readFileSync(join(IRC, name), 'utf8'))));
  const insert = database.prepare('INSERT INTO t(w) VALUES (?)');
  database.exec('BEGIN');
  for (const word of words) insert.run(word);
  database.exec('COMMIT');
  const theirs = new Set(
    database
      .prepare('SELECT term FROM v')
      .all()
      .map((row) => String(row.term)),
  );
  const wrong = [...words].filter((word) => !theirs.has(stem(word)));
  database.close();
  expect(words.size).toBeGreaterThan(2000);
  expect(wrong).toEqual([]);
});
