/** Plays the steps of a behaviour on one request. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import zlib from 'node:zlib';

export interface Step {
  readonly do: string;
  readonly [name: string]: unknown;
}

export interface Stage {
  /** Replaces the placeholders of a text. */
  readonly fill: (text: string) => string;
  /** Aborts when the server is closed. */
  readonly signal: AbortSignal;
}

/** Never rejects: a client that leaves ends the play. */
export async function act(
  steps: readonly Step[],
  request: IncomingMessage,
  response: ServerResponse,
  stage: Stage,
): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  response.once('close', leave);
  stage.signal.addEventListener('abort', leave);
  response.on('error', leave);
  try {
    for (const step of steps) {
      if (gone.signal.aborted) return;
      await play(step, request, response, stage, gone.signal);
    }
  } catch {
    // The client left, or the server was closed.
  } finally {
    stage.signal.removeEventListener('abort', leave);
  }
}

async function play(step: Step, request: IncomingMessage, response: ServerResponse, stage: Stage, signal: AbortSignal) {
  const { socket } = request;
  const text = stage.fill(String(step.text ?? ''));
  switch (step.do) {
    case 'status': {
      const headers = Object.entries((step.headers ?? {}) as Record<string, string>);
      response.writeHead(
        Number(step.status),
        Object.fromEntries(headers.map(([name, value]) => [name, stage.fill(value)])),
      );
      response.flushHeaders();
      return;
    }
    case 'body':
      return write(response, Buffer.from(text), signal);
    case 'bodyBase64':
      return write(response, Buffer.from(String(step.base64), 'base64'), signal);
    case 'gzipBody':
      return gzipBody(text, step, response, signal);
    case 'repeat':
    case 'gzipRepeat': {
      const unit = step.char === undefined ? text : String(step.char);
      const times = step.bytes === undefined ? Number(step.times) : Math.ceil(Number(step.bytes) / unit.length);
      const whole = Buffer.from(unit.repeat(times));
      return write(response, step.do === 'repeat' ? whole : zlib.gzipSync(whole), signal);
    }
    case 'slice': {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += Number(step.bytes)) {
        await write(response, bytes.subarray(at, at + Number(step.bytes)), signal);
        await delay(Number(step.everyMs ?? 0), undefined, { signal });
      }
      return;
    }
    case 'drip': {
      const until = performance.now() + Number(step.forMs ?? Number.POSITIVE_INFINITY);
      while (performance.now() < until) {
        await write(response, Buffer.from(text), signal);
        await delay(Number(step.everyMs), undefined, { signal });
      }
      return;
    }
    case 'raw':
      socket.write(text);
      return;
    case 'wait':
      await delay(Number(step.ms), undefined, { signal });
      return;
    case 'hang':
      await once(response, 'close', { signal });
      return;
    case 'cut':
      await flushed(response);
      if (step.how === 'rst') socket.resetAndDestroy();
      else socket.end();
      return;
    case 'end':
      if (response.headersSent) response.end();
      else socket.end();
      return;
    case 'proxy-status':
      response.writeHead(Number(step.status)).end();
      return;
    case 'flush':
    case 'tls':
      return;
    default:
      throw new Error(`unknown step ${step.do}`);
  }
}

async function gzipBody(text: string, step: Step, response: ServerResponse, signal: AbortSignal): Promise<void> {
  if (step.flushPerEvent !== true) {
    const packed = zlib.gzipSync(Buffer.from(text));
    return write(response, packed.subarray(0, packed.length - Number(step.dropLastBytes ?? 0)), signal);
  }
  const pieces: Buffer[] = [];
  const gzip = zlib.createGzip();
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  for (const event of text.split(/(?<=\n\n)/)) {
    gzip.write(event);
    await new Promise<void>((resolve) => gzip.flush(zlib.constants.Z_SYNC_FLUSH, resolve));
    await write(response, Buffer.concat(pieces.splice(0)), signal);
  }
  gzip.end();
  await once(gzip, 'end');
  const last = Buffer.concat(pieces);
  await write(response, last.subarray(0, last.length - Number(step.dropLastBytes ?? 0)), signal);
}

async function write(response: ServerResponse, bytes: Buffer, signal: AbortSignal): Promise<void> {
  if (!response.write(bytes)) await once(response, 'drain', { signal });
}

/** A cut must come after the bytes before it, as it does on a real network. */
async function flushed(response: ServerResponse): Promise<void> {
  while (response.socket && response.socket.writableLength > 0) await delay(1);
  await delay(5);
}
