import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunkSchema, customMessageSchema } from '../../../src/protocol/chatCompletions.ts';
import { errorBodySchema } from '../../../src/protocol/errors.ts';
import { type AppOptions, createApp } from '../../../src/service/app/app.ts';
import { HttpError } from '../../../src/service/app/httpError.ts';
import type { ServiceLogEntry } from '../../../src/service/app/log.ts';
import { splitText } from '../../../src/service/app/streamReply.ts';
import type { Researcher } from '../../../src/service/researcher.ts';
import { eventually } from '../../support/eventually.ts';
import { ANSWER, ANSWER_TEXT, createFakeResearcher, untilStopped } from '../../support/fakeResearcher.ts';
import { dataParts, QUESTION } from '../../support/httpExchange.ts';

function post(
  researcher: Researcher,
  options: Partial<AppOptions> = {},
  signal?: AbortSignal,
  fields: object = {},
): Promise<Response> {
  let ids = 0;
  const app = createApp({
    researcher,
    keys: ['key'],
    now: () => 1_760_000_000_500,
    newId: () => `id${++ids}`,
    ...options,
  });
  return app(
    new Request('http://127.0.0.1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer key', host: '127.0.0.1' },
      body: JSON.stringify({ ...QUESTION, stream: true, ...fields }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}

it('the headers of a stream state its type and forbid caching', async () => {
  const response = await post(createFakeResearcher());
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': 'req-id1',
  });
  await response.body?.cancel();
});

it('every event of a stream is a chunk with the same id, time and model, and [DONE] is the last', async () => {
  const stream = await (await post(createFakeResearcher())).text();
  expect(stream).toMatch(/^(data: [^\n]*\n\n)+$/);
  const parts = dataParts(stream);
  expect(parts.pop()).toBe('[DONE]');
  for (const part of parts) {
    expect(chunkSchema.parse(JSON.parse(part))).toMatchObject({
      id: 'chatcmpl-id2',
      object: 'chat.completion.chunk',
      created: 1_760_000_000,
      model: 'service-1.0',
    });
  }
});

it('the chunks of a stream are small, join to the answer text and split no character', async () => {
  const stream = await (await post(createFakeResearcher(), { limits: { chunkChars: 7 } })).text();
  const pieces = dataParts(stream)
    .slice(0, -1)
    .map((part) => chunkSchema.parse(JSON.parse(part)).choices[0]?.delta.content)
    .filter((piece) => piece !== undefined);
  expect(pieces.join('')).toBe(ANSWER_TEXT);
  for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(8);
});

it('the three custom messages are at the top level and under custom_data, with a delta without text, in the order of the research', async () => {
  const stream = await (await post(createFakeResearcher())).text();
  const custom = dataParts(stream)
    .slice(0, -1)
    .map((part) => JSON.parse(part))
    .filter((chunk) => 'type' in chunk);
  expect(custom.map((chunk) => chunk.type)).toEqual(['step_message', 'source_message', 'suggestions']);
  for (const chunk of custom) {
    customMessageSchema.parse(chunk);
    expect(chunk.choices).toEqual([{ index: 0, delta: expect.any(Object), finish_reason: null }]);
    expect(chunk.choices[0].delta).not.toHaveProperty('content');
    const { id, object, created, model, choices, custom_data, ...message } = chunk;
    expect(custom_data).toEqual(message);
  }
  expect(custom[1].content[0]).toMatchObject({ title: '§ 179', line: 3 });
});

const deltasOf = (stream: string) =>
  dataParts(stream)
    .slice(0, -1)
    .flatMap((part) => chunkSchema.parse(JSON.parse(part)).choices.map(({ delta }) => delta));

it.each([
  ['human', 'ai'],
  ['user', 'assistant'],
])('a stream for the role %s states the role %s in its first chunk only', async (role, expected) => {
  const messages = [{ role, content: 'Is a laptop deductible?' }];
  const [first, ...others] = deltasOf(await (await post(createFakeResearcher(), {}, undefined, { messages })).text());
  expect(first).toEqual({ role: expected });
  for (const delta of others) expect(delta).not.toHaveProperty('role');
});

it('a stream without text states the role in its last chunk', async () => {
  expect(deltasOf(await (await post(createFakeResearcher([]))).text())).toEqual([{ role: 'ai' }]);
});

it('with stream_options.include_usage the usage is in a chunk of its own before [DONE]', async () => {
  const fields = { stream_options: { include_usage: true } };
  const stream = await (await post(createFakeResearcher(), {}, undefined, fields)).text();
  const chunks = dataParts(stream)
    .slice(0, -1)
    .map((part) => chunkSchema.parse(JSON.parse(part)));
  expect(chunks.at(-2)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 13 + 46 } });
  expect(chunks.filter(({ usage }) => usage !== undefined)).toHaveLength(1);
});

it('the mode that auto selects is in its step and in the log', async () => {
  const logs: ServiceLogEntry[] = [];
  const step = { type: 'step', title: 'Selected audit research', mode: 'audit_research' } as const;
  const log = (entry: ServiceLogEntry) => void logs.push(entry);
  const stream = await (
    await post(createFakeResearcher([step, ...ANSWER]), { log }, undefined, { askMode: 'auto' })
  ).text();
  expect(JSON.parse(dataParts(stream)[0] ?? '')).toMatchObject({
    type: 'step_message',
    title: 'Selected audit research',
    askMode: 'audit_research',
  });
  expect(logs).toMatchObject([{ mode: 'auto', selectedMode: 'audit_research' }]);
});

it('finish_reason is null until the last chunk, which has stop and the usage', async () => {
  const stream = await (await post(createFakeResearcher())).text();
  const chunks = dataParts(stream)
    .slice(0, -1)
    .map((part) => chunkSchema.parse(JSON.parse(part)));
  const reasons = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.finish_reason));
  expect(reasons.pop()).toBe('stop');
  expect(reasons.every((reason) => reason === null)).toBe(true);
  const usages = chunks.filter((chunk) => chunk.usage !== undefined);
  expect(usages).toEqual([chunks.at(-1)]);
  expect(usages[0]?.usage?.total_tokens).toBe(13 + 46);
});

it('an unexpected failure ends the stream with an error object without internal details', async () => {
  const logs: ServiceLogEntry[] = [];
  const secret = new TypeError('secret question in /home/somebody/file.md');
  const researcher = createFakeResearcher([...ANSWER.slice(0, 2), secret]);
  const stream = await (await post(researcher, { log: (entry) => logs.push(entry) })).text();
  const last = errorBodySchema.parse(JSON.parse(dataParts(stream).at(-1) ?? ''));
  expect(last.error).toMatchObject({ type: 'server_error', code: 'internal_error' });
  expect(stream).not.toContain('[DONE]');
  expect(stream).not.toContain('secret');
  expect(logs).toMatchObject([{ outcome: 'failed', failure: 'TypeError' }]);
  expect(JSON.stringify(logs)).not.toContain('secret');
});

it('an HttpError ends the stream with its own message', async () => {
  const refused = new HttpError(503, 'The library is being read again.', { code: 'library_busy' });
  const stream = await (await post(createFakeResearcher([refused]))).text();
  expect(dataParts(stream)).toHaveLength(1);
  expect(JSON.parse(dataParts(stream)[0] ?? '')).toMatchObject({ error: { code: 'library_busy' } });
});

it('comments keep a stream alive while the research is silent', async () => {
  let goOn: () => void = () => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const response = await post(createFakeResearcher([() => paused, ...ANSWER]), { limits: { keepAliveMs: 5 } });
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let seen = '';
  const readUntil = async (enough: () => boolean): Promise<void> => {
    while (!enough()) seen += (await reader.read()).value ?? '';
  };
  await readUntil(() => seen.split(': keep-alive\n\n').length > 3);
  goOn();
  await readUntil(() => seen.includes('[DONE]'));
  expect(seen.replaceAll(': keep-alive\n\n', '')).toMatch(/^(data: [^\n]*\n\n)+$/);
});

it('the research pauses when the buffer of the stream is full', async () => {
  let made = 0;
  function* endless() {
    for (;;) {
      made++;
      yield { type: 'text', text: 'word '.repeat(8) } as const;
    }
  }
  const response = await post(createFakeResearcher(endless()), { limits: { streamBufferBytes: 2_000 } });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let count = 0; count < 20; count++) await reader.read();
  await new Promise((resolve) => setImmediate(resolve));
  expect(made).toBeLessThan(20 + 2_000 / 150 + 2);
  await reader.cancel();
});

it('cancelling the body of a stream stops the research', async () => {
  const researcher = createFakeResearcher([...ANSWER.slice(0, 1), untilStopped]);
  const response = await post(researcher);
  await response.body?.cancel();
  await eventually(() => expect(researcher.aborted()).toBe(1));
});

it('an abort of the caller ends the stream even if the research ignores the signal', async () => {
  const deaf = (): Promise<never> => new Promise(() => {});
  const caller = new AbortController();
  const response = await post(createFakeResearcher([deaf]), {}, caller.signal);
  const text = response.text().catch(() => '');
  caller.abort();
  expect(await text).not.toContain('[DONE]');
});

it('a research that yields nothing is a complete answer without text', async () => {
  const parts = dataParts(await (await post(createFakeResearcher([]))).text());
  expect(parts).toHaveLength(2);
  expect(parts[1]).toBe('[DONE]');
});

it('splitText splits after a blank if there is one', () => {
  expect([...splitText('one two three four', 8)]).toEqual(['one two ', 'three ', 'four']);
});

it('splitText splits a long word, but never inside a character', () => {
  expect([...splitText('aaa🧾🧾', 4)]).toEqual(['aaa🧾', '🧾']);
});

it('splitText yields nothing for an empty text', () => {
  expect([...splitText('', 8)]).toEqual([]);
});

it('splitText yields the whole text in chunks that are not empty, and keeps well-formed text well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 1, max: 40 }), (text, size) => {
      const chunks = [...splitText(text, size)];
      expect(chunks.join('')).toBe(text);
      for (const chunk of chunks) {
        expect(chunk).not.toBe('');
        expect(chunk.length).toBeLessThanOrEqual(size + 1);
        if (text.isWellFormed()) expect(chunk.isWellFormed()).toBe(true);
      }
    }),
    { seed: 179 },
  );
});
