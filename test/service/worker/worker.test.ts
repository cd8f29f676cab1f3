import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FromWorker, fromWorkerSchema, REPLY_WINDOW, type ToWorker } from '../../../src/protocol/worker.ts';
import type {
  LibraryIndexOptions,
  LibraryResearcher,
  LibraryStatus,
} from '../../../src/service/research/libraryResearcher.ts';
import { serveWorker } from '../../../src/service/worker/worker.ts';
import { eventually } from '../../support/eventually.ts';
import { createFakeResearcher, type ScriptItem, untilStopped } from '../../support/fakeResearcher.ts';
import { QUESTION } from '../../support/httpExchange.ts';

const STATUS: LibraryStatus = { documents: 1, passages: 2, bytes: 3, folders: ['/a'], indexedAt: 4, skipped: [] };
const CONFIG = { folders: ['/a'], indexDir: null, exclude: [] };

let host: MessagePort;
let got: FromWorker[];
let opened: LibraryIndexOptions[];
let closed: number;
let cancelled: number;
let closingLibrary: Promise<void>;
let script: Iterable<ScriptItem>;
let aborted: () => number;

beforeEach(() => {
  const channel = new MessageChannel();
  host = channel.port1;
  got = [];
  opened = [];
  closed = 0;
  cancelled = 0;
  closingLibrary = Promise.resolve();
  script = [{ type: 'text', text: 'short' }];
  host.on('message', (raw) => got.push(fromWorkerSchema.parse(raw)));
  serveWorker(channel.port2, (options): LibraryResearcher => {
    opened.push(options);
    const fake = createFakeResearcher(script);
    aborted = fake.aborted;
    return {
      research: fake.research,
      likelyPassages: async ({ messages }) => [
        { title: messages[0]?.content ?? '', path: '/a/lease.md', line: 3, endLine: 5, length: 80 },
      ],
      ready: async () => STATUS,
      status: () => STATUS,
      refresh: async () => {
        throw new Error('The folder is gone.');
      },
      rebuild: async () => {},
      documents: () => [],
      lookUp: (authorities) => ({ found: authorities.map(() => null), complete: true }),
      cancel: () => {
        cancelled++;
      },
      close: async () => {
        await closingLibrary;
        closed++;
      },
    };
  });
});
afterEach(() => host.close());

const send = (message: ToWorker): void => host.postMessage(message);
const ask = (id: number, fields: object = {}): void =>
  send({
    type: 'request',
    id,
    path: '/chat/completions',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...QUESTION, ...fields }),
  });
/** Fixtures of the readers. */
const FORMATS = new URL('../../fixtures/library/formats/', import.meta.url).pathname;
const ofType = <T extends FromWorker['type']>(type: T) =>
  got.filter((message): message is Extract<FromWorker, { type: T }> => message.type === type);
const bytes = (): number => ofType('chunk').reduce((sum, message) => sum + message.bytes.byteLength, 0);

it('the worker opens the library only when it is needed', async () => {
  send({ type: 'configure', config: CONFIG });
  send({ type: 'status', id: 1 });
  await eventually(() => expect(ofType('result')).toHaveLength(1));
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatchObject(CONFIG);
});

it('a question before any folder is configured is answered with an error', async () => {
  ask(1);
  await eventually(() => expect(ofType('end')).toHaveLength(1));
  expect(ofType('response')[0]?.status).toBe(503);
});

it('the worker answers a look-up with one entry for each authority', async () => {
  send({ type: 'configure', config: CONFIG });
  const authority = { key: '179', pin: 'b.1', base: '179' };
  send({ type: 'lookUp', id: 3, authorities: [authority, authority], maxText: 100 });
  await eventually(() =>
    expect(ofType('authorities')).toEqual([{ type: 'authorities', id: 3, found: [null, null], complete: true }]),
  );
});

it('the worker answers a look-up before any folder is configured with an error', async () => {
  send({ type: 'lookUp', id: 3, authorities: [], maxText: 100 });
  await eventually(() => expect(ofType('failed')).toHaveLength(1));
});

it('the worker posts at most a window of a reply until the host has read it', async () => {
  script = Array.from({ length: 2_000 }, () => ({ type: 'text', text: `${'x'.repeat(200)} ` }) as const);
  send({ type: 'configure', config: CONFIG });
  ask(7, { stream: true });
  await eventually(() => expect(bytes()).toBeGreaterThanOrEqual(REPLY_WINDOW));
  const before = bytes();
  send({ type: 'status', id: 8 });
  await eventually(() => expect(ofType('result')).toHaveLength(1));
  expect(bytes()).toBe(before);
  expect(before).toBeLessThan(REPLY_WINDOW + 1_000);
  let taken = 0;
  await eventually(() => {
    const all = bytes();
    if (all > taken) send({ type: 'received', id: 7, bytes: all - taken });
    taken = all;
    expect(ofType('end')).toHaveLength(1);
  }, 1);
});

it('an abort stops the research of the worker, and nothing is posted for it afterwards', async () => {
  script = [{ type: 'step', title: 'Searching' }, untilStopped];
  send({ type: 'configure', config: CONFIG });
  ask(1, { stream: true });
  await eventually(() => expect(ofType('chunk')).toHaveLength(1));
  send({ type: 'abort', id: 1 });
  await eventually(() => expect(aborted()).toBe(1));
  send({ type: 'status', id: 2 });
  await eventually(() => expect(ofType('result')).toHaveLength(1));
  expect(got.filter((message) => 'id' in message && message.id === 1).map((message) => message.type)).toEqual([
    'response',
    'chunk',
  ]);
});

it('the worker closes the open library only if the folders have changed', async () => {
  send({ type: 'configure', config: CONFIG });
  send({ type: 'ready', id: 1 });
  send({ type: 'configure', config: { ...CONFIG, folders: ['/a'] } });
  send({ type: 'configure', config: { ...CONFIG, folders: ['/b'] } });
  send({ type: 'ready', id: 2 });
  await eventually(() => expect(ofType('result')).toHaveLength(2));
  expect(opened.map((options) => options.folders)).toEqual([['/a'], ['/b']]);
  expect(closed).toBe(1);
});

it('stopReading stops an open library and opens none', async () => {
  send({ type: 'configure', config: CONFIG });
  send({ type: 'stopReading' });
  send({ type: 'status', id: 1 });
  send({ type: 'stopReading' });
  send({ type: 'status', id: 2 });
  await eventually(() => expect(ofType('result')).toHaveLength(2));
  expect(cancelled).toBe(1);
});

it('an error of the library is posted with its message', async () => {
  send({ type: 'configure', config: CONFIG });
  send({ type: 'refresh', id: 3 });
  await eventually(() => expect(ofType('failed')).toEqual([{ type: 'failed', id: 3, message: 'The folder is gone.' }]));
});

it('an invalid message to the worker is logged and ignored', async () => {
  host.postMessage({ type: 'format the disk' });
  send({ type: 'configure', config: CONFIG });
  send({ type: 'status', id: 1 });
  await eventually(() => expect(ofType('result')).toHaveLength(1));
  expect(ofType('log')).toHaveLength(1);
});

it('the worker lists the likely passages of a question', async () => {
  send({ type: 'configure', config: CONFIG });
  const messages = [{ role: 'human' as const, content: 'Is it a lease?' }];
  send({ type: 'likelyPassages', id: 4, messages, askMode: 'auto', allowedAskModes: null, inputTokens: 8000 });
  const passages = [{ title: 'Is it a lease?', path: '/a/lease.md', line: 3, endLine: 5, length: 80 }];
  await eventually(() => expect(ofType('passages')).toEqual([{ type: 'passages', id: 4, passages }]));
});

it('an invalid request to the worker fails at once instead of waiting for its timeout', async () => {
  host.postMessage({ type: 'request', id: 7, path: '/', headers: {}, body: '', model: { name: 'x'.repeat(5000) } });
  await eventually(() =>
    expect(ofType('failed')).toEqual([
      { type: 'failed', id: 7, message: 'The library service did not understand the request.' },
    ]),
  );
});

it('close ends running replies and closes the library and the port', async () => {
  script = [{ type: 'step', title: 'Searching' }, untilStopped];
  send({ type: 'configure', config: CONFIG });
  ask(1, { stream: true });
  await eventually(() => expect(ofType('chunk')).toHaveLength(1));
  const ended = new Promise((resolve) => host.on('close', resolve));
  send({ type: 'close' });
  await ended;
  expect(aborted()).toBe(1);
  expect(closed).toBe(1);
  expect(got.at(-1)).toEqual({ type: 'closed' });
});

it('a library that was replaced is closed before the worker says that it is closed, and no other is opened', async () => {
  const closing = Promise.withResolvers<void>();
  closingLibrary = closing.promise;
  send({ type: 'configure', config: CONFIG });
  send({ type: 'ready', id: 1 });
  send({ type: 'configure', config: { ...CONFIG, folders: ['/b'] } });
  send({ type: 'close' });
  send({ type: 'status', id: 2 });
  await eventually(() => expect(ofType('failed')).toHaveLength(1));
  expect(ofType('closed')).toHaveLength(0);
  closing.resolve();
  await eventually(() => expect(ofType('closed')).toHaveLength(1));
  expect(opened).toHaveLength(1);
});

it('the library reads single files for the user without a library, and gives the reason for a file that it cannot read', async () => {
  send({ type: 'readText', id: 1, path: `${FORMATS}lease-pandoc.docx`, onlyLibrary: false });
  send({ type: 'readText', id: 2, path: `${FORMATS}gone.docx`, onlyLibrary: false });
  await eventually(() => expect(got.filter((message) => message.type !== 'log')).toHaveLength(2));
  expect(ofType('document')).toMatchObject([{ id: 1, text: expect.stringContaining('lease') }]);
  expect(ofType('failed')).toEqual([{ type: 'failed', id: 2, message: 'It no longer exists.' }]);
  expect(opened).toEqual([]);
  send({ type: 'close' });
  await eventually(() => expect(ofType('closed')).toHaveLength(1));
});
