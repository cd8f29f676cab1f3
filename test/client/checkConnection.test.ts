import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { english, errorLine } from '../../src/protocol/errorMessages.ts';
import { CANARY_KEY, expectNoCanary } from '../support/canary.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer({ KEY: CANARY_KEY });
});
afterAll(() => server.close());

const reply = (status: number, text: string, type = 'application/json'): Step[] => [
  { do: 'status', status, headers: { 'content-type': type } },
  { do: 'body', text },
  { do: 'end' },
];
const INVALID = reply(
  400,
  '{"error":{"message":"model is required","type":"invalid_request_error","param":"model","code":null}}',
);

function clientFor(baseUrl: string, firstByteTimeout = 20_000) {
  const transport = createNodeTransport();
  const limits = { connectTimeout: 20_000, firstByteTimeout };
  return createResearchClient({ baseUrl, getKey: () => CANARY_KEY, transport, limits });
}

async function check(steps: readonly Step[], then?: readonly Step[]) {
  const behaviour = await server.behave(steps, then);
  const client = clientFor(behaviour.baseUrl, steps[0]?.do === 'hang' ? 300 : undefined);
  const result = await client.checkConnection(new AbortController().signal);
  expectNoCanary(result);
  return { result, requests: behaviour.requests };
}

describe('checking the connection', () => {
  it('the connection check posts a body that cannot be answered, and so asks no question', async () => {
    const { requests } = await check(INVALID, reply(401, '{}'));
    expect(requests.map(({ body }) => body)).toEqual(['{}', '{}']);
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${CANARY_KEY}`, undefined]);
  });

  it('the connection check reports an accepted key where the same request without it is refused', async () => {
    const { result } = await check(INVALID, reply(401, '{}'));
    expect(result).toMatchObject({ ok: true, key: 'accepted' });
  });

  it('the connection check does not report an accepted key where the service reads the body before the key', async () => {
    const { result } = await check(INVALID, INVALID);
    expect(result).toMatchObject({ ok: true, key: 'unknown' });
  });

  it.each<[string, readonly Step[], string, RegExp]>([
    ['401', reply(401, '{"error":"{{KEY}}"}'), 'auth', /refused the API key/],
    ['403', reply(403, ''), 'forbidden', /not allow/],
    ['404', reply(404, '<html>', 'text/html'), 'address', /no research service at this address/],
    ['405', reply(405, ''), 'address', /base URL/],
    [
      'a redirect',
      [{ do: 'status', status: 308, headers: { location: '{{OTHER_ORIGIN}}' } }, { do: 'end' }],
      'address',
      /redirect/,
    ],
    ['407', [{ do: 'proxy-status', status: 407 }], 'proxy', /requires a user name and password/],
    ['429', reply(429, ''), 'rateLimit', /Too many requests/],
    ['500', reply(500, ''), 'server', /Service error \(HTTP 500\)/],
    ['503', reply(503, ''), 'server', /not available/],
    ['a login page', reply(200, '<!doctype html>', 'text/html'), 'notTheService', /sign-in page/],
    ['a page for a bad request', reply(400, '<html>', 'text/html'), 'notTheService', /not from a research service/],
    ['JSON of another program', reply(200, '{"status":"ok"}'), 'notTheService', /not from a research service/],
    ['a text of another program', reply(200, 'OK', 'text/plain'), 'notTheService', /not from a research service/],
    ['an empty reply', reply(200, ''), 'notTheService', /not from a research service/],
    [
      'a refused key with status 200',
      reply(200, '{"error":{"message":"no such key","type":"authentication_error"}}'),
      'auth',
      /refused the API key/,
    ],
    ['a name that does not resolve', [{ do: 'dns-fail' }], 'dns', /Server not found/],
    ['nobody there', [{ do: 'refuse' }], 'network', /refused/],
    ['an unknown authority', [{ do: 'tls', cert: 'good' }], 'tls', /certificate/],
    ['silence', [{ do: 'hang' }], 'timeout', /sent nothing within/],
  ])('the connection check recognises: %s', async (_, steps, kind, words) => {
    const { result, requests } = await check(steps);
    expect(result).toMatchObject({ ok: false, error: { kind } });
    expect(result.ok ? '' : errorLine(result.error, english)).toMatch(words);
    expect(requests.length).toBeLessThanOrEqual(1);
    expect(server.otherRequests).toHaveLength(0);
  });

  it('the connection check reports a missing key and an invalid address without a request', async () => {
    const transport = createNodeTransport();
    const signal = new AbortController().signal;
    const noKey = createResearchClient({ baseUrl: 'https://service.example', getKey: () => undefined, transport });
    expect(await noKey.checkConnection(signal)).toMatchObject({ ok: false, error: { kind: 'auth' } });
    const bad = createResearchClient({ baseUrl: 'http://service.example', getKey: () => 'k', transport });
    expect(await bad.checkConnection(signal)).toMatchObject({ ok: false, error: { kind: 'address' } });
  });

  it.each([
    ['an error object', '{"error":{"message":"model is required","type":"invalid_request_error"}}'],
    ['an error object without a kind', '{"error":{"message":"model is required"}}'],
    ['an answer', '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"ai","content":"?"}}]}'],
    ['a stream', 'data: {"error":{"message":"model is required"}}\n\n'],
  ])('the connection check accepts a research service that replies with status 200 and %s', async (_, body) => {
    const { result } = await check(reply(200, body), reply(401, '{}'));
    expect(result).toMatchObject({ ok: true, key: 'accepted' });
  });

  it('the connection check can be stopped', async () => {
    const behaviour = await server.behave([{ do: 'hang' }]);
    const stop = new AbortController();
    const checking = clientFor(behaviour.baseUrl).checkConnection(stop.signal);
    await expect.poll(() => behaviour.requests.length).toBe(1);
    stop.abort();
    expect(await checking).toMatchObject({ ok: false, error: { kind: 'aborted' } });
    await behaviour.closed();
  });
});
