import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/command.ts';
import { readServeOptions } from '../../../src/cli/commands/serve.ts';

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
  expect(
    readServeOptions(['--library', 'docs'], { HOME: '/home/u', XDG_CACHE_HOME: '/c', LOCALAPPDATA: '/c' }),
  ).toEqual({
    library: {
      folders: [resolve('docs')],
      indexDir: expect.stringMatching(/fiscal.*index$/i),
      exclude: [],
      excludeWithin: [],
    },
    port: 0,
    host: '127.0.0.1',
    keys: [],
    transcriptsDir: null,
    model: null,
    agents: { guard: 'replace', clientNames: [], logDir: null, limit: null, hosted: null },
  });
});

it('folders are given one after the other or each with --library', () => {
  expect(readServeOptions(['--library', 'docs', 'src', '--library', 'test'], {}).library.folders.toSorted()).toEqual(
    ['docs', 'src', 'test'].map((name) => resolve(name)),
  );
});

it('laws of a folder of fiscal authorities are a library of their own, and with folders share the index of other libraries', () => {
  mkdirSync(join(folder, 'law'));
  const laws = join(folder, 'law');
  expect(readServeOptions(['--laws', folder], {}).library).toMatchObject({ folders: [], laws });
  expect(readServeOptions(['docs', '--laws', folder], {}).library).toMatchObject({ folders: [resolve('docs')], laws });
  const missing = join(folder, 'nowhere');
  expect(() => readServeOptions(['--laws', missing], {})).toThrow(`--laws: there is no folder ${join(missing, 'law')}`);
});

it('keys are read from the command line, a file and the environment, without duplicates', () => {
  const options = readServeOptions(['--library', 'docs', '--key', 'K', '--key', 'L', '--key-file', keyFile], {
    FISCAL_SERVICE_KEYS: 'env-one, env-two K',
  });
  expect(options.keys).toEqual(['K', 'L', 'file-one', 'file-two', 'env-one', 'env-two']);
});

it.each([
  [[], '--library'],
  [['--library', 'docs', '--port', '65536'], '--port'],
  [['--library', 'docs', '--port', '-1'], 'port'],
  [['--library', 'docs', '--port', '80x'], '--port'],
  [['--library', 'docs', '--host', '0.0.0.0'], '--host'],
  [['--library', 'docs', '--host', 'localhost'], '--host'],
  [['--library', 'docs', '--key-file', 'no-such-file'], '--key-file'],
  [['--library', 'docs', '--listen', '80'], '--listen'],
  [['--library'], '--library'],
  [['--library', 'docs/nowhere'], 'there is no folder'],
  [['--library', 'docs', '--index', 'x', '--in-memory'], '--in-memory and --index'],
])('the options %o are refused with a message that names the option', (argv, named) => {
  expect(() => readServeOptions(argv, {})).toThrow(UsageError);
  expect(() => readServeOptions(argv, {})).toThrow(named);
});

it('a key file without keys is refused, and no key is generated', () => {
  expect(() => readServeOptions(['--library', 'docs', '--key-file', join(folder, 'empty')], {})).toThrow(UsageError);
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
  expect(readServeOptions(argv, { FISCAL_MODEL_KEY: 'sk-1' }).model).toEqual({
    url: 'http://127.0.0.1:11434/v1',
    name: 'llama',
    key: 'sk-1',
    inputTokens: 32_768,
    onThisMachine: true,
    zeroRetention: true,
  });
});

it('a language model on another machine gets no questions with zero data retention unless that is stated', () => {
  const argv = ['--library', 'docs', '--model-url', 'https://models.example.com/v1', '--model', 'm'];
  expect(readServeOptions(argv, {}).model?.zeroRetention).toBe(false);
  expect(readServeOptions([...argv, '--model-zero-retention'], {}).model?.zeroRetention).toBe(true);
});

it.each([
  [['--model-url', 'http://models.example.com/v1', '--model', 'm'], /https address/],
  [['--model-url', 'https://models.example.com/v1'], /used together/],
  [['--model', 'm'], /used together/],
  [['--model-url', 'http://127.0.0.1:1', '--model', 'm', '--model-input', 'many'], /number of tokens/],
])('the language model options %j are refused with a reason', (argv, message) => {
  expect(() => readServeOptions(['--library', 'docs', ...argv], {})).toThrow(message);
});
