import { afterEach, describe, expect, it } from 'vitest';
import type { Limits } from '../../src/client/limits.ts';
import { createResearchClient, type ResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import type { ChatRequest } from '../../src/protocol/chatCompletions.ts';
import type { ResearchEvent } from '../../src/protocol/researchEvent.ts';
import { eventually } from '../support/eventually.ts';
import { ANSWER, ANSWER_TEXT, createFakeResearcher, untilStopped } from '../support/fakeResearcher.ts';
import { KEY, type StartedService, type StartOptions, startService } from '../support/startService.ts';

const REQUEST: ChatRequest = { messages: [{ role: 'human', content: 'Can a laptop be expensed?' }], stream: true };
const never = new AbortController().signal;

const textOf = (events: readonly ResearchEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const typesOf = (events: readonly ResearchEvent[]): string[] => [...new Set(events.map((event) => event.type))];

async function collect(events: AsyncIterable<ResearchEvent>, into: ResearchEvent[] = []): Promise<ResearchEvent[]> {
  for await (const event of events) into.push(event);
  return into;
}

describe('over HTTP', () => {
  let service: StartedService;
  const start = async (
    options: StartOptions = {},
    key = KEY,
    limits: Partial<Limits> = {},
  ): Promise<ResearchClient> => {
    service = await startService(options);
    return createResearchClient({
      baseUrl: service.origin,
      getKey: () => key,
      transport: createNodeTransport(),
      limits,
    });
  };
  afterEach(async () => {
    service.shutdown.abort();
    await service.close();
  });

  it('the client reads every event of a stream in the order of the research', async () => {
    const client = await start();
    const events = await collect(client.ask(REQUEST, never));
    expect(textOf(events)).toBe(ANSWER_TEXT);
    expect(typesOf(events)).toEqual(['step', 'text', 'sources', 'suggestions', 'usage', 'done']);
    const sources = events.find((event) => event.type === 'sources');
    expect(sources?.sources[0]).toMatchObject({
      title: '§ 179',
      location: { path: '/library/179.md', line: 3, endLine: 5 },
    });
    expect(events.filter((event) => event.type === 'unknown')).toEqual([]);
  });

  it.each([true, false])('drafts are not sent over HTTP, and the whole answer is (stream: %s)', async (stream) => {
    const parts = [{ kind: 'rule' as const, from: 0, to: 4 }];
    const researcher = createFakeResearcher([
      { type: 'parts', text: '', parts: [] },
      { type: 'text', draft: true, text: 'The draft.' },
      { type: 'parts', text: 'Yes.', parts },
    ]);
    const client = await start({ researcher });
    expect(textOf(await collect(client.ask({ ...REQUEST, stream }, never)))).toBe('Yes.');
  });

  it('the client reads the same text from a whole reply', async () => {
    const client = await start();
    const events = await collect(client.ask({ ...REQUEST, stream: false }, never));
    expect(textOf(events)).toBe(ANSWER_TEXT);
    expect(events.at(-1)).toEqual({ type: 'done', finishReason: 'stop' });
  });

  it("comments keep the client's idle timeout from ending a silent research", async () => {
    const silence = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_200));
    const researcher = createFakeResearcher([...ANSWER.slice(0, 1), silence, ...ANSWER.slice(1)]);
    const client = await start({ researcher, limits: { keepAliveMs: 20 } }, KEY, { idleTimeout: 600 });
    const events = await collect(client.ask(REQUEST, never));
    expect(textOf(events)).toBe(ANSWER_TEXT);
    expect(typesOf(events)).not.toContain('unknown');
  });

  it("all fields of the client's request reach the researcher", async () => {
    const researcher = createFakeResearcher();
    const client = await start({ researcher });
    const messages = [
      { role: 'human', content: 'Q1' },
      { role: 'ai', content: 'A1' },
      { role: 'human', content: 'Q2' },
    ] as const;
    const fields = { askMode: 'auto', allowedAskModes: ['audit_research'], ZeroDataRetention: true } as const;
    await collect(client.ask({ messages, stream: true, ...fields }, never));
    expect(researcher.requests).toMatchObject([
      { messages, askMode: 'auto', allowedAskModes: ['audit_research'], zeroDataRetention: true },
    ]);
  });

  it('an invalid key is an error of kind auth, and nothing is researched', async () => {
    const researcher = createFakeResearcher();
    const client = await start({ researcher }, 'wrong-key');
    await expect(collect(client.ask(REQUEST, never))).rejects.toMatchObject({ kind: 'auth', status: 401 });
    expect(researcher.requests).toHaveLength(0);
    expect(service.logs).toHaveLength(1);
  });

  it('a refused request is an error of kind request with the message of the service', async () => {
    const client = await start();
    const asked = collect(client.ask({ messages: [{ role: 'human', content: ' ' }], stream: true }, never));
    await expect(asked).rejects.toMatchObject({ kind: 'request', detail: expect.stringContaining('blank') });
  });

  it('a research that fails midway keeps its text and is not retried', async () => {
    const researcher = createFakeResearcher([...ANSWER.slice(0, 2), new Error('broken')]);
    const client = await start({ researcher });
    const events: ResearchEvent[] = [];
    await expect(collect(client.ask(REQUEST, never), events)).rejects.toMatchObject({ kind: 'server' });
    expect(ANSWER_TEXT.startsWith(textOf(events))).toBe(true);
    expect(textOf(events)).not.toBe('');
    expect(researcher.requests).toHaveLength(1);
  });

  it('a shutdown during an answer is an error of kind server', async () => {
    const client = await start({ researcher: createFakeResearcher([...ANSWER.slice(0, 2), untilStopped]) });
    const events: ResearchEvent[] = [];
    const asked = collect(client.ask(REQUEST, never), events);
    asked.catch(() => {});
    await eventually(() => expect(textOf(events)).not.toBe(''));
    service.shutdown.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'server' });
  });

  it('Stop ends the research of the service', async () => {
    const researcher = createFakeResearcher([...ANSWER.slice(0, 2), untilStopped]);
    const client = await start({ researcher });
    const stop = new AbortController();
    const events: ResearchEvent[] = [];
    const asked = collect(client.ask(REQUEST, stop.signal), events);
    await eventually(() => expect(textOf(events)).not.toBe(''));
    stop.abort();
    await asked;
    await eventually(() => expect(researcher.aborted()).toBe(1));
  });

  it('the connection check accepts the service and its key without a research', async () => {
    const researcher = createFakeResearcher();
    const client = await start({ researcher });
    expect(await client.checkConnection(never)).toMatchObject({ ok: true, key: 'accepted' });
    expect(researcher.requests).toHaveLength(0);
  });
});
