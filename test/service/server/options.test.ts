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
    model: null,
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

it('a language model is read from its address, its name and the key in the environment', () => {
  const argv = [
    '--library',
    'docs',
    '--model-url',
    'http://127.0.0.1:11434/v1',
    '--model',
    'llama',
    '--model-input',
    '32768',
  ];
  expect(readOptions(argv, { FISCAL_MODEL_KEY: 'sk-1' })?.model).toEqual({
    url: 'http://127.0.0.1:11434/v1',
    name: 'llama',
    key: 'sk-1',
    inputTokens: 32_768,
    zeroRetention: true,
  });
});

it('a language model on another machine gets no questions with zero data retention unless that is stated', () => {
  const argv = ['--library', 'docs', '--model-url', 'https://models.example.com/v1', '--model', 'm'];
  expect(readOptions(argv, {})?.model?.zeroRetention).toBe(false);
  expect(readOptions([...argv, '--model-zero-retention'], {})?.model?.zeroRetention).toBe(true);
});

it.each([
  [['--model-url', 'http://models.example.com/v1', '--model', 'm'], /https address/],
  [['--model-url', 'https://models.example.com/v1'], /used together/],
  [['--model', 'm'], /used together/],
  [['--model-url', 'http://127.0.0.1:1', '--model', 'm', '--model-input', 'many'], /number of tokens/],
])('the language model options %j are refused with a reason', (argv, message) => {
  expect(() => readOptions(['--library', 'docs', ...argv], {})).toThrow(message);
});
