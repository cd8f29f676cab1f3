import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOptions, UsageError } from '../../../src/service/server/options.ts';

let folder: string;
let keyFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-options-'));
  keyFile = join(folder, 'keys');
  writeFileSync(keyFile, '# keys of the office\nfile-one\r\n\n  file-two  \n');
  writeFileSync(join(folder, 'empty'), '# none\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('one folder is enough', () => {
  expect(readOptions(['--library', 'docs'], {})).toEqual({
    folders: [resolve('docs')],
    port: 0,
    host: '127.0.0.1',
    keys: [],
    indexDir: null,
    exclude: [],
    transcriptsDir: null,
  });
});

test('several folders are named one after the other, or each with its own --library', () => {
  expect(readOptions(['--library', 'a', 'b', '--library', 'c'], {})?.folders.toSorted()).toEqual(
    ['a', 'b', 'c'].map((name) => resolve(name)),
  );
});

test('keys come from the command line, a file and the environment, each once', () => {
  const options = readOptions(['--library', 'a', '--key', 'K', '--key', 'L', '--key-file', keyFile], {
    FISCAL_SERVICE_KEYS: 'env-one, env-two K',
  });
  expect(options?.keys).toEqual(['K', 'L', 'file-one', 'file-two', 'env-one', 'env-two']);
});

test('--help asks for nothing else', () => expect(readOptions(['--help'], {})).toBeNull());

test.each([
  [[], '--library'],
  [['--library', 'a', '--port', '65536'], '--port'],
  [['--library', 'a', '--port', '-1'], 'port'],
  [['--library', 'a', '--port', '80x'], '--port'],
  [['--library', 'a', '--host', '0.0.0.0'], '--host'],
  [['--library', 'a', '--host', 'localhost'], '--host'],
  [['--library', 'a', '--key-file', 'no-such-file'], '--key-file'],
  [['--library', 'a', '--listen', '80'], '--listen'],
  [['--library'], '--library'],
])('%o is refused in words that name the option', (argv, named) => {
  expect(() => readOptions(argv, {})).toThrow(UsageError);
  expect(() => readOptions(argv, {})).toThrow(named);
});

test('a key file without keys is refused, so that no key is made up in its place', () => {
  expect(() => readOptions(['--library', 'a', '--key-file', join(folder, 'empty')], {})).toThrow(UsageError);
});
