import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('the command line needs only one folder', () => {
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

it('folders are given one after the other or each with --library', () => {
  expect(readOptions(['--library', 'a', 'b', '--library', 'c'], {})?.folders.toSorted()).toEqual(
    ['a', 'b', 'c'].map((name) => resolve(name)),
  );
});

it('keys are read from the command line, a file and the environment, without duplicates', () => {
  const options = readOptions(['--library', 'a', '--key', 'K', '--key', 'L', '--key-file', keyFile], {
    FISCAL_SERVICE_KEYS: 'env-one, env-two K',
  });
  expect(options?.keys).toEqual(['K', 'L', 'file-one', 'file-two', 'env-one', 'env-two']);
});

it('--help needs no other option', () => expect(readOptions(['--help'], {})).toBeNull());

it.each([
  [[], '--library'],
  [['--library', 'a', '--port', '65536'], '--port'],
  [['--library', 'a', '--port', '-1'], 'port'],
  [['--library', 'a', '--port', '80x'], '--port'],
  [['--library', 'a', '--host', '0.0.0.0'], '--host'],
  [['--library', 'a', '--host', 'localhost'], '--host'],
  [['--library', 'a', '--key-file', 'no-such-file'], '--key-file'],
  [['--library', 'a', '--listen', '80'], '--listen'],
  [['--library'], '--library'],
])('the options %o are refused with a message that names the option', (argv, named) => {
  expect(() => readOptions(argv, {})).toThrow(UsageError);
  expect(() => readOptions(argv, {})).toThrow(named);
});

it('a key file without keys is refused, and no key is generated', () => {
  expect(() => readOptions(['--library', 'a', '--key-file', join(folder, 'empty')], {})).toThrow(UsageError);
});
