/** The streams that are measured, and the ways of reading them. */
import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { DEFAULT_LIMITS } from '../../src/client/limits.ts';
import { createReplyReader, researchFormat } from '../../src/client/reply.ts';
import { createResearchClient } from '../../src/client/researchClient.ts';
import type { Transport } from '../../src/client/transport/transport.ts';

const WORDS =
  'the deduction under section 179 is limited to the taxable income from the active conduct of a trade'.split(' ');

/** One chunk as the service writes it, with a few words of answer; every fiftieth is a step or a list of sources. */
export function chunkLine(index: number): string {
  if (index % 100 === 50) return JSON.stringify({ type: 'step_message', title: `Reading document ${index}` });
  if (index % 100 === 99) {
    const content = [{ title: `Document ${index}`, url: `https://docs.example/${index}`, snippet: 'A passage.' }];
    return JSON.stringify({ type: 'source_message', content });
  }
  const from = index % WORDS.length;
  return JSON.stringify({
    id: 'chatcmpl-0123456789abcdef',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'service-1.0',
    choices: [{ index: 0, delta: { content: `${WORDS.slice(from, from + 4).join(' ')} ` }, finish_reason: null }],
  });
}

export interface Sample {
  readonly lines: readonly string[];
  readonly bytes: Uint8Array;
}

/** An event stream of so many chunks, ended by [DONE]. */
export function sample(chunks: number): Sample {
  const lines = Array.from({ length: chunks }, (_, index) => chunkLine(index));
  return { lines, bytes: Buffer.from(`${lines.map((line) => `data: ${line}\n\n`).join('')}data: [DONE]\n\n`) };
}

/** An event stream whose answer is one event of so many bytes. */
export function oneEvent(size: number): Sample {
  const line = JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(size) }, finish_reason: null }] });
  return { lines: [line], bytes: Buffer.from(`data: ${line}\n\ndata: [DONE]\n\n`) };
}

export function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}

/** The floor: nothing but the parsing of the data. */
export function parseOnly({ lines }: Sample): number {
  let length = 0;
  for (const line of lines) {
    const chunk = JSON.parse(line) as { choices?: { delta: { content: string } }[] };
    length += chunk.choices?.[0]?.delta.content.length ?? 0;
  }
  return length;
}

/** Ours, up to the event, without the iterator. */
export function readOurs(pieces: readonly Uint8Array[]): number {
  const reader = createReplyReader({ limits: DEFAULT_LIMITS, format: researchFormat((text) => text) });
  let length = 0;
  for (const piece of pieces) {
    for (const event of reader.push(piece)) if (event.type === 'text') length += event.text.length;
  }
  return length;
}

/** eventsource-parser and JSON.parse, without any check. */
export function readParser(pieces: readonly Uint8Array[]): number {
  const decoder = new TextDecoder();
  let length = 0;
  const parser = createParser({
    onEvent({ data }) {
      if (data === '[DONE]') return;
      const chunk = JSON.parse(data) as { choices?: { delta: { content: string } }[] };
      length += chunk.choices?.[0]?.delta.content.length ?? 0;
    },
  });
  for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
  return length;
}

/** Ours as the extension calls it: `ask`, over pieces that are there already. */
export async function askOurs(pieces: readonly Uint8Array[]): Promise<number> {
  const transport: Transport = {
    async send() {
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: { [Symbol.asyncIterator]: () => iterate(pieces) },
      };
    },
  };
  const client = createResearchClient({ baseUrl: 'https://bench.example', getKey: () => 'key', transport });
  let length = 0;
  const request = { messages: [{ role: 'human', content: 'q' }], stream: true } as const;
  for await (const event of client.ask(request, new AbortController().signal)) {
    if (event.type === 'text') length += event.text.length;
  }
  return length;
}

function iterate(pieces: readonly Uint8Array[]): AsyncIterator<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return { next: () => Promise.resolve(iterator.next()) };
}

/** The cheapest way to hand out pieces through a Response. */
function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[index++];
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

/** The peer: the client library of the chat-completions ecosystem, over pieces that are there already. */
export async function askOpenai(pieces: readonly Uint8Array[]): Promise<number> {
  const client = new OpenAI({
    apiKey: 'key',
    baseURL: 'https://bench.example',
    maxRetries: 0,
    fetch: async () => new Response(streamOf(pieces), { headers: { 'content-type': 'text/event-stream' } }),
  });
  let length = 0;
  const stream = await client.chat.completions.create({
    model: 'service-1.0',
    messages: [{ role: 'user', content: 'q' }],
    stream: true,
  });
  for await (const chunk of stream) length += chunk.choices?.[0]?.delta?.content?.length ?? 0;
  return length;
}
