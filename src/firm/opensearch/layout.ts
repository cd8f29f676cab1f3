/**
 * The indexes of a library. `documents` has a row for each file, each section of a law and each collection, `passages` the text. Both have an alias,
 * so that a new generation of them can replace the old one in one step.
 */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { INDEX_VERSION } from '../../service/index/schema.ts';
import { accepted, type EngineClient, EngineUnavailable, errorType } from './client.ts';

/** Increase it with every change of the mappings. The version of the local index changes with splitting and normalizing. */
const LAYOUT_VERSION = `${INDEX_VERSION}.6`;

/** The names of both indexes of one generation, from 1. */
export interface Generation {
  readonly number: number;
  readonly documents: string;
  readonly passages: string;
  readonly build: string;
}

export interface LayoutOptions {
  /** The names of all indexes begin with it. */
  readonly prefix: string;
  /** Primary shards of the index of passages. A shard should have at most 50 GB. */
  readonly shards: number;
}

/** Ids of the passages and of the sections of a document are its number times this, and their place from 0. */
export const IDS = 2 ** 20;

const hidden = { type: 'keyword', index: false, doc_values: false } as const;
const searched = { type: 'text', norms: false, index_options: 'docs', copy_to: 'words' } as const;

const DOCUMENTS = {
  type: { type: 'keyword' },
  collection: { type: 'keyword' },
  id: { type: 'long' },
  path: { type: 'keyword' },
  lowerPath: { type: 'keyword', doc_values: false },
  reversedPath: { type: 'keyword', doc_values: false },
  tails: { type: 'keyword', doc_values: false },
  nameDigest: { type: 'keyword', doc_values: false },
  size: { type: 'long', index: false, doc_values: false },
  mtime: { type: 'double', index: false, doc_values: false },
  name: hidden,
  title: hidden,
  isAuthority: { type: 'boolean' },
  language: hidden,
  authority: { type: 'keyword' },
  topics: { type: 'keyword' },
  content: { type: 'keyword' },
  abbreviation: hidden,
  kind: { type: 'keyword' },
  date: hidden,
  url: hidden,
  digest: hidden,
  passages: { type: 'integer' },
  reason: hidden,
  unread: { type: 'long' },
  token: { type: 'long', index: false, doc_values: false },
  sections: { type: 'integer', index: false, doc_values: false },
  stale: { type: 'object', enabled: false },
  document: { type: 'long' },
  number: { type: 'keyword' },
  pin: hidden,
  firstPassage: { type: 'long', index: false, doc_values: false },
  lastPassage: { type: 'long', index: false, doc_values: false },
  names: hidden,
} as const;

const PASSAGES = {
  collection: { type: 'keyword' },
  id: { type: 'long' },
  document: { type: 'long' },
  // The digest of the document and the place of the passage in it.
  copy: { type: 'keyword', index: false },
  isAuthority: { type: 'boolean' },
  isOneAuthority: { type: 'boolean', index: false },
  // Words as stems, separated by blanks.
  words: { type: 'text', similarity: 'frequency', norms: false, index_options: 'freqs' },
  // Of `words`.
  length: { type: 'integer', index: false },
  titleStems: searched,
  headingStems: { ...searched, index_options: 'positions' },
  pathStems: searched,
  ownStems: searched,
  lawStems: searched,
  nodes: { type: 'keyword', doc_values: false },
  headingDigest: { type: 'keyword', doc_values: false },
  opens: { type: 'boolean', doc_values: false },
  row: { type: 'object', enabled: false },
} as const;

/** The score of a word is how often a passage has it: `best.ts` computes BM25 from it, with the exact number of words of the passage. */
const FREQUENCY = 'return doc.freq;';

const common = {
  auto_expand_replicas: '0-1',
  analysis: { analyzer: { default: { type: 'whitespace' } } },
};

/** Milliseconds that a change of an index may take. */
const PATIENCE = 60_000;
/** Numbers of documents that a writer takes at once. */
export const BLOCK = 1024;

export interface Layout {
  /** Creates what is missing. */
  ensure(): Promise<Generation>;
  /** The generation that is searched. Throws EngineUnavailable if there is none, or if another version wrote it. */
  current(signal?: AbortSignal): Promise<Generation>;
  /** Creates the next generation, which is not searched, and deletes all others that are not searched. */
  create(): Promise<Generation>;
  /** From now on `generation` is searched. Returns the one that was. */
  publish(generation: Generation): Promise<Generation>;
  remove(generation: Generation): Promise<void>;
  /** The first of `BLOCK` numbers that nobody else gets. */
  block(): Promise<number>;
}

const metaSchema = z.record(
  z.string(),
  z.object({ mappings: z.object({ _meta: z.optional(z.object({ version: z.string(), build: z.string() })) }) }),
);
const versionSchema = z.object({ _version: z.int() });

export function createLayout(client: EngineClient, { prefix, shards }: LayoutOptions): Layout {
  const nameOf = (kind: 'documents' | 'passages', number: number) =>
    `${prefix}-${kind}-${String(number).padStart(6, '0')}`;
  const numbers = `${prefix}-numbers`;
  const send = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown, signal?: AbortSignal) =>
    client.send({ method, path, body, signal, patience: PATIENCE });

  async function putTemplate(kind: 'documents' | 'passages'): Promise<void> {
    const template = {
      index_patterns: [`${prefix}-${kind}-*`],
      template: {
        settings:
          kind === 'documents'
            ? { ...common, number_of_shards: 1 }
            : {
                ...common,
                number_of_shards: shards,
                similarity: { frequency: { type: 'scripted', script: { source: FREQUENCY } } },
              },
        mappings: {
          dynamic: 'strict',
          ...(kind === 'passages' && {
            // What is read of a row, so that it is returned as it is stored.
            _source: { includes: ['collection', 'id', 'document', 'row'] },
          }),
          properties: kind === 'documents' ? DOCUMENTS : PASSAGES,
        },
      },
    };
    accepted(await send('PUT', `/_index_template/${prefix}-${kind}`, template));
  }

  /** Creates an index if it does not exist. */
  async function createIndex(name: string, body: unknown): Promise<void> {
    const answer = await send('PUT', `/${name}`, body);
    if (errorType(answer.body) !== 'resource_already_exists_exception') accepted(answer);
  }

  async function createGeneration(number: number, isSearched: boolean): Promise<void> {
    for (const kind of ['passages', 'documents'] as const) {
      await putTemplate(kind);
      await createIndex(nameOf(kind, number), {
        mappings: { _meta: { version: LAYOUT_VERSION, build: randomUUID() } },
        ...(isSearched && { aliases: { [`${prefix}-${kind}`]: {} } }),
      });
    }
  }

  /** The generations with an alias, or all of them. */
  async function generations(names: string, signal?: AbortSignal): Promise<(Generation & { version: string })[]> {
    const answer = await send(
      'GET',
      `/${names}/_mapping?filter_path=*.mappings._meta&allow_no_indices=true`,
      undefined,
      signal,
    );
    if (answer.status === 404) return [];
    const found = metaSchema.parse(accepted(answer) ?? {});
    return Object.entries(found).flatMap(([name, { mappings }]) => {
      const number = Number(new RegExp(`^${prefix}-documents-(\\d+)$`).exec(name)?.[1]);
      const meta = mappings._meta;
      if (!Number.isInteger(number) || !meta) return [];
      return [{ number, documents: name, passages: nameOf('passages', number), ...meta }];
    });
  }

  async function current(signal?: AbortSignal): Promise<Generation> {
    const [generation] = await generations(`${prefix}-documents`, signal);
    if (!generation) throw new EngineUnavailable('The library has not been created. Run the indexer.');
    if (generation.version !== LAYOUT_VERSION)
      throw new EngineUnavailable('The library was written by another version. Run the indexer with --rebuild.');
    return generation;
  }

  async function createNumbers(): Promise<void> {
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
    await createIndex(numbers, { settings, mappings: { dynamic: false } });
  }

  async function remove({ documents, passages }: Generation): Promise<void> {
    accepted(await send('DELETE', `/${documents},${passages}?ignore_unavailable=true`));
  }

  return {
    remove,
    async ensure() {
      const [existing] = await generations(`${prefix}-documents`);
      if (!existing) await createGeneration(1, true);
      await createNumbers();
      return current();
    },
    current,
    async create() {
      await createNumbers();
      const [searchedNow] = await generations(`${prefix}-documents`);
      const all = await generations(`${prefix}-documents-*`);
      const number = Math.max(0, ...all.map((one) => one.number)) + 1;
      for (const one of all) if (one.number !== searchedNow?.number) await remove(one);
      await createGeneration(number, false);
      const [created] = await generations(nameOf('documents', number));
      if (!created) throw new EngineUnavailable('The new generation of the library could not be created.');
      return created;
    },
    async publish(generation) {
      const [known] = await generations(generation.documents);
      if (known?.build !== generation.build)
        throw new EngineUnavailable('Another indexer has begun to rebuild the library. Nothing was replaced.');
      const [before] = await generations(`${prefix}-documents`);
      const actions = (['documents', 'passages'] as const).flatMap((kind) => [
        ...(before ? [{ remove: { index: before[kind], alias: `${prefix}-${kind}` } }] : []),
        { add: { index: generation[kind], alias: `${prefix}-${kind}` } },
      ]);
      accepted(await send('POST', '/_aliases', { actions }));
      return before ?? generation;
    },
    async block() {
      // Each write to a row gives it the next version, and no two writers the same one.
      const answer = accepted(await send('PUT', `/${numbers}/_doc/next?filter_path=_version`, {}));
      return (versionSchema.parse(answer)._version - 1) * BLOCK + 1;
    },
  };
}
