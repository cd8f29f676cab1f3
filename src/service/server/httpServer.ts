/** Serves the app with Node's HTTP server. Errors have the same shape also if no request could be parsed. */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { errorBody, HttpError, toHttpError } from '../app/httpError.ts';
import { DEFAULT_SOCKET_LIMITS, type SocketLimits } from '../app/limits.ts';
import { type ServiceLog, silentLog } from '../app/log.ts';
import type { RequestHandler } from '../app/requestHandler.ts';
import { errorReply } from '../app/wholeReply.ts';
import { readRequest } from './incomingRequest.ts';
import { writeReply } from './outgoingReply.ts';

export interface HttpService {
  /** Resolves to the origin, which is the base address of the service. Port 0 takes a free one. */
  listen(port: number, host: string): Promise<string>;
  /** Uses another certificate for new connections. Throws if it cannot be used, or if the service has none. */
  setCertificate(tls: SecureContextOptions): void;
  /** Accepts no more connections. Resolves when the running replies have ended, or after `shutdownMs`. */
  close(): Promise<void>;
}

export interface HttpServiceOptions {
  readonly app: RequestHandler;
  /** Certificate and key. Without them the service speaks plain HTTP. */
  readonly tls?: SecureContextOptions | undefined;
  readonly limits?: Partial<SocketLimits>;
  readonly log?: ServiceLog;
}

export function createHttpService(options: HttpServiceOptions): HttpService {
  const { app, log = silentLog } = options;
  const limits = { ...DEFAULT_SOCKET_LIMITS, ...options.limits };
  /** Running replies by connection. An error may be written to a socket directly only if there is none. */
  const running = new WeakMap<Socket, Set<ServerResponse>>();
  let closing = false;

  const timeouts = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
  };
  const tlsServer: TlsServer | null = options.tls ? createTlsServer({ ...timeouts, ...options.tls }) : null;
  const server = tlsServer ?? createServer(timeouts);

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): Promise<void> {
    const replies = running.get(incoming.socket) ?? new Set();
    running.set(incoming.socket, replies.add(outgoing));
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
      const error = toHttpError(thrown);
      logRefusal(error);
      reply = errorReply(error);
    }
    await writeReply(reply, incoming, outgoing, limits);
  }

  const logRefusal = ({ status, code }: HttpError): void =>
    log({ event: 'refused', status, ...(code === null ? {} : { code }) });

  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing, false));
  // Without this listener Node asks for the body by itself, before the key is checked.
  server.on('checkContinue', (incoming, outgoing) => void answer(incoming, outgoing, true));
  server.on('checkExpectation', (incoming, outgoing) => void answer(incoming, outgoing, false));
  server.on('clientError', (failure: NodeJS.ErrnoException, socket: Socket) => {
    // The caller has closed the connection, or does not speak TLS.
    if (failure.code === undefined || !/^(HPE|ERR_HTTP)_/.test(failure.code)) return void socket.destroy();
    const error = toConnectionError(failure.code);
    logRefusal(error);
    const answered = [...(running.get(socket) ?? [])].some((reply) => reply.headersSent);
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
          resolve(`http${tlsServer ? 's' : ''}://${host.includes(':') ? `[${host}]` : host}:${address.port}`);
        });
      }),
    setCertificate(tls) {
      if (tlsServer === null) throw new Error('The service was started without a certificate.');
      tlsServer.setSecureContext(tls);
    },
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

function toConnectionError(code: string | undefined): HttpError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new HttpError(408, 'The request took too long to arrive.', { code: 'request_timeout' });
  }
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError(431, 'The header of the request is too large.', { code: 'header_too_large' });
  }
  return new HttpError(400, 'This is not a valid HTTP request.', { code: 'invalid_http' });
}

function rawReply(error: HttpError): string {
  const body = JSON.stringify(errorBody(error));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
