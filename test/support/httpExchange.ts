/** One HTTP exchange with full control of what is sent; nothing is followed, retried or corrected. */
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { KEY } from './startService.ts';

export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ExchangeOptions {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are written one after the other. */
  readonly body?: Iterable<string | Uint8Array> | string | Uint8Array;
}

export function exchange(port: number, options: ExchangeOptions = {}): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method: options.method ?? 'POST',
        path: options.path ?? '/chat/completions',
        headers: options.headers ?? { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
        agent: false,
      },
      (incoming) => {
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const body = Buffer.concat(pieces).toString();
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
        });
      },
    );
    outgoing.on('error', reject);
    const { body = '' } = options;
    const write = (): void => {
      if (typeof body === 'string' || body instanceof Uint8Array) outgoing.end(body);
      else {
        for (const piece of body) outgoing.write(piece);
        outgoing.end();
      }
    };
    if (options.headers?.expect === undefined) write();
    else {
      outgoing.on('continue', write);
      outgoing.flushHeaders();
    }
  });
}

export const QUESTION = {
  model: 'service-1.0',
  messages: [{ role: 'human', content: 'Is a laptop deductible under section 179?' }],
};

/** A valid question with some fields replaced. */
export function ask(port: number, fields: Record<string, unknown> = {}): Promise<Exchange> {
  return exchange(port, { body: JSON.stringify({ ...QUESTION, ...fields }) });
}

/** A plain socket, for what an HTTP client would not send. `received` grows. */
export interface RawSocket {
  readonly socket: Socket;
  readonly received: () => string;
  /** Codes of what went wrong on this side, such as ECONNRESET. */
  readonly failures: readonly string[];
  /** Resolves when the other side has closed. */
  readonly closed: Promise<void>;
}

export async function openSocket(port: number, allowHalfOpen = false): Promise<RawSocket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  const failures: string[] = [];
  socket.on('error', (failure: NodeJS.ErrnoException) => failures.push(failure.code ?? failure.name));
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return { socket, received: () => received, failures, closed };
}

/** The text of a question as it goes over the wire. */
export function rawQuestion(fields: Record<string, unknown> = {}): string {
  const body = JSON.stringify({ ...QUESTION, ...fields });
  return [
    'POST /chat/completions HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Authorization: Bearer ${KEY}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** The data parts of an event stream; comments are left out. */
export function dataParts(stream: string): string[] {
  return stream
    .split('\n\n')
    .filter((block) => block.startsWith('data: '))
    .map((block) => block.slice('data: '.length));
}
