/** A server with one behaviour per address, over real sockets: what each answers is a list of steps (test/fixtures/cases). */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { certificate } from './certificate.ts';
import { act, type Step } from './hostileSteps.ts';

export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds, monotonic. */
  readonly at: number;
}

export interface Behaviour {
  /** Base address to give to the client. */
  readonly baseUrl: string;
  /** What arrived at this address; connections that were reset before a request count with an empty method. */
  readonly requests: readonly Recorded[];
  /** Resolves when the client has closed (or lost) every connection to this address. */
  closed(): Promise<void>;
}

export interface HostileServer {
  /** `steps` answer the first request, `then` all later ones (default: the same steps). */
  behave(steps: readonly Step[], then?: readonly Step[] | 'repeat'): Promise<Behaviour>;
  /** Origin of a second server that only records. */
  readonly otherOrigin: string;
  readonly otherRequests: readonly Recorded[];
  /** Connections that are open now. */
  openSockets(): number;
  close(): Promise<void>;
}

export async function startHostileServer(placeholders: Readonly<Record<string, string>> = {}): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  const servers: net.Server[] = [];
  const ended = new AbortController();
  const otherRequests: Recorded[] = [];
  const otherOrigin = await listen(
    http.createServer(async (request, response) => {
      otherRequests.push(await record(request));
      response.end('recorded');
    }),
  );

  function fill(text: string): string {
    return text
      .replaceAll('{{OTHER_ORIGIN}}', otherOrigin)
      .replaceAll('{{100KB}}', 'x'.repeat(100_000))
      .replace(/\{\{(\w+)\}\}/g, (whole, name: string) => placeholders[name] ?? whole);
  }

  async function listen(server: net.Server, protocol = 'http'): Promise<string> {
    servers.push(server);
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function behave(steps: readonly Step[], then: readonly Step[] | 'repeat' = 'repeat'): Promise<Behaviour> {
    const requests: Recorded[] = [];
    const open = new Set<Socket>();
    let onEmpty = () => {};
    const own = (socket: Socket) => {
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        if (open.size === 0) onEmpty();
      });
    };
    const first = steps[0]?.do;
    const handler: http.RequestListener = async (request, response) => {
      requests.push(await record(request));
      const now = requests.length === 1 || then === 'repeat' ? steps : then;
      await act(now, request, response, { fill, signal: ended.signal });
    };
    const origin = await originFor(first, handler, requests, own);
    return {
      baseUrl: origin,
      requests,
      closed: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => (onEmpty = resolve))),
    };

    async function originFor(
      kind: string | undefined,
      listener: http.RequestListener,
      seen: Recorded[],
      watch: (socket: Socket) => void,
    ) {
      switch (kind) {
        case 'dns-fail':
          return 'https://no-such-host.invalid';
        case 'refuse': {
          const server = net.createServer();
          const refused = await listen(server);
          server.close();
          return refused;
        }
        case 'reset': {
          const server = net.createServer((socket) => {
            seen.push({ method: '', path: '', headers: {}, body: '', at: performance.now() });
            socket.resetAndDestroy();
          });
          server.on('connection', watch);
          return listen(server);
        }
        case 'tls': {
          const name = String((steps[0] as { cert?: string }).cert ?? 'good');
          const server = https.createServer(certificate(name), listener);
          server.on('connection', watch);
          return (await listen(server, 'https')).replace('127.0.0.1', 'localhost');
        }
        default: {
          const server = http.createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, listener);
          // A proxy is asked for a tunnel to a service over https.
          server.on('connect', (_, socket) => {
            socket.on('error', () => {});
            socket.end(`HTTP/1.1 ${Number(steps[0]?.status ?? 502)} Refused\r\nproxy-authenticate: Basic\r\n\r\n`);
          });
          server.on('connection', watch);
          return listen(server);
        }
      }
    }
  }

  return {
    behave,
    otherOrigin,
    otherRequests,
    openSockets: () => sockets.size,
    async close() {
      ended.abort();
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

async function record(request: http.IncomingMessage): Promise<Recorded> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body: Buffer.concat(pieces).toString('utf8'),
    at: performance.now(),
  };
}
