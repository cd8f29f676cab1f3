/** Node's incoming message as a Request. Its body is read from the socket only as far as somebody asks for it. */
import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../app/serviceError.ts';

/** Methods that a Request cannot have; nothing here answers to them. */
const IMPOSSIBLE_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * @param signal aborts when the caller is gone
 * @param onBodyWanted called once, before the first byte of the body is read
 */
export function readRequest(incoming: IncomingMessage, signal: AbortSignal, onBodyWanted: () => void): Request {
  const method = incoming.method ?? 'GET';
  if (IMPOSSIBLE_METHODS.has(method.toUpperCase())) {
    throw new ServiceError(405, 'Only POST is possible here.', { code: 'method_not_allowed' });
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = new Headers();
  try {
    for (const [name, values] of Object.entries(incoming.headersDistinct)) {
      // Of a repeated header the first counts, so that no second key or type can be slipped in.
      const value = values?.[0];
      if (value !== undefined) headers.set(name, value);
    }
    return new Request(toUrl(incoming.url ?? '/'), {
      method,
      headers,
      signal,
      ...(hasBody ? { body: readBody(incoming, onBodyWanted), duplex: 'half' } : {}),
    });
  } catch (thrown) {
    if (thrown instanceof ServiceError) throw thrown;
    throw new ServiceError(400, 'This is not a valid HTTP request.', { code: 'invalid_http' });
  }
}

/** The host of the URL is ours and stands for nothing: who was called is in the Host header, which the app checks. */
function toUrl(target: string): URL {
  if (target.startsWith('/')) return new URL(`http://service.invalid${target}`);
  throw new ServiceError(400, 'The request target must be a path.', { code: 'invalid_target' });
}

function readBody(incoming: IncomingMessage, onBodyWanted: () => void): ReadableStream<Uint8Array> {
  let bytes: NodeJS.AsyncIterator<Buffer> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (bytes === undefined) {
          onBodyWanted();
          bytes = incoming.iterator({ destroyOnReturn: false });
        }
        const { done, value } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await bytes?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
