/** `fiscal serve`: the library on a loopback address, for any chat-completions client. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createMcpHandler, InMemoryServerEventBus, type McpHttpHandler } from '@modelcontextprotocol/server';
import { codeOf } from '../../files/fileErrors.ts';
import { createDocumentChanges, type DocumentChanges } from '../../mcp/documentChanges.ts';
import type { McpDeps } from '../../mcp/mcpDeps.ts';
import { createMcpServers } from '../../mcp/mcpServer.ts';
import type { LibraryConfig } from '../../protocol/worker.ts';
import { createApp } from '../../service/app/app.ts';
import { createHttpService, type HttpService } from '../../service/server/httpServer.ts';
import { createProcessLog, stopOnSignal } from '../../service/server/serverProcess.ts';
import { createTranscripts } from '../../service/server/transcripts.ts';
import { AGENT_HELP, AGENT_OPTIONS, type AgentOptions, HOSTED_HELP, mcpDeps, readAgents } from '../agentOptions.ts';
import { type Command, type Environment, UsageError } from '../command.ts';
import { createConnectionResearcher } from '../connectionResearcher.ts';
import { MODEL_HELP, MODEL_OPTIONS, type ModelOptions, openModel, readModel } from '../modelOptions.ts';
import { describeStatus, openLibrary } from '../openLibrary.ts';
import { LIBRARY_HELP, LIBRARY_OPTIONS, parseOptions, readLibrary, readWholeNumber } from '../options.ts';
import { print } from '../terminal.ts';
import { createTerminalProgress } from '../terminalProgress.ts';

export interface ServeOptions {
  readonly library: LibraryConfig;
  readonly port: number;
  readonly host: '127.0.0.1' | '::1';
  /** If empty, a key is generated and printed. */
  readonly keys: readonly string[];
  readonly transcriptsDir: string | null;
  readonly model: ModelOptions | null;
  readonly agents: AgentOptions;
}

const HELP = `Serves the library on this machine: for any chat-completions client, and for agents (MCP) at /mcp.

Usage: fiscal serve --library DIR [options]

${LIBRARY_HELP}  --port N           Port to listen on. Default 0: any free one; the address is printed.
  --host ADDRESS     127.0.0.1 (default) or ::1. No other address is possible.
  --key KEY          A key that callers must send. May be given several times.
  --key-file FILE    A file with one key a line. Blank lines and lines that begin with # are skipped.
                     Keys are also read from FISCAL_SERVICE_KEYS, separated by blanks or commas.
                     Without any key one is generated for this run and printed.
  --transcripts DIR  Save each question and answer as a file in DIR (never with ZeroDataRetention).
                     Without this option no content is saved.
${MODEL_HELP}${AGENT_HELP}  --help             Show this.

${HOSTED_HELP}Logs go to standard error, one JSON object a line, without content. Ctrl+C ends the service with code 0.
Other exit codes: 1 the service could not start, 2 the options are wrong.
`;

/** Throws UsageError. */
export function readServeOptions(argv: readonly string[], env: Environment): ServeOptions {
  const { values, positionals } = parseOptions(argv, {
    ...LIBRARY_OPTIONS,
    ...MODEL_OPTIONS,
    ...AGENT_OPTIONS,
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    key: { type: 'string', multiple: true },
    'key-file': { type: 'string' },
    transcripts: { type: 'string' },
  });
  return {
    library: readLibrary(values, positionals, env),
    port: readWholeNumber(values.port, '--port', 0, 65_535),
    host: readHost(values.host),
    keys: [
      ...new Set([...(values.key ?? []), ...readKeyFile(values['key-file']), ...splitKeys(env.FISCAL_SERVICE_KEYS)]),
    ],
    transcriptsDir: values.transcripts === undefined ? null : resolve(values.transcripts),
    model: readModel(values, env),
    agents: readAgents(values, env),
  };
}

async function start(options: ServeOptions): Promise<void> {
  const log = createProcessLog();
  const newKey = options.keys.length === 0 ? randomBytes(24).toString('base64url') : null;
  // Log lines and progress would overwrite each other on one terminal.
  const progress = createTerminalProgress(process.stdout);
  const library = openLibrary(options.library, progress.library);
  const shutdown = new AbortController();
  const model = options.model && openModel(options.model, options.agents);
  const onError = (): void => log({ event: 'failure', code: 'research_log' });
  const mcp = serveMcp(mcpDeps(options.agents, { library, model, signal: shutdown.signal, onError }));
  const app = createApp({
    researcher: createConnectionResearcher(library, model),
    mcp: mcp.fetch,
    keys: newKey === null ? options.keys : [newKey],
    log,
    shutdown: shutdown.signal,
    transcripts: options.transcriptsDir === null ? undefined : createTranscripts(options.transcriptsDir),
  });
  const http = createHttpService({ app, log });
  const origin = await listen(http, options);
  log({ event: 'started', address: origin });

  stopOnSignal(log, async () => {
    shutdown.abort();
    await mcp.close();
    await http.close();
    // The thread closes its database before it ends. Then nothing keeps the process alive.
    library.dispose();
  });

  print(`Fiscal research service at ${origin}`);
  if (newKey !== null) print(`Key for this run: ${newKey}`);
  print(`Base address for clients: ${origin}  (POST ${origin}/chat/completions, Authorization: Bearer KEY)`);
  print(`For agents (MCP): ${origin}/mcp`);
  print(
    `Reading ${[...options.library.folders, options.library.laws ?? []].flat().join(', ')} … questions wait until that is done.`,
  );
  try {
    const status = await library.ready();
    progress.clear();
    log({ event: 'library', documents: status.documents });
    print(`Ready: ${describeStatus(status)}`);
  } catch (thrown) {
    if (shutdown.signal.aborted) return;
    log({ event: 'failure', code: 'library_not_ready', failure: thrown instanceof Error ? thrown.name : 'unknown' });
    print(`The library could not be read: ${thrown instanceof Error ? thrown.message : 'unknown failure'}`);
  }
}

/** The MCP server over HTTP. Its clients are told about changed documents. */
function serveMcp(deps: McpDeps): McpHttpHandler {
  const changes = createDocumentChanges(deps);
  const handler = createMcpHandler(createMcpServers(deps, changes), { bus: new WatchingBus(changes) });
  changes.onDidChange(({ updated, listChanged }) => {
    for (const uri of updated) handler.notify.resourceUpdated(uri);
    if (listChanged) handler.notify.resourcesChanged();
  });
  return handler;
}

/** The folders are looked at while a client listens. */
class WatchingBus extends InMemoryServerEventBus {
  readonly #changes: DocumentChanges;
  #watching: { dispose(): void } | null = null;

  constructor(changes: DocumentChanges) {
    super();
    this.#changes = changes;
  }

  override subscribe(listener: Parameters<InMemoryServerEventBus['subscribe']>[0]): () => void {
    const unsubscribe = super.subscribe(listener);
    this.#watching ??= this.#changes.watch();
    return () => {
      unsubscribe();
      if (this.listenerCount > 0) return;
      this.#watching?.dispose();
      this.#watching = null;
    };
  }
}

async function listen(http: HttpService, { port, host }: ServeOptions): Promise<string> {
  try {
    return await http.listen(port, host);
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'EADDRINUSE') {
      throw new Error('The port is in use. Choose another one with --port, or leave it out.');
    }
    if (code === 'EADDRNOTAVAIL') {
      throw new Error('This machine does not have that loopback address. Try --host 127.0.0.1.');
    }
    throw thrown;
  }
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

export const serve: Command = { help: HELP, run: (argv, env) => start(readServeOptions(argv, env)) };
