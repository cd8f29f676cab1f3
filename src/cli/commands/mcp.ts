/** `fiscal mcp`: the MCP server on standard input and output. It ends when the client leaves. */
import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { DEFAULT_LIMITS } from '../../client/limits.ts';
import { createLibraryClient } from '../../libraryClient/libraryClient.ts';
import { createMcpGuard, type McpGuardMode } from '../../mcp/mcpGuard.ts';
import { createMcpRecords } from '../../mcp/mcpRecords.ts';
import { createMcpServer } from '../../mcp/mcpServer.ts';
import type { LibraryConfig } from '../../protocol/worker.ts';
import { type Command, type Environment, UsageError } from '../command.ts';
import { type HostedService, openHosted, readClientNames, readGuard, readHosted } from '../hostedOptions.ts';
import { openLibrary } from '../openLibrary.ts';
import { LIBRARY_HELP, LIBRARY_OPTIONS, parseOptions, readLibrary } from '../options.ts';

export interface McpOptions {
  readonly library: LibraryConfig;
  readonly guard: McpGuardMode;
  readonly clientNames: readonly string[];
  /** Absolute path of the folder for the research log; null: no log. */
  readonly logDir: string | null;
  /** Questions to the hosted service in a day; null: no limit. */
  readonly limit: number | null;
  /** The hosted service that answers `research`; null: the built-in library. */
  readonly hosted: HostedService | null;
}

/** Largest message of a client, in bytes. */
const MAX_MESSAGE = 4 * 1024 * 1024;

const HELP = `Serves the library to an agent: an MCP server on standard input and output.

Usage: fiscal mcp --library DIR [options]

${LIBRARY_HELP}  --identifiers MODE Client identifiers in results, and in questions to a hosted service:
                     "replace" (default) sends placeholders, "block" refuses, "off" does not check.
  --log DIR          Keep a research log of the questions and answers in this folder.
  --limit N          At most N questions to the hosted service in a day. Needs --log, which keeps the count.
  --help             Show this.

With FISCAL_BASE_URL and FISCAL_API_KEY in the environment, the tool "research" asks that service. The key is sent to that origin only.
FISCAL_CLIENT_NAMES names clients, one a line, which are identifiers as well.
Exit codes: 0 the client has left, 1 the server could not start, 2 the options are wrong.
`;

/** Throws UsageError. */
export function readMcpOptions(argv: readonly string[], env: Environment): McpOptions {
  const { values, positionals } = parseOptions(argv, {
    ...LIBRARY_OPTIONS,
    identifiers: { type: 'string', default: 'replace' },
    log: { type: 'string' },
    limit: { type: 'string' },
  });
  if (values.limit !== undefined && !/^[1-9]\d{0,5}$/.test(values.limit)) {
    throw new UsageError('--limit: enter a number from 1 to 999999');
  }
  if (values.limit !== undefined && values.log === undefined) {
    throw new UsageError('--limit needs --log DIR, where the questions are counted.');
  }
  return {
    library: readLibrary(values, positionals, env),
    guard: readGuard(values.identifiers),
    clientNames: readClientNames(env),
    logDir: values.log === undefined ? null : resolve(values.log),
    limit: values.limit === undefined ? null : Number(values.limit),
    hosted: readHosted(env),
  };
}

async function start(options: McpOptions): Promise<void> {
  const { hosted, guard, clientNames, logDir, limit } = options;
  const library = openLibrary(options.library);
  const shutdown = new AbortController();
  const onError = (message: string) => void process.stderr.write(`${message}\n`);
  const server = createMcpServer({
    library,
    quoting: createLibraryClient({ connection: library, idleTimeout: DEFAULT_LIMITS.idleTimeout }),
    research: hosted && openHosted(hosted),
    guard: createMcpGuard(guard, clientNames),
    records: logDir === null ? null : createMcpRecords({ folder: logDir, limit, now: Date.now, onError }),
    signal: shutdown.signal,
  });
  const end = () => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    // The worker closes its database before it ends. Then nothing keeps the process alive.
    library.dispose();
    void server.close();
    process.stdin.destroy();
  };
  // A client that leaves closes its end of a pipe.
  process.stdin.on('end', end);
  process.stdin.on('close', end);
  process.stdout.on('error', end);
  process.stderr.on('error', () => {});
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  server.onclose = end;
  // A message that is not JSON-RPC is reported and skipped.
  server.onerror = (error) => onError(error.name);
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE }));
}

export const mcp: Command = { help: HELP, run: (argv, env) => start(readMcpOptions(argv, env)) };
