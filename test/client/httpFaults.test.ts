import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/client/limits.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { QUESTION, run } from '../support/askRun.ts';
import { CANARY_KEY, expectNoCanary } from '../support/canary.ts';
import { fastClock } from '../support/fastClock.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

interface Fault {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly stream: boolean;
  readonly server: readonly Step[];
  readonly thenServer?: readonly Step[] | 'repeat';
  readonly userAction?: { readonly at: string; readonly do: string };
  readonly expect: {
    readonly requests: number | readonly [number, number];
    readonly outcome: string;
    readonly category?: string;
    readonly text?: string;
    readonly steps?: readonly string[];
    readonly userSees?: readonly string[];
    readonly withinMs?: number;
  };
}

const faults = JSON.parse(
  readFileSync(new URL('../fixtures/cases/http-faults.json', import.meta.url), 'utf8'),
) as readonly Fault[];

/** Needs the extension: the view, its settings or its storage. Held in test/vscode and test/extension. */
const OF_THE_EXTENSION = new Set(['F091', 'F095', 'F096']);

/** The categories of the cases and the kinds that say the same. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'too-large': ['tooLarge'],
  'rate-limit': ['rateLimit'],
  'not-the-service': ['notTheService'],
  redirect: ['address'],
  network: ['network', 'dns'],
  service: ['protocol'],
};

/** Ideas of `userSees` that are carried in other words. */
const WORDS: Readonly<Record<string, RegExp>> = {
  'shorten or start a new conversation': /shorten the question, or start a new conversation/,
  'the service refused the key': /refused the API key/,
  'the request is too large': /question too large/,
  'the reply is not from the service': /not the research service/,
  'the service answered with a redirect to another address': /redirects to another address/,
  'a proxy or login page may be in the way': /a proxy or a sign-in page/,
  'the host was not found': /server not found/,
  'the connection was lost': /closed the connection/,
  'the proxy asks for credentials': /requires a user name and password/,
  'the reply is not valid HTTP': /did not reply in HTTP/,
  'the reply could not be read': /reply not understood/,
  'marked as incomplete': /incomplete/,
  Retry: /try again/,
};

/** Ideas that are no error text. The page shows them, from what the client reports here. */
const REPORTED: Readonly<Record<string, (outcome: Awaited<ReturnType<typeof run>>) => boolean>> = {
  'that it is waiting, with a way to cancel': ({ retries }) => retries.length > 0,
  'still working, elapsed time, Stop': ({ error }) => error === undefined,
};

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer({ KEY: CANARY_KEY });
});
afterAll(() => server.close());

function clientFor(baseUrl: string, limits: Partial<Limits> = {}) {
  return createResearchClient({
    baseUrl,
    getKey: () => CANARY_KEY,
    transport: createNodeTransport(),
    limits,
    clock: fastClock(20),
  });
}

describe('every sample of a fault', () => {
  for (const fault of faults.filter(({ id }) => !OF_THE_EXTENSION.has(id))) {
    it(`the fault ${fault.id} is handled: ${fault.name}`, async () => {
      const behaviour = await server.behave(fault.server, fault.thenServer);
      const baseUrl = fault.id === 'F055' ? behaviour.baseUrl.replace('http:', 'https:') : behaviour.baseUrl;
      const stop = new AbortController();
      const started = performance.now();
      // "Waiting" is the right outcome of F073: hold out for several keep-alives, longer than the idle limit, then stop.
      const waiting = fault.expect.outcome === 'waiting';
      if (waiting) setTimeout(() => stop.abort(), 2_300);
      const outcome = await run(
        clientFor(baseUrl, waiting ? { idleTimeout: 1_500 } : {}),
        { ...QUESTION, stream: fault.stream },
        stop.signal,
        { onAnswer: (event) => fault.userAction?.at === event.type && stop.abort() },
      );
      const expected = fault.expect;

      expect(outcome.outcome).toBe(waiting ? 'stopped' : expected.outcome);
      if (expected.category) expect(KINDS[expected.category] ?? [expected.category]).toContain(outcome.error?.kind);
      if (expected.text !== undefined) expect(outcome.text).toBe(expected.text);
      if (expected.steps !== undefined) expect(outcome.steps).toEqual(expected.steps);
      for (const idea of expected.userSees ?? []) {
        if (REPORTED[idea]) expect(REPORTED[idea](outcome), idea).toBe(true);
        else expect(outcome.shown.toLowerCase()).toMatch(WORDS[idea] ? new RegExp(WORDS[idea], 'i') : literally(idea));
      }
      expect(outcome.shown).not.toMatch(/<[a-z!/]|[{}]/i);
      expectNoCanary(outcome.shown);

      // A certificate or proxy failure is met before anything is sent to the service; what the stand-in saw was no question.
      const seen = fault.id === 'F056' ? 0 : behaviour.requests.length;
      const [least, most] =
        typeof expected.requests === 'number' ? [expected.requests, expected.requests] : expected.requests;
      expect(seen).toBeGreaterThanOrEqual(least ?? 0);
      expect(seen).toBeLessThanOrEqual(most ?? 0);
      expect(seen - 1).toBeLessThanOrEqual(outcome.retries.length);
      for (const notice of outcome.retries) expect(notice.delay).toBeGreaterThanOrEqual(250);
      expect(server.otherRequests).toHaveLength(0);
      // A busy machine takes ten times as long as a quiet one.
      if (expected.withinMs !== undefined) expect(performance.now() - started).toBeLessThan(10 * expected.withinMs);

      await behaviour.closed();
      const good = await server.behave(GOOD);
      expect((await run(clientFor(good.baseUrl))).text).toBe('next');
    });
  }
});

function literally(idea: string): RegExp {
  return new RegExp(idea.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
}

const GOOD: readonly Step[] = [
  { do: 'status', status: 200, headers: { 'content-type': 'text/event-stream' } },
  { do: 'body', text: 'data: {"choices":[{"index":0,"delta":{"content":"next"}}]}\n\ndata: [DONE]\n\n' },
  { do: 'end' },
];
