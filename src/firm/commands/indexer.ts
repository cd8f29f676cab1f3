/** `fiscal-firm indexer`: reads the folders of the collections into OpenSearch. */
import { relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type Command, type Environment, UsageError } from '../../cli/command.ts';
import { parseOptions, readWholeNumber } from '../../cli/options.ts';
import { printError } from '../../cli/terminal.ts';
import { createDocumentReader, type DocumentReader } from '../../service/documents/thread/documentReader.ts';
import type { Database } from '../database/database.ts';
import { NotReady } from '../notReady.ts';
import { EngineUnavailable } from '../opensearch/client.ts';
import { indexFolder } from '../opensearch/indexFolder.ts';
import type { Generation } from '../opensearch/layout.ts';
import type { OpenSearchStore } from '../opensearch/openSearchStore.ts';
import type { CollectionWriter } from '../opensearch/writer.ts';
import { DATABASE_HELP, DATABASE_OPTIONS, databaseFrom } from './databaseOptions.ts';
import { SEARCH_ENVIRONMENT, SEARCH_HELP, SEARCH_OPTIONS, searchFrom } from './searchOptions.ts';

const HELP = `Reads the folders of the collections into OpenSearch, and removes from it what is gone.

Usage: fiscal-firm indexer --search-url URL --database-url URL [options]

${SEARCH_HELP}${DATABASE_HELP}                      Connect as a member of the role fiscal_indexer.
  --collection NAME   Read this collection only. May be given several times, so that several indexers share the work.
  --every SECONDS     Look for changes again and again, with this pause. Default: once.
  --rebuild           Read all collections again, into new indexes that replace the old ones in one step at the end.
  --keep SECONDS      With --rebuild: delete the old indexes after this time, in which questions that use them end.
                      Default: 120.
  --shards N          Primary shards of new indexes: about one for each 5 million documents. Default: 1.
  --help              Show this.

Environment: ${SEARCH_ENVIRONMENT}
Exit codes: 0 the collections are read, 1 they could not be read completely, 2 the options are wrong.
`;

const OPTIONS = {
  ...DATABASE_OPTIONS,
  ...SEARCH_OPTIONS,
  collection: { type: 'string', multiple: true },
  every: { type: 'string' },
  rebuild: { type: 'boolean', default: false },
  keep: { type: 'string', default: '120' },
  shards: { type: 'string', default: '1' },
} as const;

/** Problems of a collection that are named. Their number is printed. */
const MAX_NAMED = 20;

interface Indexing {
  readonly store: OpenSearchStore;
  readonly database: Database;
  readonly reader: DocumentReader;
  /** The names of the collections that are read. Null: all. */
  readonly wanted: readonly string[] | null;
  readonly signal: AbortSignal;
}

const sourceSchema = z.object({ key: z.string(), name: z.string(), folder: z.string() });
type Source = z.infer<typeof sourceSchema>;

async function run(argv: readonly string[], env: Environment): Promise<void> {
  const { values } = parseOptions(argv, OPTIONS);
  const every = values.every === undefined ? null : readWholeNumber(values.every, '--every', 1, 86_400);
  const keep = readWholeNumber(values.keep, '--keep', 0, 86_400);
  if (values.rebuild && every !== null)
    throw new UsageError('--rebuild and --every contradict each other. Leave one of them out.');
  if (values.rebuild && values.collection)
    throw new UsageError('--rebuild reads all collections. Leave out --collection.');
  const store = searchFrom(values, env, readWholeNumber(values.shards, '--shards', 1, 1024));
  if (!store) throw new UsageError('Name a node of the cluster: --search-url URL');
  const database = databaseFrom(values, env);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const reader = createDocumentReader();
  const indexing = { store, database, reader, wanted: values.collection ?? null, signal: stopping.signal };
  try {
    if (values.rebuild) await rebuild(indexing, keep);
    else await index(indexing, every);
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
    await reader.close();
    await database.close();
  }
}

async function index(indexing: Indexing, every: number | null): Promise<void> {
  const { store, signal } = indexing;
  let writers = createWriters(store);
  for (;;) {
    let isComplete = false;
    try {
      const generation = await store.prepare();
      await removeOthers(indexing, generation);
      isComplete = await indexAll(indexing, (source) => writers(source, generation));
    } catch (error) {
      // A cluster or a database may only be restarting.
      if (every === null || !(error instanceof EngineUnavailable || error instanceof NotReady)) throw error;
      printError(error.message);
      // What the writers know of the index may be outdated.
      writers = createWriters(store);
    }
    if (every === null || signal.aborted) {
      if (isComplete) return;
      throw new Error('The collections were not read completely. Run the indexer again to continue.');
    }
    await wait(every * 1000, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}

async function rebuild(indexing: Indexing, keep: number): Promise<void> {
  const { store, signal } = indexing;
  const { generation, publish } = await store.rebuild();
  if (!(await indexAll(indexing, (source) => writerOf(store, source, generation))))
    throw new Error(
      'The library was not read completely, so that nothing was replaced. Make the files and folders readable that are named above, or take them out, and run the indexer again.',
    );
  const deleteOld = await publish();
  process.stdout.write('The new indexes are in use.\n');
  await wait(keep * 1000, undefined, { signal }).catch(() => {});
  await deleteOld();
}

const writerOf = (store: OpenSearchStore, { key, folder }: Source, generation: Generation): CollectionWriter =>
  store.writer({ collection: key, nameOf: (path) => relative(folder, path) }, generation);

/** Keeps the writers: each knows the files of its collection, and reading them again each time would take long. */
function createWriters(store: OpenSearchStore) {
  let build = '';
  const writers = new Map<string, CollectionWriter>();
  return (source: Source, generation: Generation): CollectionWriter => {
    // The library was replaced.
    if (build !== generation.build) writers.clear();
    build = generation.build;
    const writer = writers.get(source.key) ?? writerOf(store, source, generation);
    writers.set(source.key, writer);
    return writer;
  };
}

/** Returns false if a part of the folders is not in the library. */
async function indexAll(indexing: Indexing, writer: (source: Source) => CollectionWriter): Promise<boolean> {
  const { database, reader, wanted, signal } = indexing;
  const all = await sourcesIn(database);
  const missing = (wanted ?? []).filter((name) => all.every((source) => source.name !== name));
  for (const name of missing) printError(`There is no collection ${name}.`);
  let areComplete = missing.length === 0;
  for (const source of all.filter(({ name }) => wanted?.includes(name) ?? true)) {
    const { isComplete, problems, ...done } = await indexFolder(writer(source), reader, source.folder, signal);
    areComplete &&= isComplete;
    for (const { path, reason } of problems.slice(0, MAX_NAMED)) printError(`${path}: ${reason}`);
    const counts = { ...done, problems: problems.length };
    if (Object.values(counts).some((count) => count > 0))
      process.stdout.write(
        `${JSON.stringify({ time: new Date().toISOString(), collection: source.name, ...counts })}\n`,
      );
  }
  return areComplete;
}

/** Removes the documents of collections that the firm does not have any more. Nobody can be granted them again. */
async function removeOthers({ store, database }: Indexing, generation: Generation): Promise<void> {
  // A collection is in the database before it is in the index.
  const indexed = await store.collections(generation);
  const kept = new Set((await sourcesIn(database)).map(({ key }) => key));
  for (const collection of indexed.filter((key) => !kept.has(key)))
    await store.writer({ collection, nameOf: (path) => path }, generation).forget();
}

/** The names in OpenSearch are random and never used twice, so that a new collection never shows documents of an old one. */
const sourcesIn = (database: Database): Promise<Source[]> =>
  database.query(sourceSchema, 'SELECT public_id AS key, name, folder FROM fiscal.collections ORDER BY id');

export const indexer: Command = { help: HELP, run };
