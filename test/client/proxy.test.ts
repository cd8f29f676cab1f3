import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';
import { type HostileServer, startHostileServer } from '../support/hostileServer.ts';
import type { Step } from '../support/hostileSteps.ts';

/** The transport passes no agent, so a proxy that is set for the whole process holds, as VS Code's does. */
let server: HostileServer;
beforeAll(async () => {
  server = await startHostileServer();
});
afterAll(() => server.close());

async function askThrough(proxy: string, baseUrl: string) {
  const restore = http.setGlobalProxyFromEnv({ http_proxy: proxy, https_proxy: proxy, no_proxy: '' });
  try {
    const client = createResearchClient({
      baseUrl,
      getKey: () => CANARY_KEY,
      transport: createNodeTransport(),
      limits: { maxRetries: 0 },
    });
    return await run(client);
  } finally {
    restore();
  }
}

describe('a proxy', () => {
  it.each([
    ['http', 'http://127.0.0.1:9'],
    ['https', 'https://service.example'],
  ])('a proxy that requires credentials is reported, over %s', async (_, baseUrl) => {
    const proxy = await server.behave([{ do: 'proxy-status', status: 407 }]);
    const { error, shown } = await askThrough(proxy.baseUrl, baseUrl);
    expect(error?.kind).toBe('proxy');
    expect(shown).toContain('requires a user name and password');
  });

  it('a proxy that cannot be reached is not mistaken for the service', async () => {
    const gone = await server.behave([{ do: 'refuse' }]);
    for (const baseUrl of ['http://127.0.0.1:9', 'https://service.example']) {
      const { error, shown } = await askThrough(gone.baseUrl, baseUrl);
      expect(error?.kind).toBe('proxy');
      expect(shown).toContain('Could not connect through the proxy');
    }
  });

  it('answers pass through a proxy', async () => {
    const answer: Step[] = [
      { do: 'status', status: 200, headers: {} },
      { do: 'body', text: 'data: {"choices":[{"delta":{"content":"through"}}]}\n\ndata: [DONE]\n\n' },
      { do: 'end' },
    ];
    const proxy = await server.behave(answer);
    expect(await askThrough(proxy.baseUrl, 'http://127.0.0.1:9')).toMatchObject({ outcome: 'done', text: 'through' });
  });
});
