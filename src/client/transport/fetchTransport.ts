/** The network without Node, for the web entry of the extension. The browser applies its own proxy and certificate rules. */
import { ConnectionError } from '../errors.ts';
import { fromNetworkError } from '../networkError.ts';
import type { Transport, TransportRequest, TransportResponse } from './transport.ts';

/** `fetch` does not report when it has connected, so the two time limits before the response are added up. */
export function createFetchTransport(fetcher: typeof fetch = fetch): Transport {
  return { send: (request, signal) => send(fetcher, request, signal) };
}

async function send(fetcher: typeof fetch, request: TransportRequest, signal: AbortSignal): Promise<TransportResponse> {
  signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new ConnectionError('timeout')),
    request.connectTimeout + request.firstByteTimeout,
  );
  try {
    const response = await fetcher(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'POST' && { body: request.body }),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, late.signal]),
    });
    // This type is all that a browser reports of a redirect that was not followed.
    if (response.type === 'opaqueredirect') return { status: 302, headers: {}, body: readBody(null) };
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: readBody(response.body),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (late.signal.aborted) throw late.signal.reason;
    throw fromNetworkError(error);
  } finally {
    clearTimeout(timer);
  }
}

async function* readBody(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  try {
    if (!reader) return;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}
