/** The command line and the environment of the MCP server. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { MCP_GUARDS, type McpGuardMode } from './mcpGuard.ts';

export interface McpOptions {
  /** Absolute paths. */
  readonly folders: readonly string[];
  /** Null keeps the index in memory. */
  readonly indexDir: string | null;
  readonly exclude: readonly string[];
  readonly excludeWithin: readonly { readonly folder: string; readonly globs: readonly string[] }[];
  readonly guard: McpGuardMode;
  readonly clientNames: readonly string[];
  /** Absolute path of the folder for the research log; null: no log. */
  readonly logDir: string | null;
  /** Questions to the hosted service in a day; null: no limit. */
  readonly limit: number | null;
  /** The hosted service that answers `research`; null: the built-in library. */
  readonly hosted: { readonly baseUrl: string; readonly key: string } | null;
}

/** An error in the command line or the environment. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Fiscal as an MCP server on standard input and output.

Usage: node mcp.js --library DIR [options]

  --library DIR      A folder of documents. May be given several times.
  --index DIR        Directory for the search index, which is kept between runs. Default: in memory.
  --exclude GLOB     Files to exclude, relative to each folder. May be given several times.
  --exclude-within JSON  Files to exclude below one folder: ["DIR", "GLOB", …]. May be given several times.
  --identifiers MODE Client identifiers in results, and in questions to a hosted service:
                     "replace" (default) sends placeholders, "block" refuses, "off" does not check.
  --log DIR          Keep a research log of the questions and answers in this folder.
  --limit N          At most N questions to the hosted service in a day. Needs --log, which keeps the count.
  --help             Show this.

With FISCAL_BASE_URL and FISCAL_API_KEY in the environment, the tool "research" asks that service. The key is sent to that origin only.
FISCAL_CLIENT_NAMES names clients, one a line, which are identifiers as well.
`;

/** Null for `--help`. Throws UsageError. */
export function readOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): McpOptions | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const folders = [...(values.library ?? []), ...positionals].map((folder) => resolve(folder));
  if (folders.length === 0) throw new UsageError('Name a folder of documents: --library DIR');
  const missing = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new UsageError(`--library: there is no folder ${missing}`);
  const { FISCAL_BASE_URL: baseUrl = '', FISCAL_API_KEY: key = '' } = env;
  if (baseUrl !== '' && key === '') throw new UsageError('FISCAL_BASE_URL needs a key in FISCAL_API_KEY.');
  const guard = MCP_GUARDS.find((mode) => mode === values.identifiers);
  if (guard === undefined) throw new UsageError(`--identifiers: use ${MCP_GUARDS.join(', ')}`);
  if (values.limit !== undefined && !/^[1-9]\d{0,5}$/.test(values.limit)) {
    throw new UsageError('--limit: enter a number from 1 to 999999');
  }
  if (values.limit !== undefined && values.log === undefined) {
    throw new UsageError('--limit needs --log DIR, where the questions are counted.');
  }
  return {
    folders,
    indexDir: values.index === undefined ? null : resolve(values.index),
    exclude: values.exclude ?? [],
    excludeWithin: (values['exclude-within'] ?? []).map(readExcludeWithin),
    guard,
    clientNames: (env.FISCAL_CLIENT_NAMES ?? '').split('\n').flatMap((name) => name.trim() || []),
    logDir: values.log === undefined ? null : resolve(values.log),
    limit: values.limit === undefined ? null : Number(values.limit),
    hosted: baseUrl === '' ? null : { baseUrl, key },
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        library: { type: 'string', multiple: true },
        index: { type: 'string' },
        exclude: { type: 'string', multiple: true },
        'exclude-within': { type: 'string', multiple: true },
        identifiers: { type: 'string', default: 'replace' },
        log: { type: 'string' },
        limit: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : 'The options could not be read.');
  }
}

const excludeWithin = z.tuple([z.string().check(z.minLength(1))], z.string());

function readExcludeWithin(text: string): { folder: string; globs: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const parsed = excludeWithin.safeParse(value);
  if (!parsed.success) throw new UsageError('--exclude-within: write ["DIR", "GLOB"]');
  const [folder, ...globs] = parsed.data;
  return { folder: resolve(folder), globs };
}
