/** Starts the library and the server, and ends both when the client leaves. */
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { DEFAULT_LIMITS } from '../client/limits.ts';
import { createResearchClient } from '../client/researchClient.ts';
import { createNodeTransport } from '../client/transport/nodeTransport.ts';
import { createLibraryClient } from '../libraryClient/libraryClient.ts';
import { createLibraryConnection } from '../libraryClient/libraryConnection.ts';
import { createMcpGuard } from './mcpGuard.ts';
import { createMcpRecords } from './mcpRecords.ts';
import { createMcpServer } from './mcpServer.ts';
import { HELP, type McpOptions, readOptions, UsageError } from './options.ts';

/** Largest message of a client, in bytes. */
const MAX_MESSAGE = 4 * 1024 * 1024;

export async function runServer(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  try {
    const options = readOptions(argv, env);
    if (options === null) process.stdout.write(HELP);
    else await serve(options);
  } catch (thrown) {
    process.exitCode = thrown instanceof UsageError ? 2 : 1;
    process.stderr.write(`${thrown instanceof Error ? thrown.message : 'The server could not be started.'}\n`);
  }
}

async function serve({
  folders,
  indexDir,
  exclude,
  excludeWithin,
  hosted,
  guard,
  clientNames,
  logDir,
  limit,
}: McpOptions): Promise<void> {
  const library = createLibraryConnection({ workerPath: fileURLToPath(new URL('worker.cjs', import.meta.url)) });
  library.configure({ folders: [...folders], exclude: [...exclude], excludeWithin, indexDir });
  const quoting = createLibraryClient({ connection: library, idleTimeout: DEFAULT_LIMITS.idleTimeout });
  const research =
    hosted &&
    createResearchClient({
      baseUrl: hosted.baseUrl,
      // The client asks for the key of the origin of its own address only.
      getKey: (origin) => (origin === new URL(hosted.baseUrl).origin ? hosted.key : undefined),
      transport: createNodeTransport(),
    });
  const shutdown = new AbortController();
  const onError = (message: string) => void process.stderr.write(`${message}\n`);
  const server = createMcpServer({
    library,
    quoting,
    research,
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
