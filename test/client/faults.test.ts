import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { QUESTION, run } from '../support/askRun.ts';
import type { Step } from '../support/hostileSteps.ts';
import { ask, chunk, clientFor, end, ok, server, sse, status } from './hostileClient.ts';

const json: Step = { do: 'status', status: 200, headers: { 'content-type': 'application/json' } };

describe('a reply that ends too early', () => {
  it.each<[string, readonly Step[]]>([
    ['by RST', [ok, sse(chunk('kept')), { do: 'cut', how: 'rst' }]],
    [
      'by FIN inside a chunk',
      [ok, sse(chunk('kept')), { do: 'raw', text: '40\r\ndata: {' }, { do: 'cut', how: 'fin' }],
    ],
    [
      'before its content-length',
      [status(200, { 'content-length': '9999' }), sse(chunk('kept')), { do: 'cut', how: 'fin' }],
    ],
    [
      'after a finish reason, without [DONE]',
      [ok, sse(chunk('kept'), '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'), end],
    ],
    [
      'with a packed body cut short',
      [
        status(200, { 'content-encoding': 'gzip' }),
        { do: 'gzipBody', text: `data: ${chunk('kept')}\n\n`, flushPerEvent: true, dropLastBytes: 6 },
        end,
      ],
    ],
  ])('a reply that ends early with %s is truncated, keeps its text and is requested once', async (_, steps) => {
    const { outcome, text, behaviour } = await ask(steps);
    expect({ outcome, text, requests: behaviour.requests.length }).toEqual({
      outcome: 'truncated',
      text: 'kept',
      requests: 1,
    });
  });

  it('an empty reply is truncated', async () => {
    const { outcome, shown, behaviour } = await ask([ok, end]);
    expect(outcome).toBe('truncated');
    expect(shown).toContain('empty');
    expect(behaviour.requests).toHaveLength(1);
  });

  it('a connection that breaks right after [DONE] loses nothing', async () => {
    const steps: Step[] = [
      ok,
      { do: 'body', text: `data: ${chunk('all')}\n\ndata: [DONE]` },
      { do: 'cut', how: 'rst' },
    ];
    expect(await ask(steps)).toMatchObject({ outcome: 'done', text: 'all' });
  });
});

it('a reply of status 203, which a proxy has changed, is an answer', async () => {
  const { error, text } = await ask([
    { do: 'status', status: 203, headers: { 'content-type': 'text/event-stream' } },
    sse(chunk('Yes.'), '[DONE]'),
    end,
  ]);
  expect([error, text]).toEqual([undefined, 'Yes.']);
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
  ])('a reply of status 200 that is %s is recognised', async (_, steps, kind, words) => {
    const { error, shown, text, behaviour } = await ask(steps);
    expect({ kind: error?.kind, text, requests: behaviour.requests.length }).toEqual({ kind, text: '', requests: 1 });
    expect(shown).toContain(words);
  });

  it('a JSON completion where a stream was requested is an answer with its finish_reason and usage', async () => {
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

  it('a JSON reply without text, or cut off, cannot be read', async () => {
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
  ])('the JSON reply %s is no answer but an error of kind %s', async (text, kind) => {
    for (const stream of [true, false])
      expect((await ask([json, { do: 'body', text }, end], {}, stream)).error?.kind).toBe(kind);
  });

  it.each([201, 204, 206])('a reply of status %i breaks the interface', async (code) => {
    const { error, shown, behaviour } = await ask([status(code), end]);
    expect({ kind: error?.kind, requests: behaviour.requests.length }).toEqual({ kind: 'protocol', requests: 1 });
    expect(shown).toContain(`HTTP ${code}`);
  });

  it('an error object after text keeps the text and reports the words of the service', async () => {
    const { error, text, shown } = await ask([
      ok,
      sse(chunk('some'), '{"error":{"message":"<b>model</b> overloaded {{KEY}}"}}', '[DONE]'),
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
  it('the default time limits allow a silence of 310 s before the response and inside the stream', async () => {
    expect(DEFAULT_LIMITS.firstByteTimeout).toBeGreaterThan(310_000);
    expect(DEFAULT_LIMITS.idleTimeout).toBeGreaterThan(310_000);
    // The same at a two-hundred-and-fiftieth: limits and silences keep their proportion.
    const scaled = {
      connectTimeout: 15_000,
      firstByteTimeout: DEFAULT_LIMITS.firstByteTimeout / 250,
      idleTimeout: DEFAULT_LIMITS.idleTimeout / 250,
    };
    const steps: Step[] = [
      { do: 'wait', ms: 1240 },
      ok,
      sse(chunk('a')),
      { do: 'wait', ms: 1240 },
      sse(chunk('b'), '[DONE]'),
      end,
    ];
    expect(await ask(steps, scaled)).toMatchObject({ outcome: 'done', text: 'ab' });
  });

  it('a wait for the first byte ends at its limit without a retry', async () => {
    const { error, behaviour, shown } = await ask([{ do: 'hang' }], { firstByteTimeout: 60 });
    expect({ kind: error?.kind, requests: behaviour.requests.length }).toEqual({ kind: 'timeout', requests: 1 });
    expect(shown).toContain('sent nothing within 0.06 seconds');
    await behaviour.closed();
  });

  it('the client does not wait long for the body of an error reply', async () => {
    const steps: Step[] = [status(500), { do: 'body', text: '{"error":' }, { do: 'hang' }];
    const { error, behaviour } = await ask(steps, { errorBodyTimeout: 60 });
    expect(error).toMatchObject({ kind: 'server', status: 500 });
    await behaviour.closed();
  });

  it('a silence in the middle of an answer ends with its own message and keeps the text', async () => {
    const { error, text, shown, behaviour } = await ask([ok, sse(chunk('some')), { do: 'hang' }], { idleTimeout: 250 });
    expect({ kind: error?.kind, text }).toEqual({ kind: 'timeout', text: 'some' });
    expect(shown).toContain('in the middle of the answer');
    await behaviour.closed();
  });

  it('a handshake that never ends is a timeout', async () => {
    const mute = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const { port } = mute.address() as net.AddressInfo;
    const outcome = await run(clientFor(`https://127.0.0.1:${port}`, { connectTimeout: 60 }));
    expect(outcome.error?.kind).toBe('timeout');
    expect(outcome.shown).toContain('could not be connected to within');
    await new Promise((resolve) => mute.close(resolve));
  });

  it('comments in a stream count as activity', async () => {
    const steps: Step[] = [
      ok,
      { do: 'drip', text: ': ping\n\n', everyMs: 20, forMs: 700 },
      sse(chunk('late'), '[DONE]'),
      end,
    ];
    expect(await ask(steps, { idleTimeout: 300 })).toMatchObject({ outcome: 'done', text: 'late' });
  });
});

describe('the limits', () => {
  it('an event above the size limit is refused', async () => {
    const { error, text } = await ask([ok, sse(chunk('kept'), chunk('x'.repeat(5_000))), end], { maxEventSize: 4_096 });
    expect({ kind: error?.kind, text }).toEqual({ kind: 'tooLarge', text: 'kept' });
  });

  it('an event that never ends is refused at the size limit', async () => {
    const { error, behaviour } = await ask(
      [ok, { do: 'body', text: 'data: ' }, { do: 'drip', text: 'x'.repeat(1_000), everyMs: 0 }],
      { maxEventSize: 65_536 },
    );
    expect(error?.kind).toBe('tooLarge');
    await behaviour.closed();
  });

  it('an answer above the size limit is refused, also when it is compressed', async () => {
    const bomb: Step[] = [
      status(200, { 'content-encoding': 'gzip' }),
      { do: 'gzipRepeat', text: `data: ${chunk('x')}\n\n`, times: 200_000 },
      end,
    ];
    const { error, text } = await ask(bomb, { maxAnswerSize: 1024 * 1024 });
    expect(error?.kind).toBe('tooLarge');
    expect(text.length).toBeGreaterThan(1_000);
    expect(text.length).toBeLessThan(30_000);
  });

  it('an error body is read up to its size limit', async () => {
    const { error, behaviour } = await ask([status(400), { do: 'drip', text: 'x'.repeat(9_000), everyMs: 0 }]);
    expect(error?.kind).toBe('request');
    expect(error?.detail?.length).toBeLessThan(600);
    await behaviour.closed();
  });
});

describe('another try', () => {
  it.each([408, 429, 502, 503, 504])('status %i is retried at most twice', async (code) => {
    const { behaviour, retries } = await ask([status(code), end]);
    expect(behaviour.requests).toHaveLength(3);
    expect(retries.map(({ attempt, delay }) => [attempt, delay])).toEqual([
      [2, 500],
      [3, 1_000],
    ]);
  });

  it.each([400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 500, 501, 505, 520, 529])(
    'status %i is never retried',
    async (code) => {
      expect((await ask([status(code), end])).behaviour.requests).toHaveLength(1);
    },
  );

  it('an exhausted quota is never retried', async () => {
    const { behaviour, error } = await ask([
      status(429),
      { do: 'body', text: '{"error":{"message":"m","code":"insufficient_quota"}}' },
      end,
    ]);
    expect({ kind: error?.kind, requests: behaviour.requests.length }).toEqual({ kind: 'billing', requests: 1 });
  });

  it('a failure after an event is never retried', async () => {
    const step = '{"type":"step_message","title":"Searching"}';
    const { behaviour, outcome } = await ask([ok, sse(step), { do: 'cut', how: 'rst' }]);
    expect({ outcome, requests: behaviour.requests.length }).toEqual({ outcome: 'truncated', requests: 1 });
  });

  it('a retry sends the same bytes', async () => {
    const { behaviour } = await ask([status(503), end]);
    expect(new Set(behaviour.requests.map(({ body }) => body)).size).toBe(1);
  });

  it('a Retry-After of more than a minute is reported instead of a retry', async () => {
    const { behaviour, error, shown } = await ask([status(503, { 'retry-after': '7200' }), end]);
    expect(behaviour.requests).toHaveLength(1);
    expect(error?.retryAfter).toBe(7_200);
    expect(shown).toContain('in 2 hours');
  });

  it('an abort cancels a retry at once and without an error', async () => {
    const behaviour = await server.behave([status(503, { 'retry-after': '59' }), end]);
    const stop = new AbortController();
    const outcome = await run(clientFor(behaviour.baseUrl), QUESTION, stop.signal, { onRetry: () => stop.abort() });
    expect(outcome).toMatchObject({ outcome: 'stopped', events: [] });
    expect(behaviour.requests).toHaveLength(1);
  });
});
