/** The socket side of the service: Node's HTTP server in front of the app. One error shape also for what never becomes a request. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { App } from '../app/app.ts';
import { jsonReply } from '../app/jsonReply.ts';
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from '../app/limits.ts';
import { type Log, silentLog } from '../app/log.ts';
import { errorBody, ServiceError, toServiceError } from '../app/serviceError.ts';
import { readRequest } from './incomingRequest.ts';
import { writeReply } from './outgoingReply.ts';

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
  /** Replies under way, by connection: bytes of our own may be written to a socket only where none is. */
  const underWay = new WeakMap<Socket, Set<ServerResponse>>();
  let closing = false;

  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  });

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): Promise<void> {
    const replies = underWay.get(incoming.socket) ?? new Set();
    underWay.set(incoming.socket, replies.add(outgoing));
    const caller = new AbortController();
    outgoing.on('close', () => {
      replies.delete(outgoing);
      if (!outgoing.writableFinished) caller.abort();
      if (closing) server.closeIdleConnections();
    });
    let reply: Response;
    try {
      const onBodyWanted = (): void => {
        if (expectsContinue) outgoing.writeContinue();
      };
      reply = await app(readRequest(incoming, caller.signal, onBodyWanted));
    } catch (thrown) {
      const error = toServiceError(thrown);
      logRefusal(error);
      reply = jsonReply(errorBody(error), error.status, error.headers);
    }
    await writeReply(reply, incoming, outgoing, limits);
  }

  const logRefusal = ({ status, code }: ServiceError): void =>
    log({ event: 'refused', status, ...(code === null ? {} : { code }) });

  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing, false));
  // Without this Node asks for the body by itself, before the key was looked at.
  server.on('checkContinue', (incoming, outgoing) => void answer(incoming, outgoing, true));
  server.on('checkExpectation', (incoming, outgoing) => void answer(incoming, outgoing, false));
  server.on('clientError', (failure: NodeJS.ErrnoException, socket: Socket) => {
    // The caller is gone: there is nobody to tell.
    if (failure.code === 'ECONNRESET' || failure.code === 'EPIPE') return void socket.destroy();
    const error = toConnectionError(failure.code);
    logRefusal(error);
    const answered = [...(underWay.get(socket) ?? [])].some((reply) => reply.headersSent);
    if (answered || !socket.writable) socket.destroy();
    else socket.end(rawReply(error), () => socket.destroy());
  });

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host, exclusive: true }, () => {
          server.off('error', reject);
          server.on('error', (failure) => log({ event: 'failure', code: 'server', failure: failure.name }));
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
