import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createFetchTransport } from '../../src/client/transport/fetchTransport.ts';
import { QUESTION, run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

const ok: Step = { do: 'status', status: 200, headers: { 'content-type': 'text/event-stream' } };
const some: Step = { do: 'body', text: 'data: {"choices":[{"delta":{"content":"some"}}]}\n\n' };

function clientFor(baseUrl: string, transport = createFetchTransport(), patience = 10_000) {
  const limits = { maxRetries: 0, firstByteTimeout: patience, connectTimeout: 0, idleTimeout: patience };
  return createResearchClient({ baseUrl, getKey: () => CANARY_KEY, transport, limits });
}

describe('the transport over fetch', () => {
  it.each<[string, readonly Step[], string, string | undefined]>([
    ['an answer', [ok, some, { do: 'body', text: 'data: [DONE]\n\n' }, { do: 'hang' }], 'done', undefined],
    ['a cut', [ok, some, { do: 'cut', how: 'rst' }], 'truncated', 'truncated'],
    ['an error', [{ do: 'status', status: 401, headers: {} }, { do: 'end' }], 'error', 'auth'],
    ['nobody', [{ do: 'refuse' }], 'error', 'network'],
    ['no such host', [{ do: 'dns-fail' }], 'error', 'dns'],
    ['an unknown authority', [{ do: 'tls' }], 'error', 'tls'],
    ['no first byte', [{ do: 'hang' }], 'error', 'timeout'],
    ['silence', [ok, some, { do: 'hang' }], 'error', 'timeout'],
    [
      'a redirect',
      [{ do: 'status', status: 307, headers: { location: '{{OTHER_ORIGIN}}' } }, { do: 'end' }],
      'error',
      'address',
    ],
  ])('the transport over fetch reports %s as the one over Node does', async (_, steps, outcome, kind) => {
    const behaviour = await server.behave(steps);
    const result = await run(clientFor(behaviour.baseUrl, undefined, kind === 'timeout' ? 150 : undefined));
    expect({ outcome: result.outcome, kind: result.error?.kind }).toEqual({ outcome, kind });
    expect(server.otherRequests).toHaveLength(0);
    // A reply that was read to its end leaves its connection in the pool of fetch.
    if (steps.at(-1)?.do !== 'end') await behaviour.closed();
  });

  it('the transport over fetch closes the connection on a stop', async () => {
    const behaviour = await server.behave([ok, some, { do: 'hang' }]);
    const stop = new AbortController();
    const result = await run(clientFor(behaviour.baseUrl), QUESTION, stop.signal, { onAnswer: () => stop.abort() });
    expect(result).toMatchObject({ outcome: 'stopped', text: 'some' });
    await behaviour.closed();
  });

  it('the transport over fetch sends the body of a question, and none with GET, which a browser refuses', async () => {
    const sent: RequestInit[] = [];
    const fetcher: typeof fetch = async (_, init) => {
      sent.push(init ?? {});
      return new Response('');
    };
    const request = { url: 'https://service.example', headers: {}, connectTimeout: 9, firstByteTimeout: 9, body: '{}' };
    const { signal } = new AbortController();
    for (const method of ['POST', 'GET'] as const)
      await createFetchTransport(fetcher).send({ ...request, method }, signal);
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{}'],
      ['GET', undefined],
    ]);
  });

  it('the transport over fetch recognises the redirect of a browser and sends no cookie', async () => {
    let seen: RequestInit | undefined;
    const fetcher: typeof fetch = async (_, init) => {
      seen = init;
      const response = Response.error();
      Object.defineProperty(response, 'type', { value: 'opaqueredirect' });
      return response;
    };
    const result = await run(clientFor('https://service.example', createFetchTransport(fetcher)));
    expect(result.error).toMatchObject({ kind: 'address', status: 302 });
    expect(seen).toMatchObject({ redirect: 'manual', credentials: 'omit' });
  });
});
