/** From a server's write to the moment at which a reader holds the event, over real sockets. */

import http from 'node:http';
import net from 'node:net';
import { Worker } from 'node:worker_threads';
import OpenAI from 'openai';
import { createResearchClient } from '../../src/client/researchClient.ts';
import { createNodeTransport } from '../../src/client/transport/nodeTransport.ts';
import { quantile } from './measure.ts';

const WRITES = 400;
const EVERY = 5;
const ROUNDS = 5;

export interface Wait {
  readonly p50: number;
  readonly p99: number;
}

/** A server on its own thread, so that the reader's work does not delay the writing. The time of each write is its text. */
const SERVER = `
const http = require('node:http');
const { parentPort } = require('node:worker_threads');
const clock = () => Number(process.hrtime.bigint()) / 1e6;
const server = http.createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  response.socket.setNoDelay(true);
  let left = ${WRITES};
  const timer = setInterval(() => {
    if (left-- === 0) {
      clearInterval(timer);
      response.end('data: [DONE]\\n\\n');
      return;
    }
    const content = clock() + ' ';
    response.write('data: ' + JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'service-1.0',
      choices: [{ index: 0, delta: { content }, finish_reason: null }] }) + '\\n\\n');
  }, ${EVERY});
}).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

const clock = () => Number(process.hrtime.bigint()) / 1e6;

export async function latency(): Promise<{ raw: Wait; 'node:http': Wait; ours: Wait; openai: Wait }> {
  const worker = new Worker(SERVER, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const readers = { raw: readRaw, 'node:http': readHttp, ours: readOurs, openai: readOpenai };
  const found = Object.fromEntries(Object.keys(readers).map((name) => [name, [] as Wait[]])) as Record<
    keyof typeof readers,
    Wait[]
  >;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of Object.keys(readers) as (keyof typeof readers)[]) {
      const waits: number[] = [];
      await readers[name](port, (written) => waits.push(clock() - Number(written)));
      if (round > 0) found[name].push({ p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) });
    }
  }
  await worker.terminate();
  const middle = (waits: Wait[]): Wait => ({
    p50: quantile(
      waits.map(({ p50 }) => p50),
      0.5,
    ),
    p99: quantile(
      waits.map(({ p99 }) => p99),
      0.5,
    ),
  });
  return {
    raw: middle(found.raw),
    'node:http': middle(found['node:http']),
    ours: middle(found.ours),
    openai: middle(found.openai),
  };
}

type OnText = (text: string) => void;
const CONTENT = /"content":"([\d.]+) "/g;

/** The floor: bytes on a socket, with a regular expression to find the time. */
function readRaw(port: number, onText: OnText): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
    socket.on('data', (bytes) => {
      for (const [, text] of bytes.toString('latin1').matchAll(CONTENT)) onText(text ?? '');
    });
    socket.once('close', () => resolve()).once('error', reject);
  });
}

function readHttp(port: number, onText: OnText): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, host: '127.0.0.1', method: 'POST', headers: { connection: 'close' } },
      (response) => {
        response.on('data', (bytes: Buffer) => {
          for (const [, text] of bytes.toString('latin1').matchAll(CONTENT)) onText(text ?? '');
        });
        response.once('end', () => resolve());
      },
    );
    request.once('error', reject).end();
  });
}

async function readOurs(port: number, onText: OnText): Promise<void> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = createResearchClient({ baseUrl, getKey: () => 'key', transport: createNodeTransport() });
  const request = { messages: [{ role: 'human', content: 'q' }], stream: true } as const;
  for await (const event of client.ask(request, new AbortController().signal))
    if (event.type === 'text') onText(event.text);
}

async function readOpenai(port: number, onText: OnText): Promise<void> {
  const client = new OpenAI({ apiKey: 'key', baseURL: `http://127.0.0.1:${port}`, maxRetries: 0 });
  const stream = await client.chat.completions.create({
    model: 'service-1.0',
    messages: [{ role: 'user', content: 'q' }],
    stream: true,
  });
  for await (const chunk of stream) {
    const text = chunk.choices?.[0]?.delta?.content;
    if (text) onText(text);
  }
}
