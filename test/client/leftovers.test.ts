import { getEventListeners } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { QUESTION, run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { fastClock } from '../support/fastClock.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

const head: Step = { do: 'status', status: 200, headers: { 'content-type': 'text/event-stream' } };
const text: Step = { do: 'body', text: 'data: {"choices":[{"index":0,"delta":{"content":"some"}}]}\n\n' };
const gzipped: Step = { do: 'status', status: 200, headers: { 'content-encoding': 'gzip' } };

/** Name, what the server does, and whether the user stops it at the first text. */
const FAULTS: readonly (readonly [string, readonly Step[], boolean])[] = [
  ['a reset at once', [{ do: 'reset' }], false],
  ['nobody there', [{ do: 'refuse' }], false],
  ['an error page', [{ do: 'status', status: 502, headers: {} }, { do: 'body', text: '<html>' }, { do: 'end' }], false],
  ['a refused key', [{ do: 'status', status: 401, headers: {} }, { do: 'body', text: '{}' }, { do: 'end' }], false],
  [
    'an error body without end',
    [
      { do: 'status', status: 400, headers: {} },
      { do: 'drip', text: 'x'.repeat(30_000), everyMs: 1 },
    ],
    false,
  ],
  ['a cut by FIN', [head, text, { do: 'cut', how: 'fin' }], false],
  ['a cut by RST', [head, text, { do: 'cut', how: 'rst' }], false],
  ['a body that ends without [DONE]', [head, text, { do: 'end' }], false],
  [
    'a packed body that is cut',
    [gzipped, { do: 'gzipBody', text: `${text.text}`, dropLastBytes: 8 }, { do: 'end' }],
    false,
  ],
  [
    'an error object',
    [head, text, { do: 'body', text: 'data: {"error":{"message":"no"}}\n\n' }, { do: 'hang' }],
    false,
  ],
  ['a page instead of an answer', [head, { do: 'body', text: '<!doctype html>' }, { do: 'hang' }], false],
  ['a stop by the user', [head, text, { do: 'hang' }], true],
  ['silence', [head, { do: 'hang' }], false],
  ['a whole answer on an open connection', [head, text, { do: 'body', text: 'data: [DONE]\n' }, { do: 'hang' }], false],
];
const RUNS = 1_000;

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

function handles(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) {
    if (/TCPSocket|TLS|Timeout|Zlib/.test(name)) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('after a thousand faulty runs', () => {
  it('no socket, timer or listener is left after a thousand faulty runs', async () => {
    const behaviours = await Promise.all(FAULTS.map(([, steps]) => server.behave(steps)));
    const before = handles();
    // One signal for all runs, as a view might have: each run must take its listener off again.
    const shared = new AbortController();
    const one = async (index: number) => {
      const behaviour = behaviours[index % FAULTS.length];
      const [name, , stopped] = FAULTS[index % FAULTS.length] ?? ['', [], false];
      const stop = new AbortController();
      const client = createResearchClient({
        baseUrl: behaviour?.baseUrl ?? '',
        getKey: () => CANARY_KEY,
        transport: createNodeTransport(),
        clock: fastClock(1_000),
        limits: { minRetryDelay: 1, ...(name === 'silence' ? { idleTimeout: 20 } : {}) },
      });
      const outcome = await run(client, QUESTION, stopped ? stop.signal : shared.signal, {
        onAnswer: () => stopped && stop.abort(),
      });
      expect(outcome.outcome, name).not.toBe(name.startsWith('a whole') ? 'error' : 'done');
      expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
    };
    let next = 0;
    const worker = async () => {
      while (next < RUNS) await one(next++);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    await Promise.all(behaviours.map((behaviour) => behaviour.closed()));
    expect(getEventListeners(shared.signal, 'abort')).toHaveLength(0);
    expect(server.openSockets()).toBe(0);
    await expect.poll(handles).toEqual(before);
  });
});
