import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ResearchError } from '../../src/client/errors.ts';
import type { TransportRequest } from '../../src/client/transport/transport.ts';
import { createLibraryConnection, type LibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import type { LibraryProgress, LibraryStatus } from '../../src/protocol/worker.ts';
import { eventually } from '../support/eventually.ts';

const WORKER = fileURLToPath(new URL('../../src/service/worker/main.ts', import.meta.url));

const MEMO = '# Laptop expensed\n\nA laptop can be expensed when it is placed in service during the year.\n';

let folder: string;
let started: Worker[];
let connection: LibraryConnection;
let progress: LibraryProgress[];
let statuses: LibraryStatus[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fiscal-worker-'));
  writeFileSync(join(folder, 'laptop.md'), MEMO);
  started = [];
  progress = [];
  statuses = [];
  connection = createLibraryConnection({
    spawn() {
      const worker = new Worker(WORKER);
      started.push(worker);
      return worker;
    },
    onProgress: (next) => progress.push(next),
    onStatus: (next) => statuses.push(next),
  });
  connection.configure({ folders: [folder], indexDir: null, exclude: [] });
});

/** Resolves when the thread has ended by itself. */
const ended = (worker: Worker) =>
  worker.threadId === -1 ? Promise.resolve() : new Promise<void>((done) => worker.once('exit', () => done()));

afterEach(async () => {
  connection.dispose();
  await Promise.all(started.map(ended));
  rmSync(folder, { recursive: true });
});

function ask(fields: Record<string, unknown> = {}): TransportRequest {
  return {
    url: 'http://library/chat/completions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'service-1.0',
      messages: [{ role: 'human', content: 'Can a laptop be expensed?' }],
      ...fields,
    }),
    connectTimeout: 10_000,
    firstByteTimeout: 10_000,
  };
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const never = new AbortController().signal;

it('no thread is started before it is needed', async () => {
  expect(started).toHaveLength(0);
  const status = await connection.status();
  expect(started).toHaveLength(1);
  expect(status).toMatchObject({ documents: 0, indexedAt: null });
});

it('a question through the worker is answered without a key from the configured folders', async () => {
  const response = await connection.transport.post(ask({ stream: true }), never);
  expect(response.status).toBe(200);
  expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  const text = await readAll(response.body);
  expect(text).toContain('"type":"source_message"');
  expect(text).toContain('laptop.md');
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(progress.at(-1)).toMatchObject({ phase: 'ready' });
  expect(statuses.at(-1)).toMatchObject({ documents: 1, folders: [folder] });
});

it('a whole reply comes through the worker as JSON', async () => {
  const response = await connection.transport.post(ask(), never);
  expect(JSON.parse(await readAll(response.body))).toMatchObject({ object: 'chat.completion' });
});

it('an invalid request gets the same error as over HTTP', async () => {
  const response = await connection.transport.post(ask({ askMode: 'slow' }), never);
  expect(response.status).toBe(400);
  expect(JSON.parse(await readAll(response.body)).error.param).toBe('askMode');
});

it('an abort before the reply rejects with the reason of the signal', async () => {
  const stop = new AbortController();
  const reply = connection.transport.post(ask(), stop.signal);
  stop.abort(new Error('stopped by the user'));
  await expect(reply).rejects.toThrow('stopped by the user');
  await expect(connection.transport.post(ask(), stop.signal)).rejects.toThrow('stopped by the user');
});

it('an abort in the middle of a stream ends it with the reason of the signal, and the next question works', async () => {
  const stop = new AbortController();
  const response = await connection.transport.post(ask({ stream: true }), stop.signal);
  const read = (async () => {
    for await (const _ of response.body) stop.abort(new Error('stopped by the user'));
  })();
  await expect(read).rejects.toThrow('stopped by the user');
  const next = await connection.transport.post(ask({ stream: true }), never);
  expect(await readAll(next.body)).toContain('[DONE]');
});

it('a reader that leaves early does not delay the next question', async () => {
  const response = await connection.transport.post(ask({ stream: true }), never);
  for await (const _ of response.body) break;
  const next = await connection.transport.post(ask({ stream: true }), never);
  expect(await readAll(next.body)).toContain('[DONE]');
});

it('a worker that ends rejects pending requests with kind server, and a new one answers the next question', async () => {
  const dies = `require('node:worker_threads').parentPort.on('message', ({ type }) => type === 'configure' || process.exit(1))`;
  const mortal = createLibraryConnection({
    spawn() {
      const worker = started.length === 0 ? new Worker(dies, { eval: true }) : new Worker(WORKER);
      started.push(worker);
      return worker;
    },
  });
  mortal.configure({ folders: [folder], indexDir: null, exclude: [] });
  for (const lost of [mortal.transport.post(ask(), never), mortal.rebuild()]) {
    const error = await lost.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResearchError);
    expect(error).toMatchObject({ kind: 'server' });
  }
  const next = await mortal.transport.post(ask({ stream: true }), never);
  expect(await readAll(next.body)).toContain('laptop.md');
  expect(started).toHaveLength(2);
  mortal.dispose();
});

it('a worker file that does not exist rejects with kind server', async () => {
  const broken = createLibraryConnection({ workerPath: join(folder, 'missing.cjs') });
  await expect(broken.transport.post(ask(), never)).rejects.toMatchObject({ kind: 'server' });
  await expect(broken.status()).rejects.toMatchObject({ kind: 'server' });
  broken.dispose();
});

it('a spawn that throws rejects with kind server', async () => {
  const broken = createLibraryConnection({});
  await expect(broken.transport.post(ask(), never)).rejects.toMatchObject({ kind: 'server' });
});

it('other folders are used from the next question on', async () => {
  await connection.ready();
  const other = mkdtempSync(join(tmpdir(), 'fiscal-worker-other-'));
  writeFileSync(join(other, 'lease.md'), MEMO);
  connection.configure({ folders: [other], indexDir: null, exclude: [] });
  const status = await connection.ready();
  expect(status).toMatchObject({ documents: 1, folders: [other] });
  const response = await connection.transport.post(ask({ stream: true }), never);
  const text = await readAll(response.body);
  expect(text).toContain('lease.md');
  expect(text).not.toContain('laptop.md');
  rmSync(other, { recursive: true });
});

it('refresh finds a new document and tells the listeners', async () => {
  await connection.ready();
  const told: LibraryStatus[] = [];
  const listening = connection.onDidChangeStatus((status) => told.push(status));
  writeFileSync(join(folder, 'second.md'), '# Second\n\nA second document about depreciation.\n');
  expect(await connection.refresh()).toMatchObject({ documents: 2 });
  expect(told.at(-1)).toMatchObject({ documents: 2 });
  listening.dispose();
  const before = told.length;
  expect(await connection.rebuild()).toMatchObject({ documents: 2 });
  expect(told).toHaveLength(before);
});

it('a question with zero data retention writes nothing into the folders of the library or of the index', async () => {
  const index = mkdtempSync(join(tmpdir(), 'fiscal-index-'));
  connection.configure({ folders: [folder], indexDir: index, exclude: [] });
  await connection.ready();
  const before = readdirSync(folder);
  const canary = 'canarywordinthequestion';
  const response = await connection.transport.post(
    ask({ ZeroDataRetention: true, messages: [{ role: 'human', content: `Can a ${canary} laptop be expensed?` }] }),
    never,
  );
  await readAll(response.body);
  expect(readdirSync(folder)).toEqual(before);
  connection.dispose();
  await Promise.all(started.map(ended));
  const { readFileSync } = await import('node:fs');
  for (const file of readdirSync(index)) expect(readFileSync(join(index, file)).includes(canary)).toBe(false);
  rmSync(index, { recursive: true });
});

it('after dispose requests reject instead of starting the thread again', async () => {
  connection.dispose();
  await expect(connection.transport.post(ask(), never)).rejects.toMatchObject({ kind: 'server' });
  expect(started).toHaveLength(0);
});

it('a worker that is disposed while it reads documents closes its index, which is whole afterwards', async () => {
  const index = mkdtempSync(join(tmpdir(), 'fiscal-index-'));
  for (let file = 0; file < 300; file++) writeFileSync(join(folder, `${file}.md`), MEMO.repeat(20));
  connection.configure({ folders: [folder], indexDir: index, exclude: [] });
  const ready = connection.ready().catch((error: unknown) => error);
  await eventually(() => expect(progress.at(-1)?.phase).toBe('reading'));
  connection.dispose();
  expect(await ready).toMatchObject({ kind: 'server' });
  await Promise.all(started.map(ended));
  const files = readdirSync(index).filter((name) => name.endsWith('.sqlite'));
  expect(files).toHaveLength(1);
  expect(readdirSync(index).filter((name) => name.endsWith('-wal'))).toEqual([]);
  const database = new DatabaseSync(join(index, files[0] ?? ''), { readOnly: true });
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  database.close();
  rmSync(index, { recursive: true });
});
