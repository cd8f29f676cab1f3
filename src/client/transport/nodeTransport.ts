/**
 * The network on the desktop: node:https and node:http. Not fetch: VS Code's patched fetch gives a caller no way past its
 * 300 s limits for the response and for silence, and deep research may take longer. VS Code replaces `request` on these modules
 * too, so that its proxy and certificate settings apply; therefore it is looked up at each call, and no agent is passed.
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
  return { post };
}

function post(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const url = new URL(request.url);
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
    const body = Buffer.from(request.body, 'utf8');
    const headers = {
      ...request.headers,
      'content-length': String(body.length),
      'accept-encoding': 'identity',
      // An idle connection may break between two questions; then it is unknown whether the service received the second.
      connection: 'close',
    };
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, { method: 'POST', headers });

    let timer: NodeJS.Timeout | undefined;
    const arm = (waited: number, reason: ErrorReason) => {
      clearTimeout(timer);
      timer = setTimeout(() => outgoing.destroy(new ConnectionError('timeout', { reason, waited })), waited);
    };
    const onAbort = () => outgoing.destroy(new Error('aborted'));
    // Linked until the connection is closed: an abort must reach it also when the body is not read.
    signal.addEventListener('abort', onAbort);
    outgoing.once('close', () => signal.removeEventListener('abort', onAbort));
    arm(request.connectTimeout, 'connect');
    const onConnected = () => arm(request.firstByteTimeout, 'firstByte');
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
    // No other protocol was requested (status 101). Without a listener, Node reports a lost connection.
    outgoing.once('upgrade', () => {
      clearTimeout(timer);
      outgoing.destroy();
      reject(new ReplyError('notTheService'));
    });
    // Stays for the life of the request: after the response, failures reach the reader of the body as well.
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

/** A stream that undoes a content coding that we did not ask for; an input that is cut short makes it fail, not end. */
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
