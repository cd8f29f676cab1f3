/** `fiscal mcp`: the MCP server on standard input and output. It ends when the client leaves. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createDocumentChanges } from '../../mcp/documentChanges.ts';
import { createMcpServers } from '../../mcp/mcpServer.ts';
import type { LibraryConfig } from '../../protocol/worker.ts';
import { AGENT_HELP, AGENT_OPTIONS, type AgentOptions, HOSTED_HELP, mcpDeps, readAgents } from '../agentOptions.ts';
import type { Command, Environment } from '../command.ts';
import { MODEL_HELP, MODEL_OPTIONS, type ModelOptions, openModel, readModel } from '../modelOptions.ts';
import { openLibrary } from '../openLibrary.ts';
import { LIBRARY_HELP, LIBRARY_OPTIONS, parseOptions, readLibrary } from '../options.ts';
import { printError } from '../terminal.ts';

export interface McpOptions {
  readonly library: LibraryConfig;
  readonly agents: AgentOptions;
  readonly model: ModelOptions | null;
}

/** Largest message of a client, in bytes. */
const MAX_MESSAGE = 4 * 1024 * 1024;

const HELP = `Serves the library to an agent: an MCP server on standard input and output.

Usage: fiscal mcp --library DIR [options]

${LIBRARY_HELP}${AGENT_HELP}${MODEL_HELP}  --help             Show this.

${HOSTED_HELP}Exit codes: 0 the client has left, 1 the server could not start, 2 the options are wrong.
`;

/** Throws UsageError. */
export function readMcpOptions(argv: readonly string[], env: Environment): McpOptions {
  const options = { ...LIBRARY_OPTIONS, ...AGENT_OPTIONS, ...MODEL_OPTIONS };
  const { values, positionals } = parseOptions(argv, options);
  return {
    library: readLibrary(values, positionals, env),
    agents: readAgents(values, env),
    model: readModel(values, env),
  };
}

/** Says when a client of 2026 subscribes: `serveStdio` answers that request itself. */
class Transport extends StdioServerTransport {
  readonly #subscribed: () => void;

  constructor(subscribed: () => void) {
    super(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE });
    this.#subscribed = subscribed;
  }

  override start(): Promise<void> {
    const handle = this.onmessage;
    this.onmessage = (message) => {
      if ('method' in message && message.method === 'subscriptions/listen') this.#subscribed();
      handle?.(message);
    };
    return super.start();
  }
}

async function start(options: McpOptions): Promise<void> {
  const library = openLibrary(options.library);
  const shutdown = new AbortController();
  const model = options.model && openModel(options.model, options.agents);
  const deps = mcpDeps(options.agents, { library, model, signal: shutdown.signal, onError: printError });
  const changes = createDocumentChanges(deps);
  let watching: { dispose(): void } | null = null;
  const server = serveStdio(createMcpServers(deps, changes), {
    transport: new Transport(() => {
      watching ??= changes.watch();
    }),
    // A message that is not JSON-RPC is reported and skipped.
    onerror: (error) => printError(error.name),
  });
  const end = () => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    watching?.dispose();
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
}

export const mcp: Command = { help: HELP, run: (argv, env) => start(readMcpOptions(argv, env)) };
