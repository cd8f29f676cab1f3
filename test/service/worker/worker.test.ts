import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import {
  type CallInput,
  type FromWorker,
  fromWorkerSchema,
  type LibraryCall,
  type ToWorker,
} from '../../../src/protocol/worker.ts';
import type {
  LibraryResearcher,
  LibraryStatus,
  UserLibraryOptions,
} from '../../../src/service/research/libraryResearcher.ts';
import type { ResearchRequest } from '../../../src/service/researcher.ts';
import { serveWorker } from '../../../src/service/worker/worker.ts';
import { eventually } from '../../support/eventually.ts';
import { ANSWER, createFakeResearcher, type ScriptItem, untilStopped } from '../../support/fakeResearcher.ts';

const STATUS: LibraryStatus = { documents: 1, passages: 2, bytes: 3, folders: ['/a'], indexedAt: 4, skipped: [] };
const CONFIG = { folders: ['/a'], indexDir: null, exclude: [] };

let host: MessagePort;
let got: FromWorker[];
let opened: UserLibraryOptions[];
let closed: number;
let cancelled: number;
let closingLibrary: Promise<void>;
let script: Iterable<ScriptItem>;
let aborted: () => number;
let requests: readonly ResearchRequest[];

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
    requests = fake.requests;
    return {
      research: fake.research,
      likelyPassages: async ({ question }) => [
        { title: question.text, path: '/a/lease.md', line: 3, endLine: 5, length: 80 },
      ],
      ready: async () => STATUS,
      status: () => STATUS,
      refresh: async () => {
        throw new Error('The folder is gone.');
      },
      rebuild: async () => {},
      documents: async () => [],
      kinds: async () => ['tax'],
      overview: async (folder) => ({
        documents: [],
        labels: [],
        total: 0,
        unread: [{ path: `${folder}/a.zip`, name: 'a.zip', reason: 'It is an archive.' }],
        waiting: 0,
      }),
      search: async () => ({ passages: [], undated: 0 }),
      amountStatements: async () => [],
      lookUp: async (authorities) => ({ found: authorities.map(() => null), complete: true }),
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
const QUESTION = {
  question: plainQuestion('Is it a lease?'),
  context: [{ question: plainQuestion('Q1'), answer: 'A1' }],
  mode: 'auto' as const,
  allowed: null,
};
const call = <Name extends LibraryCall>(id: number, name: Name, input: CallInput<Name>): void =>
  send({ type: 'call', id, name, input });
const ask = (id: number): void => send({ type: 'ask', id, ...QUESTION, zeroRetention: true });
/** Fixtures of the readers. */
const FORMATS = new URL('../../fixtures/library/formats/', import.meta.url).pathname;
const ofType = <T extends FromWorker['type']>(type: T) =>
  got.filter((message): message is Extract<FromWorker, { type: T }> => message.type === type);

it('the worker opens the library only when it is needed', async () => {
  send({ type: 'configure', config: CONFIG });
  call(1, 'status', {});
  await eventually(() => expect(ofType('returned')).toHaveLength(1));
  expect(opened).toHaveLength(1);
  expect(opened[0]).toMatchObject(CONFIG);
});

it('a question before any folder is configured is answered with an error', async () => {
  ask(1);
  await eventually(() => expect(ofType('failed')).toHaveLength(1));
  expect(ofType('event')).toEqual([]);
});

it('the worker answers a look-up with one entry for each authority', async () => {
  send({ type: 'configure', config: CONFIG });
  const authority = { key: '179', pin: 'b.1', base: '179' };
  call(3, 'lookUp', { authorities: [authority, authority], maxText: 100 });
  await eventually(() =>
    expect(ofType('returned')).toEqual([{ type: 'returned', id: 3, output: { found: [null, null], complete: true } }]),
  );
});

it('the worker answers a look-up before any folder is configured with an error', async () => {
  call(3, 'lookUp', { authorities: [], maxText: 100 });
  await eventually(() => expect(ofType('failed')).toHaveLength(1));
});

it('the worker answers with the overview of a folder', async () => {
  send({ type: 'configure', config: CONFIG });
  call(4, 'overview', { folder: '/a' });
  await eventually(() => expect(ofType('returned')[0]?.output).toMatchObject({ unread: [{ path: '/a/a.zip' }] }));
});

it('a question reaches the researcher as it was sent, and its events come back with locations', async () => {
  script = ANSWER;
  send({ type: 'configure', config: CONFIG });
  ask(7);
  await eventually(() => expect(ofType('event').at(-1)?.event.type).toBe('done'));
  expect(requests).toEqual([
    {
      question: QUESTION.question,
      context: QUESTION.context,
      askMode: 'auto',
      allowedAskModes: null,
      zeroDataRetention: true,
    },
  ]);
  expect(ofType('event').find(({ event }) => event.type === 'sources')?.event).toEqual({
    type: 'sources',
    sources: [
      {
        title: '§ 179',
        url: null,
        snippet: 'may elect to treat the cost',
        location: { path: '/library/179.md', line: 3, endLine: 5 },
      },
    ],
  });
});

it('drafts are text that the whole answer replaces', async () => {
  const parts = [{ kind: 'rule' as const, from: 0, to: 4 }];
  script = [
    { type: 'text', draft: true, text: 'The draft.' },
    { type: 'parts', text: 'Yes.', parts },
  ];
  send({ type: 'configure', config: CONFIG });
  ask(1);
  await eventually(() => expect(ofType('event').at(-1)?.event.type).toBe('done'));
  expect(
    ofType('event')
      .map(({ event }) => event)
      .slice(0, 2),
  ).toEqual([
    { type: 'text', text: 'The draft.', draft: true },
    { type: 'parts', text: 'Yes.', parts },
  ]);
});

it('a failure of the researcher ends the answer without its message, which may have content', async () => {
  script = [{ type: 'step', title: 'Searching' }, new TypeError('secret of the client')];
  send({ type: 'configure', config: CONFIG });
  ask(1);
  await eventually(() => expect(ofType('failed')).toHaveLength(1));
  expect(JSON.stringify(got)).not.toContain('secret');
  expect(ofType('log').map(({ line }) => line)).toContain('Answer: TypeError');
});

it('an abort stops the research of the worker, and nothing is posted for it afterwards', async () => {
  script = [{ type: 'step', title: 'Searching' }, untilStopped];
  send({ type: 'configure', config: CONFIG });
  ask(1);
  await eventually(() => expect(ofType('event')).toHaveLength(1));
  send({ type: 'abort', id: 1 });
  await eventually(() => expect(aborted()).toBe(1));
  call(2, 'status', {});
  await eventually(() => expect(ofType('returned')).toHaveLength(1));
  expect(got.filter((message) => 'id' in message && message.id === 1).map((message) => message.type)).toEqual([
    'event',
  ]);
});

it('the worker closes the open library only if the folders have changed', async () => {
  send({ type: 'configure', config: CONFIG });
  call(1, 'ready', {});
  send({ type: 'configure', config: { ...CONFIG, folders: ['/a'] } });
  send({ type: 'configure', config: { ...CONFIG, folders: ['/b'] } });
  call(2, 'ready', {});
  await eventually(() => expect(ofType('returned')).toHaveLength(2));
  expect(opened.map((options) => options.folders)).toEqual([['/a'], ['/b']]);
  expect(closed).toBe(1);
});

it('stopReading stops an open library and opens none', async () => {
  send({ type: 'configure', config: CONFIG });
  send({ type: 'stopReading' });
  call(1, 'status', {});
  send({ type: 'stopReading' });
  call(2, 'status', {});
  await eventually(() => expect(ofType('returned')).toHaveLength(2));
  expect(cancelled).toBe(1);
});

it('an error of the library is posted with its message', async () => {
  send({ type: 'configure', config: CONFIG });
  call(3, 'refresh', {});
  await eventually(() => expect(ofType('failed')).toEqual([{ type: 'failed', id: 3, message: 'The folder is gone.' }]));
});

it('an invalid message to the worker is logged and ignored', async () => {
  host.postMessage({ type: 'format the disk' });
  send({ type: 'configure', config: CONFIG });
  call(1, 'status', {});
  await eventually(() => expect(ofType('returned')).toHaveLength(1));
  expect(ofType('log')).toHaveLength(1);
});

it('the worker lists the likely passages of a question', async () => {
  send({ type: 'configure', config: CONFIG });
  call(4, 'likelyPassages', { ...QUESTION, inputTokens: 8000 });
  const passages = [{ title: 'Is it a lease?', path: '/a/lease.md', line: 3, endLine: 5, length: 80 }];
  await eventually(() => expect(ofType('returned')).toEqual([{ type: 'returned', id: 4, output: passages }]));
});

it('an invalid request to the worker fails at once instead of waiting for its timeout', async () => {
  host.postMessage({ type: 'ask', id: 7, ...QUESTION, zeroRetention: false, model: { name: 'x'.repeat(5000) } });
  await eventually(() =>
    expect(ofType('failed')).toEqual([
      { type: 'failed', id: 7, message: 'The library service did not understand the request.' },
    ]),
  );
});

it('a call with an input of another form fails at once, and nothing is opened', async () => {
  send({ type: 'configure', config: CONFIG });
  send({ type: 'call', id: 8, name: 'overview', input: { folder: 4 } });
  await eventually(() =>
    expect(ofType('failed')).toEqual([
      { type: 'failed', id: 8, message: 'The library service did not understand the request.' },
    ]),
  );
  expect(opened).toEqual([]);
});

it('close ends running replies and closes the library and the port', async () => {
  script = [{ type: 'step', title: 'Searching' }, untilStopped];
  send({ type: 'configure', config: CONFIG });
  ask(1);
  await eventually(() => expect(ofType('event')).toHaveLength(1));
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
  call(1, 'ready', {});
  send({ type: 'configure', config: { ...CONFIG, folders: ['/b'] } });
  send({ type: 'close' });
  call(2, 'status', {});
  await eventually(() => expect(ofType('failed')).toHaveLength(1));
  expect(ofType('closed')).toHaveLength(0);
  closing.resolve();
  await eventually(() => expect(ofType('closed')).toHaveLength(1));
  expect(opened).toHaveLength(1);
});

it('the library reads single files for the user without a library, and gives the reason for a file that it cannot read', async () => {
  call(1, 'readText', { path: `${FORMATS}lease-pandoc.docx`, onlyLibrary: false });
  call(2, 'readText', { path: `${FORMATS}gone.docx`, onlyLibrary: false });
  await eventually(() => expect(got.filter((message) => message.type !== 'log')).toHaveLength(2));
  expect(ofType('returned')).toMatchObject([{ id: 1, output: { text: expect.stringContaining('lease') } }]);
  expect(ofType('failed')).toEqual([{ type: 'failed', id: 2, message: 'It no longer exists.' }]);
  expect(opened).toEqual([]);
  send({ type: 'close' });
  await eventually(() => expect(ofType('closed')).toHaveLength(1));
});
