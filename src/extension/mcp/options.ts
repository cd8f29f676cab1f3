/** The command line and the environment of the MCP server. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface McpOptions {
  /** Absolute paths. */
  readonly folders: readonly string[];
  /** Null keeps the index in memory. */
  readonly indexDir: string | null;
  readonly exclude: readonly string[];
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
  --help             Show this.

With FISCAL_BASE_URL and FISCAL_API_KEY in the environment, the tool "research" asks that service. The key is sent to that origin only.
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
  return {
    folders,
    indexDir: values.index === undefined ? null : resolve(values.index),
    exclude: values.exclude ?? [],
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
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? thrown.message : 'The options could not be read.');
  }
}
