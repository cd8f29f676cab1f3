import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { type EngineClient, EngineRefused, EngineUnavailable } from '../../../src/firm/opensearch/client.ts';
import { indexFolder } from '../../../src/firm/opensearch/indexFolder.ts';
import { createLayout } from '../../../src/firm/opensearch/layout.ts';
import { createCollectionWriter } from '../../../src/firm/opensearch/writer.ts';
import { createDocumentReader } from '../../../src/service/documents/thread/documentReader.ts';

const GENERATION = { number: 1, documents: 'd', passages: 'p', build: '1' };
/** More than a writer sends at once. */
const FILES = 501;

/** An empty engine. With an error, its first bulk request with files fails. Its lines are kept for the others. */
function createEngine(error: Error | null) {
  const rows: Record<string, unknown>[] = [];
  const refused: Record<string, unknown>[] = [];
  let requests = 0;
  const client: EngineClient = {
    async send({ path, lines = [] }) {
      if (path.includes('/_search')) return { status: 200, body: { hits: { hits: [] } } };
      if (!path.startsWith('/_bulk')) return { status: 200, body: {} };
      if (lines.some((line) => line.includes('"path"'))) requests += 1;
      const parsed = lines.map((line): Record<string, unknown> => JSON.parse(line));
      if (requests === 1 && error) {
        refused.push(...parsed);
        throw error;
      }
      rows.push(...parsed);
      const heads = lines.filter((line) => /^\{"(?:index|create|update|delete)":\{"_index"/.test(line));
      const items = heads.map((_, at) => ({ index: { status: 200, _seq_no: at, _primary_term: 1 } }));
      return { status: 200, body: { items } };
    },
  };
  return { client, rows, refused };
}

const documentReader = () => {
  const reader = createDocumentReader();
  onTestFinished(() => reader.close());
  return reader;
};

function folderWith(files: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-writer-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (let at = 0; at < files; at += 1)
    writeFileSync(join(folder, `file${at}.md`), `# File ${at}\n\nThe rent is ${at}.\n`);
  return folder;
}

function createWriter(client: EngineClient) {
  let block = 0;
  const layout = {
    async block() {
      block += 1;
      return block * 2000;
    },
  };
  return createCollectionWriter(client, layout, GENERATION, { collection: 'a', nameOf: (path) => path });
}

it('documents that were written leave the memory, so that a large collection needs no more than a small one', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const writer = createWriter(createEngine(null).client);
  const documents: WeakRef<object>[] = [];
  const watched: typeof writer = Object.create(writer, {
    put: {
      value: (...[file, document]: Parameters<typeof writer.put>) => {
        documents.push(new WeakRef(document));
        return writer.put(file, document);
      },
    },
  });
  const { read } = await indexFolder(watched, documentReader(), folderWith(20), new AbortController().signal);
  expect([read, documents.length]).toEqual([20, 20]);
  await setImmediate();
  collectGarbage();
  // The writer is still used.
  expect((await writer.known()).size).toBe(20);
  expect(documents.filter((document) => document.deref() !== undefined)).toEqual([]);
});

it.each([new EngineUnavailable('OpenSearch does not answer.'), new EngineRefused(413, 'too_large')])(
  'a write that fails with $name ends the run, and no document is taken for a bad one or lost',
  async (failure) => {
    const { client, rows, refused } = createEngine(failure);
    const indexed = indexFolder(
      createWriter(client),
      documentReader(),
      folderWith(FILES),
      new AbortController().signal,
    );
    await expect(indexed).rejects.toBe(failure);
    expect(rows.filter(({ type }) => type === 'skipped')).toEqual([]);
    // The end of the run sends again what has not been written.
    const given = refused.filter(({ path }) => path !== undefined).map(({ path }) => path);
    const written = rows.filter(({ type }) => type === 'document').map(({ path }) => path);
    expect(given.length).toBeGreaterThan(0);
    expect(written).toEqual(expect.arrayContaining(given));
  },
);

it('a rebuild deletes all generations but the one that is searched', async () => {
  const deleted: string[] = [];
  const meta = { mappings: { _meta: { version: '1', build: 'b' } } };
  const all = ['fiscal-documents-000001', 'fiscal-documents-000002', 'fiscal-documents-000003'];
  const client: EngineClient = {
    async send({ method, path }) {
      if (method === 'DELETE') deleted.push(path);
      if (method !== 'GET') return { status: 200, body: {} };
      const pattern = path.slice(1, path.indexOf('/_mapping'));
      const names = pattern === 'fiscal-documents' ? all.slice(1, 2) : pattern.endsWith('*') ? all : [pattern];
      return { status: 200, body: Object.fromEntries(names.map((name) => [name, meta])) };
    },
  };
  const created = await createLayout(client, { prefix: 'fiscal', shards: 1 }).create();
  expect(created.number).toBe(4);
  expect(deleted.map((path) => path.replace(/\?.*/, ''))).toEqual([
    '/fiscal-documents-000001,fiscal-passages-000001',
    '/fiscal-documents-000003,fiscal-passages-000003',
  ]);
});
