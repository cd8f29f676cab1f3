/** Converts Node's incoming message to a Request. The body is read from the socket only when it is read from the Request. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../app/httpError.ts';

/** Methods that the Request constructor refuses. */
const IMPOSSIBLE_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * @param signal aborts when the caller closes the connection
 * @param onBodyWanted called once, before the first byte of the body is read
 */
export function readRequest(incoming: IncomingMessage, signal: AbortSignal, onBodyWanted: () => void): Request {
  const method = incoming.method ?? 'GET';
  if (IMPOSSIBLE_METHODS.has(method.toUpperCase())) {
    throw new HttpError(405, 'Only POST is possible here.', { code: 'method_not_allowed' });
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = new Headers();
  try {
    for (const [name, values] of Object.entries(incoming.headersDistinct)) {
      // The first of repeated headers counts, so that no second key or type can be added.
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
    if (thrown instanceof HttpError) throw thrown;
    throw new HttpError(400, 'This is not a valid HTTP request.', { code: 'invalid_http' });
  }
}

/** The host of the URL is a placeholder. The app checks the Host header. */
function toUrl(target: string): URL {
  if (target.startsWith('/')) return new URL(`http://service.invalid${target}`);
  throw new HttpError(400, 'The request target must be a path.', { code: 'invalid_target' });
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
