/** The research service on the command line: the app on a loopback address, for any chat-completions client. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createOpenAiModel } from '../../client/model/openAiModel.ts';
import { createNodeTransport } from '../../client/transport/nodeTransport.ts';
import { createApp, type RequestHandler } from '../app/app.ts';
import { createLog } from '../app/log.ts';
import { codeOf } from '../nodeHelpers.ts';
import { createLibraryResearcher, type LibraryStatus } from '../research/libraryResearcher.ts';
import type { ModelChoice } from '../research/modelChoice.ts';
import { createHttpService } from './httpServer.ts';
import { HELP, type ModelOptions, readOptions, type ServiceOptions, UsageError } from './options.ts';
import { createTranscripts } from './transcripts.ts';

async function run(options: ServiceOptions): Promise<void> {
  requireFolders(options.folders);
  // The service continues if the reader of its output stops reading.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const log = createLog((line) => void process.stderr.write(line));
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const newKey = options.keys.length === 0 ? randomBytes(24).toString('base64url') : null;
  const model = options.model === null ? null : openModel(options.model);
  const library = createLibraryResearcher({
    folders: options.folders,
    indexDir: options.indexDir,
    exclude: options.exclude,
  });
  const shutdown = new AbortController();
  const app: RequestHandler = createApp({
    researcher: { research: (request, signal) => library.research(request, signal, model) },
    keys: newKey === null ? options.keys : [newKey],
    log,
    shutdown: shutdown.signal,
    transcripts: options.transcriptsDir === null ? undefined : createTranscripts(options.transcriptsDir),
  });
  const http = createHttpService({ app, log });
  const origin = await http.listen(options.port, options.host);
  log({ event: 'started', address: origin });

  let stopping = false;
  const stop = async (): Promise<void> => {
    // A second signal ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    log({ event: 'stopping' });
    shutdown.abort();
    await http.close();
    await library.close();
    log({ event: 'stopped' });
    process.exitCode = 0;
  };
  // By default Node prints the message, which could contain content.
  process.on('uncaughtException', (thrown) => {
    log({ event: 'failure', code: 'unexpected', failure: thrown.name });
    process.exit(1);
  });
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());

  print(`Fiscal research service at ${origin}`);
  if (newKey !== null) print(`Key for this run: ${newKey}`);
  print(`Base address for clients: ${origin}  (POST ${origin}/chat/completions, Authorization: Bearer KEY)`);
  print(`Reading ${options.folders.join(', ')} … questions wait until that is done.`);
  try {
    const status = await library.ready();
    log({ event: 'library', documents: status.documents });
    print(describe(status));
  } catch (thrown) {
    if (stopping) return;
    log({ event: 'failure', code: 'library_not_ready', failure: thrown instanceof Error ? thrown.name : 'unknown' });
    print(`The library could not be read: ${thrown instanceof Error ? thrown.message : 'unknown failure'}`);
  }
}

function openModel({ url, name, key, inputTokens, zeroRetention }: ModelOptions): ModelChoice {
  const transport = createNodeTransport();
  const model = createOpenAiModel({ address: url, model: name, getKey: () => key, inputTokens, transport });
  return { model, zeroRetention };
}

/** Otherwise a misspelled folder would look like an empty library. */
function requireFolders(folders: readonly string[]): void {
  const missing = folders.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new UsageError(`--library: there is no folder ${missing}`);
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

function describe(status: LibraryStatus): string {
  const skipped = status.skipped.length === 0 ? '' : ` (${status.skipped.length} skipped)`;
  const note = status.message === undefined ? '' : `\n${status.message}`;
  return `Ready: ${count(status.documents, 'document')}, ${count(status.passages, 'passage')}${skipped}.${note}`;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options === null) process.stdout.write(HELP);
  else await run(options);
} catch (thrown) {
  process.exitCode = thrown instanceof UsageError ? 2 : 1;
  process.stderr.write(`${explain(thrown)}\n`);
}

function explain(thrown: unknown): string {
  if (thrown instanceof UsageError) return `${thrown.message}\nSee --help.`;
  const code = codeOf(thrown);
  if (code === 'EADDRINUSE') return 'The port is in use. Choose another one with --port, or leave it out.';
  if (code === 'EADDRNOTAVAIL') return 'This machine does not have that loopback address. Try --host 127.0.0.1.';
  return thrown instanceof Error ? thrown.message : String(thrown);
}
