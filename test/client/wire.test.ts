import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { QUESTION, run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { testAuthority } from '../support/certificate.ts';
import { ask, chunk, clientFor, end, ok, server, sse, status } from './hostileClient.ts';

describe('stop', () => {
  it('a stop at the first text ends the answer without an error and closes the connection', async () => {
    const behaviour = await server.behave([ok, sse(chunk('some')), { do: 'drip', text: ': ping\n\n', everyMs: 5 }]);
    const stop = new AbortController();
    const outcome = await run(clientFor(behaviour.baseUrl), QUESTION, stop.signal, { onAnswer: () => stop.abort() });
    expect(outcome).toMatchObject({ outcome: 'stopped', text: 'some' });
    await behaviour.closed();
  });

  it('a stop before the first byte ends the answer without an error and closes the connection', async () => {
    const behaviour = await server.behave([{ do: 'hang' }]);
    const stop = new AbortController();
    const running = run(clientFor(behaviour.baseUrl), QUESTION, stop.signal);
    await expect.poll(() => behaviour.requests.length).toBe(1);
    stop.abort();
    expect((await running).outcome).toBe('stopped');
    await behaviour.closed();
  });

  it('a stop before the question sends nothing', async () => {
    const behaviour = await server.behave([ok, end]);
    expect((await run(clientFor(behaviour.baseUrl), QUESTION, AbortSignal.abort())).outcome).toBe('stopped');
    expect(behaviour.requests).toHaveLength(0);
  });

  it('leaving the loop over the events closes the connection', async () => {
    const behaviour = await server.behave([ok, sse(chunk('some')), { do: 'hang' }]);
    for await (const event of clientFor(behaviour.baseUrl).ask(QUESTION, new AbortController().signal)) {
      expect(event.type).toBe('text');
      break;
    }
    await behaviour.closed();
  });
});

describe('TLS', () => {
  it('a certificate of an unknown authority is refused, and nothing is sent', async () => {
    const behaviour = await server.behave([{ do: 'tls', cert: 'good' }, ok]);
    const { error, shown } = await run(clientFor(behaviour.baseUrl));
    expect(error?.kind).toBe('tls');
    expect(shown).toContain('certificate that this computer does not trust');
    expect(behaviour.requests).toHaveLength(0);
  });

  describe('with an authority that the machine trusts', () => {
    const trusted = tls.getCACertificates('default');
    beforeAll(() => tls.setDefaultCACertificates([...trusted, testAuthority()]));
    afterAll(() => tls.setDefaultCACertificates(trusted));

    it('a certificate of an authority that the machine trusts is accepted', async () => {
      const behaviour = await server.behave([{ do: 'tls', cert: 'good' }, ok, sse(chunk('safe'), '[DONE]'), end]);
      expect(await run(clientFor(behaviour.baseUrl))).toMatchObject({ outcome: 'done', text: 'safe' });
    });

    it.each([
      ['wrongHost', 'certificate of another host'],
      ['expired', 'has expired'],
    ])('a trusted certificate that is %s is refused with its own message', async (cert, words) => {
      const behaviour = await server.behave([{ do: 'tls', cert }, ok]);
      const { error, shown } = await run(clientFor(behaviour.baseUrl));
      expect(error?.kind).toBe('tls');
      expect(shown).toContain(words);
      expect(behaviour.requests).toHaveLength(0);
    });
  });
});

describe('what is sent', () => {
  it('a request has the path, headers and body of the interface, and no cookie, Expect or legacy form', async () => {
    const behaviour = await server.behave([ok, sse('[DONE]'), end]);
    await run(clientFor(`${behaviour.baseUrl}/v9/`), {
      messages: [
        { role: 'human', content: 'One?' },
        { role: 'ai', content: 'One.' },
        { role: 'human', content: 'Two? \ud83d' },
      ],
      stream: true,
      askMode: 'auto',
      allowedAskModes: ['audit_research'],
      ZeroDataRetention: true,
    });
    const [request] = behaviour.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v9/chat/completions',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${CANARY_KEY}` },
    });
    expect(Object.keys(request?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'connection',
      'content-length',
      'content-type',
      'host',
    ]);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      model: 'service-1.0',
      messages: [
        { role: 'human', content: 'One?' },
        { role: 'ai', content: 'One.' },
        { role: 'human', content: 'Two? \ud83d' },
      ],
      stream: true,
      askMode: 'auto',
      allowedAskModes: ['audit_research'],
      ZeroDataRetention: true,
    });
  });

  it('a request omits the fields that were not chosen, and allowedAskModes without auto', async () => {
    const behaviour = await server.behave([ok, sse('[DONE]'), end]);
    const { messages } = QUESTION;
    await run(clientFor(behaviour.baseUrl), { messages, askMode: 'audit_research', allowedAskModes: ['auto'] });
    expect(JSON.parse(behaviour.requests[0]?.body ?? '')).toEqual({
      model: 'service-1.0',
      messages,
      stream: false,
      askMode: 'audit_research',
    });
  });

  it('nothing is sent without a key, with a key that no header can carry, or with an invalid address', async () => {
    const behaviour = await server.behave([ok, sse('[DONE]'), end]);
    const transport = createNodeTransport();
    for (const key of [undefined, '', `${CANARY_KEY}\r\nx: y`, `${CANARY_KEY}é`]) {
      const client = createResearchClient({ baseUrl: behaviour.baseUrl, getKey: () => key, transport });
      expect((await run(client)).error).toMatchObject({ kind: 'auth', name: 'SetupError' });
    }
    const elsewhere = createResearchClient({
      baseUrl: `${behaviour.baseUrl}?a=b`,
      getKey: () => CANARY_KEY,
      transport,
    });
    expect((await run(elsewhere)).error?.kind).toBe('address');
    expect(behaviour.requests).toHaveLength(0);
  });

  it('no redirect is followed to another origin', async () => {
    for (const code of [301, 302, 303, 307, 308]) {
      const { error, shown } = await ask([status(code, { location: '{{OTHER_ORIGIN}}/chat/completions' }), end]);
      expect(error?.kind).toBe('address');
      expect(shown).toContain('redirect');
    }
    expect(server.otherRequests).toHaveLength(0);
  });
});
