import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ResearchError } from '../../src/client/errors.ts';
import { createRecording } from '../../src/client/recorder.ts';
import type { AskLibraryOptions, LibraryQuestion } from '../../src/libraryClient/askLibrary.ts';
import { createLibraryConnection, type LibraryConnection } from '../../src/libraryClient/libraryConnection.ts';
import { plainQuestion } from '../../src/protocol/question.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';
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
  });
  connection.onDidProgress((next) => progress.push(next));
  connection.onDidChangeStatus((next) => statuses.push(next));
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

const QUESTION: LibraryQuestion = {
  question: plainQuestion('Can a laptop be expensed?'),
  context: [],
  mode: 'tax_research_fast_research',
  allowed: null,
  zeroRetention: false,
};

interface AskOptions extends Partial<AskLibraryOptions> {
  readonly from?: LibraryConnection;
  readonly signal?: AbortSignal;
  readonly question?: Partial<LibraryQuestion>;
}

function ask({ from = connection, signal = never, question = {}, ...options }: AskOptions = {}) {
  return from.ask({ ...QUESTION, ...question }, signal, { idleTimeout: 60_000, ...options });
}

async function readAll(events: AsyncIterable<ResearchEvent>): Promise<ResearchEvent[]> {
  const all: ResearchEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const pathsOf = (events: readonly ResearchEvent[]) =>
  events.flatMap((event) => (event.type === 'sources' ? event.sources.map(({ location }) => location?.path) : []));

const never = new AbortController().signal;

it('no thread is started before it is needed', async () => {
  expect(started).toHaveLength(0);
  const status = await connection.status();
  expect(started).toHaveLength(1);
  expect(status).toMatchObject({ documents: 0, indexedAt: null });
});

it('a question through the worker is answered by typed events from the configured folders', async () => {
  const events = await readAll(ask());
  expect(pathsOf(events)).toEqual([join(folder, 'laptop.md')]);
  expect(events.at(-1)).toEqual({ type: 'done', finishReason: 'stop' });
  expect(progress.at(-1)).toMatchObject({ phase: 'ready' });
  expect(statuses.at(-1)).toMatchObject({ documents: 1, folders: [folder] });
});

it('the selected lines of a question are not quoted, and words like those that introduce lines are no selection', async () => {
  writeFileSync(join(folder, 'policy.md'), '# Laptop policy\n\nA laptop is expensed when it is placed in service.\n');
  const selections = [{ path: 'laptop.md', line: 1, endLine: 3, text: MEMO }];
  const selected = { ...plainQuestion('Can a laptop be expensed?'), selections };
  expect(pathsOf(await readAll(ask({ question: { question: selected } })))).toEqual([join(folder, 'policy.md')]);
  const prose = plainQuestion('Can a laptop be expensed during the year?\n\nFrom laptop.md, lines 1-3:');
  expect(pathsOf(await readAll(ask({ question: { question: prose } })))).toContain(join(folder, 'laptop.md'));
});

it('the events of an answer are recorded for the inspector, and without their content under zero retention', async () => {
  for (const zeroRetention of [false, true]) {
    const recording = createRecording();
    await readAll(ask({ onWireEvent: recording.listen, question: { zeroRetention } }));
    const text = recording.text();
    expect(text.includes('"type":"sources"')).toBe(!zeroRetention);
    expect(text).toContain('ended: done');
  }
});

it('an abort before the first event ends the answer without an event', async () => {
  const stop = new AbortController();
  const reply = readAll(ask({ signal: stop.signal }));
  stop.abort(new Error('stopped by the user'));
  expect(await reply).toEqual([]);
  expect(await readAll(ask({ signal: stop.signal }))).toEqual([]);
});

it('an abort in the middle of an answer ends it, and the next question works', async () => {
  const stop = new AbortController();
  let count = 0;
  for await (const _ of ask({ signal: stop.signal })) {
    count++;
    stop.abort();
  }
  expect(count).toBe(1);
  expect((await readAll(ask())).at(-1)?.type).toBe('done');
});

it('a reader that leaves early does not delay the next question', async () => {
  for await (const _ of ask()) break;
  expect((await readAll(ask())).at(-1)?.type).toBe('done');
});

it('an answer without a sign of life fails after the idle timeout', async () => {
  const silent = createLibraryConnection({
    spawn() {
      const worker = new Worker(`require('node:worker_threads').parentPort.on('message', () => {})`, { eval: true });
      started.push(worker);
      return worker;
    },
  });
  const error = await readAll(ask({ from: silent, idleTimeout: 20 })).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: 'timeout', reason: 'idle' });
  await started.at(-1)?.terminate();
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
  for (const lost of [readAll(ask({ from: mortal })), mortal.rebuild()]) {
    const error = await lost.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ResearchError);
    expect(error).toMatchObject({ kind: 'server' });
  }
  expect(pathsOf(await readAll(ask({ from: mortal })))).toEqual([join(folder, 'laptop.md')]);
  expect(started).toHaveLength(2);
  mortal.dispose();
});

it('the thread of the library may have 12 MB of young objects and less than 2 GB of others, so that V8 collects what is not used', async () => {
  const workerPath = join(folder, 'limits.cjs');
  const code = `const { parentPort, resourceLimits } = require('node:worker_threads');
    parentPort.postMessage({ type: 'log', line: resourceLimits.maxYoungGenerationSizeMb + ' ' + resourceLimits.maxOldGenerationSizeMb });
    parentPort.on('message', () => {});`;
  writeFileSync(workerPath, code);
  const lines: string[] = [];
  const limited = createLibraryConnection({ workerPath, log: (line) => lines.push(line) });
  limited.status().catch(() => {});
  await eventually(() => expect(lines).toEqual(['12 1024']));
  limited.dispose();
});

it('a reply of another form than the call returns is rejected and logged', async () => {
  const workerPath = join(folder, 'foreign.cjs');
  const code = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ id }) => parentPort.postMessage({ type: 'returned', id, output: { documents: 'many' } }));`;
  writeFileSync(workerPath, code);
  const lines: string[] = [];
  const foreign = createLibraryConnection({ workerPath, log: (line) => lines.push(line) });
  await expect(foreign.status()).rejects.toMatchObject({ kind: 'server' });
  expect(lines).toEqual(['A message of the library service was not understood.']);
  foreign.dispose();
});

it('a worker file that does not exist rejects with kind server', async () => {
  const broken = createLibraryConnection({ workerPath: join(folder, 'missing.cjs') });
  await expect(readAll(ask({ from: broken }))).rejects.toMatchObject({ kind: 'server' });
  await expect(broken.status()).rejects.toMatchObject({ kind: 'server' });
  broken.dispose();
});

it('a spawn that throws rejects with kind server', async () => {
  const broken = createLibraryConnection({});
  await expect(readAll(ask({ from: broken }))).rejects.toMatchObject({ kind: 'server' });
});

it('other folders are used from the next question on', async () => {
  await connection.ready();
  const other = mkdtempSync(join(tmpdir(), 'fiscal-worker-other-'));
  writeFileSync(join(other, 'lease.md'), MEMO);
  connection.configure({ folders: [other], indexDir: null, exclude: [] });
  const status = await connection.ready();
  expect(status).toMatchObject({ documents: 1, folders: [other] });
  expect(pathsOf(await readAll(ask()))).toEqual([join(other, 'lease.md')]);
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
  await readAll(
    ask({ question: { zeroRetention: true, question: plainQuestion(`Can a ${canary} laptop be expensed?`) } }),
  );
  expect(readdirSync(folder)).toEqual(before);
  connection.dispose();
  await Promise.all(started.map(ended));
  const { readFileSync } = await import('node:fs');
  for (const file of readdirSync(index)) expect(readFileSync(join(index, file)).includes(canary)).toBe(false);
  rmSync(index, { recursive: true });
});

it('after dispose requests reject instead of starting the thread again', async () => {
  connection.dispose();
  await expect(readAll(ask())).rejects.toMatchObject({ kind: 'server' });
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
