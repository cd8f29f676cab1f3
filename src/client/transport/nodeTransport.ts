/**
 * HTTP on the desktop, with node:https and node:http. `fetch` is not used: VS Code patches it, its timeouts of 300 s for the
 * response and between two chunks cannot be changed, and deep research may take longer. VS Code also replaces `request` of these
 * modules to apply its proxy and certificate settings. Therefore `request` is looked up at each call, and no agent is passed.
 */
import http from 'node:http';
import https from 'node:https';
import type { Duplex, Readable } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import zlib from 'node:zlib';
import type { ErrorReason } from '../../protocol/errors.ts';
import { ConnectionError, ReplyError } from '../errors.ts';
import { fromNetworkError } from '../networkError.ts';
import { readBytes } from './readBytes.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

export function createNodeTransport(): Transport {
  return { send };
}

function send(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const url = new URL(request.url);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const body = Buffer.from(request.body, 'utf8');
    const headers = {
      ...request.headers,
      ...(request.method === 'POST' && { 'content-length': String(body.length) }),
      'accept-encoding': 'identity',
      // A reused connection may be lost while a question is sent. Then it is unknown whether the service received the question.
      connection: 'close',
    };
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, { method: request.method, headers });

    let timer: NodeJS.Timeout | undefined;
    const startTimer = (waited: number, reason: ErrorReason) => {
      clearTimeout(timer);
      timer = setTimeout(() => outgoing.destroy(new ConnectionError('timeout', { reason, waited })), waited);
    };
    const onAbort = () => outgoing.destroy(new Error('aborted'));
    // Removed only when the connection is closed, because an abort must close it even if the body is not read.
    signal.addEventListener('abort', onAbort);
    outgoing.once('close', () => signal.removeEventListener('abort', onAbort));
    startTimer(request.connectTimeout, 'connect');
    const onConnected = () => startTimer(request.firstByteTimeout, 'firstByte');
    outgoing.once('socket', (socket) => whenConnected(socket, onConnected));
    outgoing.once('response', (incoming) => {
      clearTimeout(timer);
      try {
        resolve(toResponse(incoming, outgoing));
      } catch (error) {
        outgoing.destroy();
        reject(error);
      }
    });
    // Status 101: the service switches to a protocol that was not requested. Without this listener, Node reports a lost connection.
    outgoing.once('upgrade', () => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(new ReplyError('notTheService'));
    });
    // Not removed after the response: a later error also reaches the reader of the body, and must not be unhandled here.
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      if (signal.aborted) reject(signal.reason);
      else reject(error instanceof ConnectionError ? error : fromNetworkError(error, port));
    });
    outgoing.end(body);
  });
}

function whenConnected(
  socket: Duplex & { connecting?: boolean; secureConnecting?: boolean },
  callback: () => void,
): void {
  const tls = 'encrypted' in socket && (socket as Partial<TLSSocket>).encrypted === true;
  if (tls && (socket.connecting || socket.secureConnecting !== false)) socket.once('secureConnect', callback);
  else if (!tls && socket.connecting) socket.once('connect', callback);
  else callback();
}

function toResponse(incoming: http.IncomingMessage, outgoing: http.ClientRequest): TransportResponse {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  const decoder = createDecoder(headers['content-encoding']);
  const close = () => {
    decoder?.destroy();
    incoming.destroy();
    outgoing.destroy();
  };
  return { status: incoming.statusCode ?? 0, headers, body: readBytes(incoming, decoder, close) };
}

/** Returns a stream that decodes the body, although no content coding was requested. Truncated input is an error. */
function createDecoder(coding: string | undefined): (Duplex & Readable) | undefined {
  switch (coding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      throw new ReplyError('protocol', { reason: 'compression' });
  }
}
