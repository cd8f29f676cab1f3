/** `fiscal-firm indexer`: reads folders into collections of the library in OpenSearch. */
import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, type Environment, UsageError } from '../../cli/command.ts';
import { parseOptions } from '../../cli/options.ts';
import { createDocumentReader, type DocumentReader } from '../../service/documents/thread/documentReader.ts';
import { EngineUnavailable } from '../opensearch/client.ts';
import { indexFolder } from '../opensearch/indexFolder.ts';
import { createOpenSearchStore, type OpenSearchStore, type Rebuild } from '../opensearch/openSearchStore.ts';

const HELP = `Reads folders of documents into collections of the library in OpenSearch, and removes from it what is gone.

Usage: fiscal-firm indexer --search-url URL --collection NAME=DIR [options]

  --search-url URL       A node of the cluster. May be given several times: another one is asked if one is gone.
  --collection NAME=DIR  A collection and its folder. May be given several times.
  --every SECONDS        Look for changes again and again, with this pause. Default: once.
  --rebuild              Read all collections again, into new indexes that replace the old ones in one step at the end.
                         Name all collections of the library: others are not in the new indexes.
  --keep SECONDS         With --rebuild: delete the old indexes after this time, in which questions that use them end.
                         Default: 120.
  --prefix NAME          The names of all indexes begin with it. Default: fiscal.
  --shards N             Primary shards of new indexes: about one for each 5 million documents. Default: 1.
  --help                 Show this.

Environment: FISCAL_SEARCH_AUTHORIZATION is sent as the header Authorization, for example "Basic …". NODE_EXTRA_CA_CERTS
names a file with the certificates of your own authority.
Exit codes: 0 the collections are read, 1 they could not be read completely, 2 the options are wrong.
`;

const OPTIONS = {
  'search-url': { type: 'string', multiple: true },
  collection: { type: 'string', multiple: true },
  every: { type: 'string' },
  rebuild: { type: 'boolean', default: false },
  keep: { type: 'string', default: '120' },
  prefix: { type: 'string', default: 'fiscal' },
  shards: { type: 'string', default: '1' },
} as const;

/** Problems of a collection that are named. Their number is printed. */
const MAX_NAMED = 20;

interface Source {
  readonly collection: string;
  readonly folder: string;
}

async function run(argv: readonly string[], env: Environment): Promise<void> {
  const { values } = parseOptions(argv, OPTIONS);
  const sources = (values.collection ?? []).map(readSource);
  if (sources.length === 0) throw new UsageError('Name a collection and its folder: --collection NAME=DIR');
  if (new Set(sources.map(({ collection }) => collection)).size < sources.length)
    throw new UsageError('--collection: each name can have one folder.');
  const every = values.every === undefined ? null : readNumber(values.every, 'every', 1, 86_400);
  const keep = readNumber(values.keep, 'keep', 0, 86_400);
  if (values.rebuild && every !== null)
    throw new UsageError('--rebuild and --every contradict each other. Leave one of them out.');
  if (!/^[a-z][a-z0-9_-]{0,50}$/.test(values.prefix))
    throw new UsageError('--prefix: lower-case letters, digits, - and _, with a letter first.');
  const store = createOpenSearchStore({
    urls: (values['search-url'] ?? []).map(readUrl),
    authorization: env.FISCAL_SEARCH_AUTHORIZATION,
    prefix: values.prefix,
    shards: readNumber(values.shards, 'shards', 1, 1024),
  });
  if (!values['search-url']) throw new UsageError('Name a node of the cluster: --search-url URL');
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const reader = createDocumentReader();
  try {
    if (values.rebuild) await rebuild(store, reader, sources, keep, stopping.signal);
    else await index(store, reader, sources, every, stopping.signal);
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
    await reader.close();
  }
}

async function index(
  store: OpenSearchStore,
  reader: DocumentReader,
  sources: readonly Source[],
  every: number | null,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    let isComplete = false;
    try {
      isComplete = await indexAll(store, reader, sources, signal);
    } catch (error) {
      // A cluster that is restarted comes back.
      if (every === null || !(error instanceof EngineUnavailable)) throw error;
      process.stderr.write(`${error.message}\n`);
    }
    if (every === null || signal.aborted) {
      if (isComplete) return;
      throw new Error('The collections were not read completely. Run the indexer again to continue.');
    }
    await wait(every * 1000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

async function rebuild(
  store: OpenSearchStore,
  reader: DocumentReader,
  sources: readonly Source[],
  keep: number,
  signal: AbortSignal,
): Promise<void> {
  const started = await store.rebuild();
  if (!(await indexAll(store, reader, sources, signal, started)))
    throw new Error(
      'The library was not read completely, so that nothing was replaced. Make the files and folders readable that are named above, or take them out, and run the indexer again.',
    );
  const deleteOld = await started.publish();
  process.stdout.write('The new indexes are in use.\n');
  await wait(keep * 1000, undefined, { signal }).catch(() => {});
  await deleteOld();
}

/** Returns false if a part of the folders is not in the library. */
async function indexAll(
  store: OpenSearchStore,
  reader: DocumentReader,
  sources: readonly Source[],
  signal: AbortSignal,
  started?: Rebuild,
): Promise<boolean> {
  let areComplete = true;
  for (const { collection, folder } of sources) {
    const writer = await store.writer({ collection, nameOf: (path) => relative(folder, path) }, started);
    const { isComplete, problems, ...done } = await indexFolder(writer, reader, folder, signal);
    areComplete &&= isComplete;
    for (const { path, reason } of problems.slice(0, MAX_NAMED)) process.stderr.write(`${path}: ${reason}\n`);
    const counts = { ...done, problems: problems.length };
    if (Object.values(counts).some((count) => count > 0))
      process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), collection, ...counts })}\n`);
  }
  return areComplete;
}

function readSource(text: string): Source {
  const [, collection = '', path = ''] = /^([^=]{1,200})=(.+)$/s.exec(text) ?? [];
  if (collection === '') throw new UsageError('--collection: write NAME=DIR');
  const folder = resolve(path);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--collection: there is no folder ${folder}`);
  return { collection, folder };
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new UsageError('--search-url: write http://HOST:PORT or https://HOST:PORT, without a user.');
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'http:' && !isLocal) throw new UsageError('--search-url: use https:// for another machine.');
  return url.href.replace(/\/$/, '');
}

function readNumber(text: string, name: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new UsageError(`--${name}: a whole number from ${least} to ${most}.`);
  return value;
}

export const indexer: Command = { help: HELP, run };
