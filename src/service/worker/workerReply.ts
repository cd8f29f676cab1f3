/** One request that came as a message: its reply goes back in pieces, no faster than the other side reads. */
import { type FromWorker, REPLY_WINDOW, type ToWorker } from '../../protocol/worker.ts';
import type { App } from '../app/app.ts';

export interface ThreadReply {
  /** So many bytes were read on the other side. */
  taken(bytes: number): void;
  /** Stops the work; nothing is posted after it. */
  abort(): void;
  /** Resolves when nothing more will be posted. */
  readonly ended: Promise<void>;
}

export function createThreadReply(
  app: App,
  request: Extract<ToWorker, { type: 'request' }>,
  post: (message: FromWorker) => void,
): ThreadReply {
  const { id } = request;
  const caller = new AbortController();
  let underWay = 0;
  let wake: () => void = () => {};
  caller.signal.addEventListener('abort', () => wake());

  async function answer(): Promise<void> {
    const response = await app(
      // The host stands for nothing: there is no network in between.
      new Request(`http://library.invalid${request.path}`, {
        method: 'POST',
        headers: request.headers,
        body: request.body,
        signal: caller.signal,
      }),
    );
    if (caller.signal.aborted) return void response.body?.cancel();
    post({ type: 'head', id, status: response.status, headers: Object.fromEntries(response.headers) });
    for await (const bytes of response.body ?? []) {
      if (caller.signal.aborted) return;
      underWay += bytes.byteLength;
      post({ type: 'piece', id, bytes });
      while (underWay >= REPLY_WINDOW && !caller.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    if (!caller.signal.aborted) post({ type: 'end', id });
  }

  return {
    taken(bytes) {
      underWay -= bytes;
      wake();
    },
    abort: () => caller.abort(),
    ended: answer().catch(() => {
      if (!caller.signal.aborted)
        post({ type: 'failed', id, message: 'The library service failed while it answered.' });
    }),
  };
}
