/** A research service on this machine that answers every question with one saved stream. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { JSON_MARK } from '../../src/client/recorder.ts';

export interface ReplayServer {
  /** To be entered as the base address. */
  readonly address: string;
  close(): Promise<void>;
}

/** Longest pause between two events, ms, however long the service took when the stream was saved. */
const LONGEST_PAUSE = 1000;

const requestSchema = z.object({ messages: z.array(z.unknown()).check(z.minLength(1)) });

/** `pauses`: sends events with the pauses that the recorder noted; a stream without notes, for example of curl, is sent at once. */
export async function serveSaved(saved: string, options: { port: number; pauses: boolean }): Promise<ReplayServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (request.method !== 'POST' || !path.endsWith('/chat/completions')) return refuse(response, 404, 'Not found.');
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    if (!request.headers.authorization) return refuse(response, 401, 'No API key.');
    if (!isQuestion(body)) return refuse(response, 400, 'The messages are missing.');
    if (saved.split('\n').includes(JSON_MARK)) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        eventsOf(saved)
          .map(dataOf)
          .find((data) => data !== ''),
      );
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let last = 0;
    for (const event of eventsOf(saved)) {
      const at = Number(/^: \+(\d+) ms/m.exec(event)?.[1] ?? last);
      if (options.pauses && at > last) await wait(Math.min(at - last, LONGEST_PAUSE));
      last = at;
      response.write(event);
    }
    response.end();
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Splits after each empty line. */
const eventsOf = (saved: string): string[] => saved.split(/(?<=\n\n|\r\n\r\n)/);

const dataOf = (event: string): string =>
  event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');

function isQuestion(body: string): boolean {
  try {
    return requestSchema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }));
}
