/** Options that several commands have, and how they are read. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import * as z from 'zod/mini';
import type { LibraryConfig } from '../protocol/worker.ts';
import { lawFolder } from '../publishers/authorityStore.ts';
import { parseJson } from '../text/json.ts';
import { cacheFolder } from './cacheFolder.ts';
import { type Environment, UsageError } from './command.ts';

/** Throws UsageError. */
export function parseOptions<Options extends ParseArgsOptionsConfig>(argv: readonly string[], options: Options) {
  const args = [...argv];
  const { tokens } = parseArgs({ args, allowPositionals: true, strict: false, tokens: true, options });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!Object.hasOwn(options, name)) {
      const names = Object.keys(options).map((option) => `--${option}`);
      throw new UsageError(`There is no option ${rawName}. The options are ${names.join(', ')}.`);
    }
    if (options[name]?.type === 'boolean') {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value. Write ${rawName} alone.`);
    } else if (value === undefined || (!inlineValue && value.startsWith('-'))) {
      throw new UsageError(`${rawName} needs a value. Write ${rawName}=VALUE.`);
    }
  }
  return parseArgs({ args, allowPositionals: true, options });
}

export const LIBRARY_OPTIONS = {
  library: { type: 'string', multiple: true },
  laws: { type: 'string' },
  index: { type: 'string' },
  'in-memory': { type: 'boolean', default: false },
  exclude: { type: 'string', multiple: true },
  'exclude-within': { type: 'string', multiple: true },
} as const satisfies ParseArgsOptionsConfig;

export const LIBRARY_HELP = `  --library DIR      A folder of documents. May be given several times.
  --laws DIR         A folder of fiscal authorities. All libraries with the same --index share the index of its laws.
  --index DIR        Folder for the search index, which is kept between runs. Default: in the user's folder for caches.
  --in-memory        Keep no index: the documents are read again in each run.
  --exclude GLOB     Files to exclude, relative to each folder. May be given several times.
  --exclude-within JSON
                     Files to exclude below one folder: ["DIR", "GLOB", …]. May be given several times.
`;

interface LibraryValues {
  readonly library?: string[] | undefined;
  readonly laws?: string | undefined;
  readonly index?: string | undefined;
  readonly 'in-memory': boolean;
  readonly exclude?: string[] | undefined;
  readonly 'exclude-within'?: string[] | undefined;
}

/** `positionals` are further folders. Throws UsageError, also for a folder that does not exist: it would look like an empty library. */
export function readLibrary(values: LibraryValues, positionals: readonly string[], env: Environment): LibraryConfig {
  const folders = [...(values.library ?? []), ...positionals].map((folder) => resolve(folder));
  const laws = values.laws === undefined ? null : lawFolder(resolve(values.laws));
  if (folders.length === 0 && laws === null) throw new UsageError('Name a folder of documents: --library DIR');
  const missing = folders.find((folder) => !isFolder(folder));
  if (missing !== undefined) throw new UsageError(`--library: there is no folder ${missing}`);
  if (laws !== null && !isFolder(laws)) throw new UsageError(`--laws: there is no folder ${laws}`);
  if (values['in-memory'] && values.index !== undefined) {
    throw new UsageError('--in-memory and --index contradict each other. Leave one of them out.');
  }
  return {
    folders,
    ...(laws !== null && { laws }),
    indexDir: values['in-memory'] ? null : resolve(values.index ?? join(cacheFolder(env), 'index')),
    exclude: values.exclude ?? [],
    excludeWithin: (values['exclude-within'] ?? []).map(readExcludeWithin),
  };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const excludeWithin = z.tuple([z.string().check(z.minLength(1))], z.string());

function readExcludeWithin(text: string): { folder: string; globs: string[] } {
  const parsed = excludeWithin.safeParse(parseJson(text));
  if (!parsed.success) throw new UsageError('--exclude-within: write ["DIR", "GLOB"]');
  const [folder, ...globs] = parsed.data;
  return { folder: resolve(folder), globs };
}

/** `name`: what the number is, as the message names it. Throws UsageError. */
export function readWholeNumber(text: string, name: string, least = 0, most = 999_999): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < least || value > most)
    throw new UsageError(`${name} must be a whole number from ${least} to ${most}.`);
  return value;
}
