/** A local chat-completions endpoint whose replies a test writes, and the requests that it received. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly messages: { role: string; content: string }[];
    readonly stream?: boolean;
  };
}

export type ModelReply = (response: ServerResponse, request: ReceivedRequest, number: number) => void | Promise<void>;

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Resolves when the client of request `number` (from 1) closed the connection. */
  closed(number: number): Promise<void>;
}

export async function startModelServer(reply: ModelReply): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const closings: Promise<void>[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const received = {
        url: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(parts).toString('utf8')),
      };
      requests.push(received);
      closings.push(new Promise((resolve) => response.once('close', resolve)));
      void reply(response, received, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    closed: (number) => closings[number - 1] ?? Promise.reject(new Error('There was no such request.')),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const delta = (fields: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })}\n\n`;

export const contents = (...texts: string[]): string => texts.map((content) => delta({ content })).join('');

export function sendStream(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(text);
}
