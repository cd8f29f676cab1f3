import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { type Cluster, startCluster } from '../../../scripts/firm/startCluster.ts';
import { addCollection } from '../../../src/firm/access/administration.ts';
import { openDatabase } from '../../../src/firm/database/database.ts';
import { EngineUnavailable } from '../../../src/firm/opensearch/client.ts';
import type { OpenSearchStore } from '../../../src/firm/opensearch/openSearchStore.ts';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { search } from '../../../src/service/search/search.ts';
import { POSTGRES, startPostgres } from '../support/postgres.ts';
import { newStore, writeFolder } from './support/cluster.ts';

const FILES = 300;
const WORDS = ['heron', 'egret', 'stork', 'crane', 'ibis', 'spoonbill', 'bittern', 'flamingo'];

/** A folder of files with two passages each. */
function folderOf(files = FILES): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-firm-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (let at = 0; at < files; at += 1) {
    const word = WORDS[at % WORDS.length];
    writeFileSync(
      join(folder, `file${at}.md`),
      `# File ${at}\n\nThe ${word} number ${at} is let for the rent of a year.\n\n## Rent\n\nThe rent of the ${word} is ${at} dollars.\n`,
    );
  }
  return folder;
}

const signal = () => new AbortController().signal;
const ofCollections = (store: OpenSearchStore, ...collections: string[]) => store.reader(collections, signal());

/** What a question finds, as titles. */
async function titlesOf(store: OpenSearchStore, collection: string, question: string): Promise<string[]> {
  const { documents } = await search(await ofCollections(store, collection), plainQuestion(question));
  return documents.map(({ title }) => title);
}

const countSchema = z.object({ count: z.int() });

/** Passages in the index, whether or not a document has them. */
async function passagesIn(prefix: string, url = inject('searchUrls')[0]): Promise<number> {
  const response = await fetch(`${url}/${prefix}-passages/_count`);
  return countSchema.parse(await response.json()).count;
}

let prefixes = 0;
const newPrefix = () => {
  prefixes += 1;
  return `kept-${process.pid}-${prefixes}`;
};

describe.skipIf(inject('searchUrls').length === 0)('a library in OpenSearch', () => {
  it('a reader finds nothing of other collections, and one of no collections nothing', async () => {
    const store = await newStore();
    await writeFolder(store, 'one', folderOf(8));
    await writeFolder(store, 'two', folderOf(8));
    const one = await ofCollections(store, 'one');
    expect(one.scope.passages).toEqual({ own: 16, law: 0 });
    expect((await one.counts(['heron'])).get('heron')?.any).toBe(2);
    const two = await ofCollections(store, 'two');
    const [hit] = await two.best([{ forms: ['heron'], stems: ['heron'], weight: 1 }], new Map());
    if (!hit) throw new Error('Nothing was found.');
    expect(await one.passages([hit.id])).toEqual([]);
    expect(await one.passagesOf([hit.document])).toEqual([]);
    expect([...(await one.documents([hit.document]))]).toEqual([]);
    expect(await one.headings([hit.document])).toEqual([]);
    const none = await ofCollections(store);
    expect(none.scope.passages).toEqual({ own: 0, law: 0 });
    expect(await none.list('', 10, '')).toEqual([]);
    expect(await titlesOf(store, 'three', 'heron')).toEqual([]);
  });

  it('a question of 5 MB and one of 1,000 words are answered', async () => {
    const store = await newStore();
    await writeFolder(store, 'a', folderOf(40));
    const long = `Rent of the flamingo? ${'x'.repeat(20)} ${'{"match_all":{}} '.repeat(300_000)}`;
    expect(long.length).toBeGreaterThan(5_000_000);
    expect(await titlesOf(store, 'a', long)).not.toEqual([]);
    const words = Array.from({ length: 1000 }, (_, at) => `word${at}`).join(' ');
    expect(await titlesOf(store, 'a', `flamingo ${words}`)).toHaveLength(5);
    const reader = await ofCollections(store, 'a');
    const terms = ['flamingo', ...words.split(' ')].map((word) => ({ forms: [word], stems: [word], weight: 1 }));
    expect(await reader.best(terms, new Map())).toHaveLength(10);
  });

  it('while the library is rebuilt and replaced, every question has the same answer', async () => {
    const store = await newStore();
    const folder = folderOf();
    await writeFolder(store, 'a', folder);
    const expected = await titlesOf(store, 'a', 'rent of the heron');
    expect(expected.length).toBeGreaterThan(5);
    const answers: string[][] = [];
    let done = false;
    const asking = (async () => {
      while (!done) answers.push(await titlesOf(store, 'a', 'rent of the heron'));
    })();
    const rebuild = await store.rebuild();
    await writeFolder(store, 'a', folder, { rebuild });
    const before = await ofCollections(store, 'a');
    const deleteOld = await rebuild.publish();
    const asked = answers.length;
    while (answers.length < asked + 3) await Promise.race([asking, new Promise((resolve) => setImmediate(resolve))]);
    done = true;
    await asking;
    for (const answer of answers) expect(answer.toSorted()).toEqual(expected.toSorted());
    // A question that began before the library was replaced reads the old one to its end.
    expect((await before.counts(['heron'])).get('heron')?.any).toBeGreaterThan(0);
    await deleteOld();
    await expect(before.counts(['egret'])).rejects.toThrow(EngineUnavailable);
    expect((await titlesOf(store, 'a', 'rent of the heron')).toSorted()).toEqual(expected.toSorted());
  });

  it('two indexers of one folder at the same time leave each document once', async () => {
    const prefix = newPrefix();
    const store = await newStore({ prefix });
    const folder = folderOf(60);
    await Promise.all([writeFolder(store, 'a', folder), writeFolder(store, 'a', folder)]);
    await writeFolder(store, 'a', folder);
    const reader = await ofCollections(store, 'a');
    expect(reader.scope.passages.own).toBe(120);
    expect(await passagesIn(prefix)).toBe(120);
  });

  it('an indexer whose indices are blocked, as by a full disk, says so, and the next one writes what is missing', async () => {
    const prefix = newPrefix();
    const url = inject('searchUrls')[0] ?? '';
    const store = await newStore({ prefix });
    await writeFolder(store, 'a', folderOf(4));
    const block = (isBlocked: boolean | null) =>
      fetch(`${url}/${prefix}-*/_settings`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ 'index.blocks.read_only_allow_delete': isBlocked }),
      });
    const folder = folderOf(60);
    expect((await block(true)).status).toBe(200);
    await expect(writeFolder(store, 'b', folder)).rejects.toThrow('a disk is almost full');
    expect((await titlesOf(store, 'a', 'heron')).length).toBeGreaterThan(0);
    expect((await block(null)).status).toBe(200);
    await writeFolder(store, 'b', folder);
    expect((await ofCollections(store, 'b')).scope.passages.own).toBe(120);
  });

  it.skipIf(POSTGRES === null)('an indexer that is killed leaves nothing over once the next one has run', async () => {
    const prefix = newPrefix();
    const url = inject('searchUrls')[0] ?? '';
    const store = await newStore({ prefix });
    // An indexer sends some hundred at once, so that it still has many to send when it is killed.
    const files = 1500;
    const folder = folderOf(files);
    await store.prepare();
    const postgres = await startPostgres();
    onTestFinished(() => postgres.stop());
    const { adminUrl, indexerUrl } = await postgres.create();
    const admin = openDatabase({ url: adminUrl, connections: 1 });
    await addCollection(admin, { name: 'a', kind: 'matter', folder });
    const rows = await admin.query(z.object({ public_id: z.string() }), 'SELECT public_id FROM fiscal.collections');
    const key = rows[0]?.public_id ?? '';
    await admin.close();
    for (const least of [1, 700]) {
      const main = join(import.meta.dirname, '../../../src/firm/main.ts');
      const options = ['--prefix', prefix, '--search-url', url, '--database-url', indexerUrl];
      const child = spawn(process.execPath, [main, 'indexer', ...options], { stdio: 'ignore' });
      const ended = new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
      });
      let running = true;
      void ended.then(() => {
        running = false;
      });
      while (running) {
        await fetch(`${url}/${prefix}-passages/_refresh`, { method: 'POST' });
        if ((await passagesIn(prefix)) >= least) child.kill('SIGKILL');
      }
      await ended;
      expect(child.signalCode).toBe('SIGKILL');
    }
    await writeFolder(store, key, folder);
    const reader = await ofCollections(store, key);
    expect(reader.scope.passages.own).toBe(2 * files);
    expect(await passagesIn(prefix)).toBe(2 * files);
  });
});

describe.skipIf(inject('searchUrls').length === 0)('a cluster that loses a node', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(2);
  });
  afterAll(() => cluster?.stop());

  it('a node that is killed while documents are written and questions are asked loses nothing, and no answer is wrong', async () => {
    const prefix = newPrefix();
    const store = await newStore({ urls: cluster.urls, prefix, shards: 2 });
    await writeFolder(store, 'a', folderOf(80));
    await fetch(`${cluster.urls[0]}/_cluster/health?wait_for_status=green&timeout=60s`);
    const expected = (await titlesOf(store, 'a', 'rent of the heron')).toSorted();
    const answers: string[][] = [];
    const errors: unknown[] = [];
    let done = false;
    const asking = (async () => {
      while (!done)
        await titlesOf(store, 'a', 'rent of the heron').then(
          (titles) => answers.push(titles),
          (error) => errors.push(error),
        );
    })();
    const more = folderOf();
    const writing = writeFolder(store, 'b', more);
    await expect.poll(() => answers.length, { timeout: 120_000 }).toBeGreaterThan(1);
    await cluster.kill(1);
    const indexed = await writing;
    await expect.poll(() => answers.length, { timeout: 120_000 }).toBeGreaterThan(4);
    done = true;
    await asking;
    await cluster.restart(1);
    expect(indexed).toMatchObject({ read: FILES, left: 0 });
    for (const answer of answers) expect(answer.toSorted()).toEqual(expected);
    for (const error of errors) expect(error).toBeInstanceOf(EngineUnavailable);
    const reader = await ofCollections(store, 'b');
    expect(reader.scope.passages.own).toBe(2 * FILES);
    expect(await passagesIn(prefix, cluster.urls[0])).toBe(2 * (FILES + 80));
  });
});
