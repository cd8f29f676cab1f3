import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/client/limits.ts';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { QUESTION, type Run, run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { fastClock } from '../support/fastClock.ts';
import { type Behaviour, type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

const sse = (...events: string[]): Step => ({ do: 'body', text: events.map((event) => `data: ${event}\n\n`).join('') });
const piece = (content: string) => JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const ok: Step = { do: 'status', status: 200, headers: { 'content-type': 'text/event-stream' } };
const json: Step = { do: 'status', status: 200, headers: { 'content-type': 'application/json' } };
const end: Step = { do: 'end' };
const status = (code: number, headers: Record<string, string> = {}): Step => ({ do: 'status', status: code, headers });

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer({ KEY: CANARY_KEY });
});
afterAll(() => server.close());

function clientFor(baseUrl: string, limits: Partial<Limits> = {}) {
  const [clock, transport] = [fastClock(20), createNodeTransport()];
  return createResearchClient({ baseUrl, getKey: () => CANARY_KEY, transport, limits, clock, random: () => 0.5 });
}

async function ask(
  steps: readonly Step[],
  limits: Partial<Limits> = {},
  stream = true,
): Promise<Run & { behaviour: Behaviour }> {
  const behaviour = await server.behave(steps);
  return { ...(await run(clientFor(behaviour.baseUrl, limits), { ...QUESTION, stream })), behaviour };
}

describe('a reply that ends too early', () => {
  it.each<[string, readonly Step[]]>([
    ['by RST', [ok, sse(piece('kept')), { do: 'cut', how: 'rst' }]],
    [
      'by FIN inside a chunk',
      [ok, sse(piece('kept')), { do: 'raw', text: '40\r\ndata: {' }, { do: 'cut', how: 'fin' }],
    ],
    [
      'before its content-length',
      [status(200, { 'content-length': '9999' }), sse(piece('kept')), { do: 'cut', how: 'fin' }],
    ],
    [
      'after a finish reason, without [DONE]',
      [ok, sse(piece('kept'), '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'), end],
    ],
    [
      'with a packed body cut short',
      [
        status(200, { 'content-encoding': 'gzip' }),
        { do: 'gzipBody', text: `data: ${piece('kept')}\n\n`, flushPerEvent: true, dropLastBytes: 6 },
        end,
      ],
    ],
  ])('%s is truncated, keeps its text and is asked for once', async (_, steps) => {
    const { outcome, text, behaviour } = await ask(steps);
    expect({ outcome, text, requests: behaviour.requests.length }).toEqual({
      outcome: 'truncated',
      text: 'kept',
      requests: 1,
    });
  });

  it('is truncated too when it was empty', async () => {
    const { outcome, shown, behaviour } = await ask([ok, end]);
    expect(outcome).toBe('truncated');
    expect(shown).toContain('empty');
    expect(behaviour.requests).toHaveLength(1);
  });

  it('takes nothing away when the connection breaks right behind [DONE]', async () => {
    const steps: Step[] = [
      ok,
      { do: 'body', text: `data: ${piece('all')}\n\ndata: [DONE]` },
      { do: 'cut', how: 'rst' },
    ];
    expect(await ask(steps)).toMatchObject({ outcome: 'done', text: 'all' });
  });
});

describe('status 200 that is no success', () => {
  it.each<[string, readonly Step[], string, string]>([
    [
      'a JSON error instead of a stream',
      [json, { do: 'body', text: '{"error":{"message":"quota used up","type":"insufficient_quota"}}' }, end],
      'billing',
      'quota used up',
    ],
    [
      'other JSON',
      [json, { do: 'body', text: '{"status":"up"}' }, end],
      'notTheService',
      'not from a research service',
    ],
    ['plain text', [ok, { do: 'body', text: 'Welcome to nginx' }, end], 'notTheService', 'not from a research service'],
    [
      'a page that calls itself a stream',
      [ok, { do: 'body', text: '\n\n <html>' }, { do: 'hang' }],
      'notTheService',
      'sign-in page',
    ],
    ['a stream of other data', [ok, sse('{"ping":1}'), end], 'notTheService', 'not from a research service'],
  ])('%s is told apart', async (_, steps, kind, words) => {
    const { error, shown, text, behaviour } = await ask(steps);
    expect({ kind: error?.kind, text, requests: behaviour.requests.length }).toEqual({ kind, text: '', requests: 1 });
    expect(shown).toContain(words);
  });

  it('a whole completion where a stream was asked for is an answer', async () => {
    const body = {
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'ai', content: 'whole' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    };
    const { events } = await ask([json, { do: 'body', text: JSON.stringify(body) }, end]);
    expect(events).toEqual([
      { type: 'text', text: 'whole' },
      { type: 'usage', usage: { promptTokens: 1, completionTokens: 2, totalTokens: 3 } },
      { type: 'done', finishReason: 'stop' },
    ]);
  });

  it('a whole reply without text, or cut, is a reply that could not be read', async () => {
    const empty = await ask([json, { do: 'body', text: '{"object":"chat.completion","choices":[]}' }, end], {}, false);
    expect(empty.error?.kind).toBe('protocol');
    const cut = await ask(
      [status(200, { 'content-length': '99' }), { do: 'body', text: '{"choices":' }, { do: 'cut', how: 'fin' }],
      {},
      false,
    );
    expect(cut.error?.kind).toBe('truncated');
  });

  it.each([
    ['null', 'protocol'],
    ['[]', 'protocol'],
    ['{}', 'protocol'],
    ['"text"', 'protocol'],
    ['{"choices":[{"message":{"content":null}}]}', 'protocol'],
    ['{"openapi":"3.1.0"}', 'notTheService'],
  ])('the JSON %s is no answer: %s', async (text, kind) => {
    for (const stream of [true, false])
      expect((await ask([json, { do: 'body', text }, end], {}, stream)).error?.kind).toBe(kind);
  });

  it.each([201, 204, 206])('status %i is none that the interface has', async (code) => {
    const { error, shown, behaviour } = await ask([status(code), end]);
    expect({ kind: error?.kind, requests: behaviour.requests.length }).toEqual({ kind: 'protocol', requests: 1 });
    expect(shown).toContain(`HTTP ${code}`);
  });

  it('an error object after text keeps the text and says what the service said', async () => {
    const { error, text, shown } = await ask([
      ok,
      sse(piece('some'), '{"error":{"message":"<b>model</b> overloaded {{KEY}}"}}', '[DONE]'),
      end,
    ]);
    expect({ kind: error?.kind, name: error?.name, text }).toEqual({
      kind: 'server',
      name: 'ServiceError',
      text: 'some',
    });
    expect(shown).toContain('model overloaded [key]');
  });
});

describe('the clocks', () => {
  it('allow the silence of deep research by default: 310 s before the head and inside the stream', async () => {
    expect(DEFAULT_LIMITS.firstByte).toBeGreaterThan(310_000);
    expect(DEFAULT_LIMITS.idle).toBeGreaterThan(310_000);
    // The same at a five-hundredth: limits and silences keep their proportion.
    const scaled = { connect: 15_000, firstByte: DEFAULT_LIMITS.firstByte / 500, idle: DEFAULT_LIMITS.idle / 500 };
    const steps: Step[] = [
      { do: 'wait', ms: 620 },
      ok,
      sse(piece('a')),
      { do: 'wait', ms: 620 },
      sse(piece('b'), '[DONE]'),
      end,
    ];
    expect(await ask(steps, scaled)).toMatchObject({ outcome: 'done', text: 'ab' });
  });

  it('end a wait for the first byte, once and without another try', async () => {
    const { error, behaviour, shown } = await ask([{ do: 'hang' }], { firstByte: 60 });
    expect({ kind: error?.kind, requests: behaviour.requests.length }).toEqual({ kind: 'timeout', requests: 1 });
    expect(shown).toContain('sent nothing within 0.06 seconds');
    await behaviour.closed();
  });

  it('do not wait long for the body of an error, whose status says enough', async () => {
    const steps: Step[] = [status(500), { do: 'body', text: '{"error":' }, { do: 'hang' }];
    const { error, behaviour } = await ask(steps, { errorBodyTime: 60 });
    expect(error).toMatchObject({ kind: 'server', status: 500 });
    await behaviour.closed();
  });

  it('end a silence in the middle, with the text kept and its own message', async () => {
    const { error, text, shown, behaviour } = await ask([ok, sse(piece('some')), { do: 'hang' }], { idle: 250 });
    expect({ kind: error?.kind, text }).toEqual({ kind: 'timeout', text: 'some' });
    expect(shown).toContain('in the middle of the answer');
    await behaviour.closed();
  });

  it('end a handshake that never comes', async () => {
    const mute = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as net.AddressInfo;
    const outcome = await run(clientFor(`https://127.0.0.1:${port}`, { connect: 60 }));
    expect(outcome.error?.kind).toBe('timeout');
    expect(outcome.shown).toContain('could not be connected to within');
    await new Promise((resolve) => mute.close(resolve));
  });

  it('are held by comments', async () => {
    const steps: Step[] = [
      ok,
      { do: 'drip', text: ': ping\n\n', everyMs: 20, forMs: 700 },
      sse(piece('late'), '[DONE]'),
      end,
    ];
    expect(await ask(steps, { idle: 300 })).toMatchObject({ outcome: 'done', text: 'late' });
  });
});

describe('the limits', () => {
  it('of an event', async () => {
    const { error, text } = await ask([ok, sse(piece('kept'), piece('x'.repeat(5_000))), end], { eventSize: 4_096 });
    expect({ kind: error?.kind, text }).toEqual({ kind: 'tooLarge', text: 'kept' });
  });

  it('of an event that never ends', async () => {
    const { error, behaviour } = await ask(
      [ok, { do: 'body', text: 'data: ' }, { do: 'drip', text: 'x'.repeat(1_000), everyMs: 0 }],
      { eventSize: 65_536 },
    );
    expect(error?.kind).toBe('tooLarge');
    await behaviour.closed();
  });

  it('of an answer, also when it was packed small', async () => {
    const bomb: Step[] = [
      status(200, { 'content-encoding': 'gzip' }),
      { do: 'gzipRepeat', text: `data: ${piece('x')}\n\n`, times: 200_000 },
      end,
    ];
    const { error, text } = await ask(bomb, { answerSize: 1024 * 1024 });
    expect(error?.kind).toBe('tooLarge');
    expect(text.length).toBeGreaterThan(1_000);
    expect(text.length).toBeLessThan(30_000);
  });

  it('of an error body', async () => {
    const { error, behaviour } = await ask([status(400), { do: 'drip', text: 'x'.repeat(9_000), everyMs: 0 }]);
    expect(error?.kind).toBe('request');
    expect(error?.detail?.length).toBeLessThan(600);
    await behaviour.closed();
  });
});

describe('another try', () => {
  it.each([408, 429, 502, 503, 504])('follows status %i, twice at most', async (code) => {
    const { behaviour, retries } = await ask([status(code), end]);
    expect(behaviour.requests).toHaveLength(3);
    expect(retries.map(({ attempt, delay }) => [attempt, delay])).toEqual([
      [2, 500],
      [3, 1_000],
    ]);
  });

  it.each([400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 500, 501, 505, 520, 529])(
    'never follows status %i',
    async (code) => {
      expect((await ask([status(code), end])).behaviour.requests).toHaveLength(1);
    },
  );

  it('never follows a used-up quota, which is no rate', async () => {
    const { behaviour, error } = await ask([
      status(429),
      { do: 'body', text: '{"error":{"message":"m","code":"insufficient_quota"}}' },
      end,
    ]);
    expect({ kind: error?.kind, requests: behaviour.requests.length }).toEqual({ kind: 'billing', requests: 1 });
  });

  it('never follows an event', async () => {
    const step = '{"type":"step_message","title":"Searching"}';
    const { behaviour, outcome } = await ask([ok, sse(step), { do: 'cut', how: 'rst' }]);
    expect({ outcome, requests: behaviour.requests.length }).toEqual({ outcome: 'truncated', requests: 1 });
  });

  it('sends the same bytes again', async () => {
    const { behaviour } = await ask([status(503), end]);
    expect(new Set(behaviour.requests.map(({ body }) => body)).size).toBe(1);
  });

  it('is not made when the service asks for more than a minute; the user learns when', async () => {
    const { behaviour, error, shown } = await ask([status(503, { 'retry-after': '7200' }), end]);
    expect(behaviour.requests).toHaveLength(1);
    expect(error?.retryAfter).toBe(7_200);
    expect(shown).toContain('in 2 hours');
  });

  it('is cancelled by the signal, at once and silently', async () => {
    const behaviour = await server.behave([status(503, { 'retry-after': '59' }), end]);
    const stop = new AbortController();
    const outcome = await run(clientFor(behaviour.baseUrl), QUESTION, stop.signal, { onRetry: () => stop.abort() });
    expect(outcome).toMatchObject({ outcome: 'stopped', events: [] });
    expect(behaviour.requests).toHaveLength(1);
  });
});
