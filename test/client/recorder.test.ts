import { describe, expect, it } from 'vitest';
import { replay } from '../../scripts/support/savedStream.ts';
import { createRecording } from '../../src/client/recorder.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import type { TransportResponse } from '../../src/client/transport/transport.ts';
import { QUESTION, run } from '../support/askRun.ts';
import { CANARY_KEY, expectNoCanary } from '../support/canary.ts';
import { fastClock } from '../support/fastClock.ts';

function clientFor(body: string, status = 200) {
  const send = async (): Promise<TransportResponse> => ({
    status,
    headers: { 'content-type': 'text/event-stream' },
    body: (async function* () {
      yield new TextEncoder().encode(body);
    })(),
  });
  return createResearchClient({ baseUrl: 'https://service.example', getKey: () => CANARY_KEY, transport: { send } });
}

const STREAM = [
  '{"type":"step_message","title":"Reading"}',
  '{"choices":[{"index":0,"delta":{"content":"The secret answer"}}]}',
  '{"type":"source_message","content":["IRC § 179"]}',
  '[DONE]',
]
  .map((data) => `data: ${data}\n\n`)
  .join('');

describe('the recorder', () => {
  it('the recording of a stream gives the same events when it is read again', async () => {
    const recording = createRecording();
    const { events } = await run(clientFor(STREAM), QUESTION, undefined, { onWireEvent: recording.listen });
    const text = recording.text();
    expect(text).toContain('service.example');
    expect(text).toContain('ended: done');
    expect(replay(text)).toEqual({ events, error: undefined });
  });

  it('the recordings of a JSON reply and of a failed one give the same events when they are read again', async () => {
    const [first, second] = [createRecording(), createRecording()];
    const body = '{\n "object":"chat.completion","choices":[{"message":{"content":"Whole"},"finish_reason":"stop"}]}';
    const whole = await run(clientFor(body), QUESTION, undefined, { onWireEvent: first.listen });
    const cut = await run(clientFor(STREAM.replace('data: [DONE]\n\n', '')), QUESTION, undefined, {
      onWireEvent: second.listen,
    });
    expect(replay(first.text()).events).toEqual(whole.events);
    expect(replay(second.text())).toMatchObject({ events: cut.events, error: { kind: 'truncated' } });
  });

  it('a recording under zero data retention contains no content', async () => {
    const recording = createRecording();
    const request = { ...QUESTION, ZeroDataRetention: true };
    await run(clientFor(STREAM), request, undefined, { onWireEvent: recording.listen });
    await run(clientFor('data: {"error":{"message":"The secret reason"}}\n\n'), request, undefined, {
      onWireEvent: recording.listen,
    });
    const all = recording.text();
    expect(all).toContain('characters left out');
    expect(all).not.toMatch(/secret|Reading|IRC/);
  });

  it('an error that repeats the question is not in the recording of a zero-retention question, nor is its retry', async () => {
    const recording = createRecording();
    const asked = 'zyzzyva lease of client 4711';
    const refusal = JSON.stringify({ error: { message: `Cannot answer: ${asked}` } });
    const replies = [
      { status: 503, type: 'application/json', body: refusal },
      { status: 200, type: 'text/event-stream', body: `data: {"error":{"message":"Cannot answer: ${asked}"}}\n\n` },
    ];
    const client = createResearchClient({
      baseUrl: 'https://service.example',
      getKey: () => CANARY_KEY,
      clock: fastClock(1000),
      transport: {
        async send(): Promise<TransportResponse> {
          const reply = replies.shift();
          if (!reply) throw new Error('unexpected');
          const body = (async function* () {
            yield new TextEncoder().encode(reply.body);
          })();
          return { status: reply.status, headers: { 'content-type': reply.type }, body };
        },
      },
    });
    const request = { ...QUESTION, messages: [{ role: 'human' as const, content: asked }], ZeroDataRetention: true };
    const { retries, shown } = await run(client, request, undefined, { onWireEvent: recording.listen });
    expect([retries.length, replies.length]).toEqual([1, 0]);
    expect(shown).toContain('zyzzyva');
    expect(recording.text()).toContain('503');
    expect(recording.text()).not.toMatch(/zyzzyva|4711|Cannot answer/);
  });

  it('a recording never contains the key', async () => {
    const recording = createRecording();
    const echo = `data: {"error":{"message":"bad ${CANARY_KEY} ${btoa(`Bearer ${CANARY_KEY}`)} ${encodeURIComponent(CANARY_KEY)}"}}\n\n`;
    await run(clientFor(echo), QUESTION, undefined, { onWireEvent: recording.listen });
    await run(clientFor(`{"error":"${CANARY_KEY}"}`, 401), QUESTION, undefined, {
      onWireEvent: recording.listen,
    });
    expectNoCanary(recording.text());
  });

  it('of a long answer only the beginning is recorded', async () => {
    const recording = createRecording(100);
    await run(clientFor(`data: {"type":"step_message","title":"two"}\n\n${STREAM}`), QUESTION, undefined, {
      onWireEvent: recording.listen,
    });
    expect(recording.text()).toContain('two');
    expect(recording.text()).not.toContain('secret');
  });
});

describe('replay', () => {
  it('a stream that curl has saved can be replayed', () => {
    expect(replay(STREAM.replaceAll('\n', '\r\n')).events.map(({ type }) => type)).toEqual([
      'step',
      'text',
      'sources',
      'done',
    ]);
  });

  it('the replay of anything else is an error', () => {
    expect(replay('').error?.kind).toBe('truncated');
    expect(replay(': delivery: json\ndata: {').error?.kind).toBe('protocol');
  });

  it('an event of more lines than a function takes arguments is recorded', () => {
    const recording = createRecording();
    const data = '\n'.repeat(130_000);
    recording.listen({ type: 'data', at: 0, delivery: 'stream', data, length: data.length });
    expect(recording.text().length).toBeGreaterThan(data.length);
  });
});
