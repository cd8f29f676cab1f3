/** The socket side of the service: Node's HTTP server in front of the app. One error shape also for what never becomes a request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { App } from './app.ts';
import { readRequest } from './incomingRequest.ts';
import { jsonReply } from './jsonReply.ts';
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from './limits.ts';
import { type Log, silentLog } from './log.ts';
import { writeReply } from './outgoingReply.ts';
import { errorBody, ServiceError, toServiceError } from './serviceError.ts';

export interface HttpService {
  /** Binds to a loopback address. Resolves to the origin, which is the base address of the service. Port 0 takes a free one. */
  listen(port: number, host: '127.0.0.1' | '::1'): Promise<string>;
  /** Takes no more connections and resolves when the running replies have ended, or after `shutdownMs`. */
  close(): Promise<void>;
}

export interface HttpServiceOptions {
  readonly app: App;
  readonly limits?: Partial<SocketLimits>;
  readonly log?: Log;
}

export function createHttpService(options: HttpServiceOptions): HttpService {
  const { app, log = silentLog } = options;
  const limits = { ...DEFAULT_SOCKET_LIMITS, ...options.limits };
  const replying = new WeakSet<Socket>();
  let closing = false;

  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): Promise<void> {
    const { socket } = incoming;
    replying.add(socket);
    outgoing.on('close', () => replying.delete(socket));
    const caller = new AbortController();
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) caller.abort();
    });
    let reply: Response;
    try {
      reply = await app(
        readRequest(incoming, caller.signal, expectsContinue ? () => outgoing.writeContinue() : () => {}),
      );
    } catch (thrown) {
      const error = toServiceError(thrown);
      reply = jsonReply(errorBody(error), error.status, error.headers);
    }
    await writeReply(reply, incoming, outgoing, limits.lingerMs);
    if (closing) outgoing.once('close', () => server.closeIdleConnections());
  }

  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing, false));
  // Without this Node asks for the body by itself, before the key was looked at.
  server.on('checkContinue', (incoming, outgoing) => void answer(incoming, outgoing, true));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || replying.has(socket)) {
      socket.destroy();
      return;
    }
    const refused = toConnectionError(error.code);
    log({ event: 'refused', status: refused.status, ...(refused.code === null ? {} : { code: refused.code }) });
    socket.end(rawReply(refused));
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host, exclusive: true }, () => {
          server.off('error', reject);
          const address = server.address() as AddressInfo;
          resolve(`http://${host === '::1' ? '[::1]' : host}:${address.port}`);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        closing = true;
        const force = setTimeout(() => server.closeAllConnections(), limits.shutdownMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
      }),
  };
}

function toConnectionError(code: string | undefined): ServiceError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError(408, 'The request took too long to arrive.', { code: 'request_timeout' });
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ServiceError(431, 'The header of the request is too large.', { code: 'header_too_large' });
  }
  return new ServiceError(400, 'This is not a valid HTTP request.', { code: 'invalid_http' });
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function rawReply(error: ServiceError): string {
  const body = JSON.stringify(errorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${REASONS[error.status] ?? 'Error'}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
