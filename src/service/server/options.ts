/** Parses the command line of the service. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLoopback, parseBaseUrl } from '../../client/baseUrl.ts';

export interface ServiceOptions {
  readonly folders: readonly string[];
  readonly port: number;
  readonly host: '127.0.0.1' | '::1';
  /** If empty, a key is generated and printed. */
  readonly keys: readonly string[];
  /** Null keeps the index in memory. */
  readonly indexDir: string | null;
  readonly exclude: readonly string[];
  readonly transcriptsDir: string | null;
  readonly model: ModelOptions | null;
}

/** An OpenAI-compatible endpoint that writes the answers. */
export interface ModelOptions {
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly inputTokens: number | undefined;
  /** Whether the endpoint may receive questions with zero data retention. */
  readonly zeroRetention: boolean;
}

/** An error in the command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Fiscal research service: answers questions from folders of documents, for any chat-completions client.

Usage: node service.js --library DIR [options]

  --library DIR      A folder of documents. May be given several times, or followed by several folders.
  --port N           Port to listen on. Default 0: any free one; the address is printed.
  --host ADDRESS     127.0.0.1 (default) or ::1. No other address is possible.
  --key KEY          A key that callers must send. May be given several times.
  --key-file FILE    A file with one key a line. Blank lines and lines that begin with # are skipped.
                     Keys are also read from FISCAL_SERVICE_KEYS, separated by blanks or commas.
                     Without any key one is generated for this run and printed.
  --index DIR        Directory for the search index, which is kept between runs. Default: in memory.
  --exclude GLOB     Files to exclude, relative to each folder. May be given several times.
  --transcripts DIR  Save each question and answer as a file in DIR (never with ZeroDataRetention).
                     Without this option no content is saved.
  --model-url URL    OpenAI-compatible endpoint of a language model that writes answers from the passages, for example
                     http://127.0.0.1:11434/v1. https, or an address on this machine. Its key is read from FISCAL_MODEL_KEY.
                     Without it, answers quote passages and no other program is contacted.
  --model NAME       Name of the model at that endpoint.
  --model-input N    Input limit of the model in tokens. Default 8192.
  --model-zero-retention
                     The endpoint retains nothing: questions with ZeroDataRetention may use it. Not needed for an
                     endpoint on this machine.
  --help             Show this.

Logs go to standard error, one JSON object a line, without content.
`;

/** Null for `--help`. Throws UsageError. */
export function readOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServiceOptions | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const folders = [...(values.library ?? []), ...positionals].map((folder) => resolve(folder));
  if (folders.length === 0) throw new UsageError('Name a folder of documents: --library DIR');
  return {
    folders,
    port: readPort(values.port),
    host: readHost(values.host),
    keys: [
      ...new Set([...(values.key ?? []), ...readKeyFile(values['key-file']), ...splitKeys(env.FISCAL_SERVICE_KEYS)]),
    ],
    indexDir: values.index === undefined ? null : resolve(values.index),
    exclude: values.exclude ?? [],
    transcriptsDir: values.transcripts === undefined ? null : resolve(values.transcripts),
    model: readModel(values, env.FISCAL_MODEL_KEY),
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        library: { type: 'string', multiple: true },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        key: { type: 'string', multiple: true },
        'key-file': { type: 'string' },
        index: { type: 'string' },
        exclude: { type: 'string', multiple: true },
        transcripts: { type: 'string' },
        'model-url': { type: 'string' },
        model: { type: 'string' },
        'model-input': { type: 'string' },
        'model-zero-retention': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : 'The options could not be read.');
  }
}

function readModel(values: ReturnType<typeof parse>['values'], key: string | undefined): ModelOptions | null {
  const { 'model-url': url, model: name, 'model-input': input } = values;
  if (url === undefined && name === undefined) return null;
  if (url === undefined || name === undefined) throw new UsageError('--model-url and --model must be used together.');
  let loopback: boolean;
  try {
    loopback = isLoopback(new URL(parseBaseUrl(url).origin).hostname);
  } catch {
    throw new UsageError('--model-url must be an https address, or an http address on this machine.');
  }
  if (input !== undefined && !/^[1-9]\d{2,7}$/.test(input)) {
    throw new UsageError('--model-input must be a number of tokens from 100.');
  }
  return {
    url,
    name,
    key: key === '' ? undefined : key,
    inputTokens: input === undefined ? undefined : Number(input),
    zeroRetention: loopback || values['model-zero-retention'],
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new UsageError('--port must be a number from 0 to 65535.');
  return port;
}

function readHost(text: string): '127.0.0.1' | '::1' {
  if (text === '127.0.0.1' || text === '::1') return text;
  throw new UsageError('--host must be 127.0.0.1 or ::1: this service answers programs on this machine only.');
}

function readKeyFile(file: string | undefined): string[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError('--key-file: the file cannot be read.');
  }
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (keys.length === 0) throw new UsageError('--key-file: the file contains no key.');
  return keys;
}

const splitKeys = (text: string | undefined): string[] => (text ?? '').split(/[\s,]+/).filter((key) => key !== '');
