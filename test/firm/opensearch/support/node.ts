import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Reply {
  readonly status?: number;
  readonly body: unknown;
}

/** A node of a search engine that gives these answers. Null: it does not answer. */
export async function nodeWith(answer: (body: string, request: number) => Reply | null) {
  const bodies: string[] = [];
  const encodings: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      bodies.push(body);
      encodings.push(request.headers['accept-encoding']?.toString());
      const reply = answer(body, bodies.length);
      if (reply === null) return;
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, encodings };
}
