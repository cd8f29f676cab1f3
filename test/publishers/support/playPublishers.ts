/** A server that plays all publishers below one address, as a mirror does: `/uscode.house.gov/…`. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { onTestFinished } from 'vitest';

export interface Reply {
  readonly status?: number;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes after which nothing arrives any more, until `cut` loses the connection. */
  readonly cutAt?: number;
  /** The rest of the file is sent also if the caller has a part of another version. */
  readonly ignoresIfRange?: boolean;
}

export interface PlayedPublishers {
  /** The address to set as mirror. */
  readonly mirror: string;
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** What is replied at an address without `https://`, in order; the last reply stays. */
  on(address: string, ...replies: Reply[]): void;
  /** Loses the connections that wait. */
  cut(): void;
  stop(): void;
}

/** Until the end of the test. With a certificate, they speak TLS. */
export async function playPublishers(certificate?: SecureContextOptions): Promise<PlayedPublishers> {
  const played = await startPublishers(certificate);
  onTestFinished(() => played.stop());
  return played;
}

export async function startPublishers(certificate?: SecureContextOptions): Promise<PlayedPublishers> {
  const replies = new Map<string, Reply[]>();
  const requests: PlayedPublishers['requests'] = [];
  const held: { destroy(): void }[] = [];
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers });
    const own = replies.get(path.slice(1));
    const reply = (own && own.length > 1 ? own.shift() : own?.[0]) ?? { status: 404 };
    const body = Buffer.from(reply.body ?? '');
    const etag = reply.headers?.etag;
    if (etag !== undefined && request.headers['if-none-match'] === etag) {
      response.writeHead(304).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const isSame = etag !== undefined && request.headers['if-range'] === etag;
    const continues = from > 0 && (isSame || reply.ignoresIfRange === true);
    const rest = continues ? body.subarray(from) : body;
    response.writeHead(continues ? 206 : (reply.status ?? 200), {
      ...reply.headers,
      'content-length': String(rest.length),
      ...(continues ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
    });
    if (reply.cutAt === undefined) response.end(rest);
    else {
      held.push(response);
      response.write(rest.subarray(0, reply.cutAt));
    }
  };
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    mirror: `${certificate ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
    cut() {
      for (const response of held.splice(0)) response.destroy();
    },
    on: (address, ...given) => void replies.set(address, given),
  };
}
