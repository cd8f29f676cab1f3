import { afterEach, describe, expect, it } from 'vitest';
import { type ReplayServer, serveSaved } from '../../scripts/support/replayServer.ts';
import { replay } from '../../scripts/support/savedStream.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { run } from '../support/askRun.ts';
import { CANARY_KEY } from '../support/canary.ts';

const STREAM = [
  '{"type":"step_message","title":"Reading"}',
  '{"choices":[{"index":0,"delta":{"content":"The limit is $1,220,000 [1]."}}]}',
  '{"type":"source_message","content":["IRC § 179"]}',
  '[DONE]',
]
  .map((data, index) => `: +${index} ms\ndata: ${data}\n\n`)
  .join('');
const CUT = STREAM.slice(0, STREAM.indexOf(': +3 ms'));
const JSON_REPLY = `: delivery: json\n: +5 ms\ndata: {"object":"chat.completion","choices":[{"message":{"content":"All"},"finish_reason":"stop"}]}\n\n`;

let server: ReplayServer;
afterEach(() => server.close());

async function clientOf(saved: string, key = CANARY_KEY) {
  server = await serveSaved(saved, { port: 0, pauses: true });
  return createResearchClient({
    baseUrl: server.address,
    getKey: () => key,
    transport: createNodeTransport(),
  });
}

describe('the replay server', () => {
  it('the client gets the same events from the replay server as from the saved stream', async () => {
    for (const saved of [STREAM, STREAM.replaceAll('\n', '\r\n'), JSON_REPLY]) {
      const { events, outcome } = await run(await clientOf(saved));
      expect(outcome).toBe('done');
      expect(events).toEqual(replay(saved).events);
      expect(events.length).toBeGreaterThan(1);
      await server.close();
    }
  });

  it('a saved stream that was cut is truncated when the replay server sends it', async () => {
    const { events, outcome } = await run(await clientOf(CUT));
    expect(outcome).toBe('truncated');
    expect(events.filter(({ type }) => type === 'text')).toHaveLength(1);
  });

  it('the replay server passes the connection check', async () => {
    const client = await clientOf(STREAM);
    expect(await client.checkConnection(new AbortController().signal)).toMatchObject({ ok: true, key: 'accepted' });
  });

  it('the replay server refuses requests that are not questions', async () => {
    await clientOf(STREAM);
    expect((await fetch(server.address)).status).toBe(404);
    const post = (body: string) =>
      fetch(`${server.address}/chat/completions`, { method: 'POST', body, headers: { authorization: 'Bearer k' } });
    expect((await post('{')).status).toBe(400);
    expect((await post('{"messages":[]}')).status).toBe(400);
    expect((await post('{"messages":[{}]}')).status).toBe(200);
  });
});
