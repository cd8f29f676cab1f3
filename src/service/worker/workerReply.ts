/** Answers one request from the message port. The reply is posted in chunks at the speed of its reader. */
import { type FromWorker, REPLY_WINDOW, type ToWorker } from '../../protocol/worker.ts';
import type { RequestHandler } from '../app/app.ts';

export interface WorkerReply {
  /** The other side has read this many bytes. */
  taken(bytes: number): void;
  /** Stops the work; nothing is posted after it. */
  abort(): void;
  /** Resolves when nothing more will be posted. */
  readonly ended: Promise<void>;
}

export function createWorkerReply(
  app: RequestHandler,
  request: Extract<ToWorker, { type: 'request' }>,
  post: (message: FromWorker) => void,
): WorkerReply {
  const { id } = request;
  const caller = new AbortController();
  let unread = 0;
  let wake: () => void = () => {};
  caller.signal.addEventListener('abort', () => wake());

  async function answer(): Promise<void> {
    const response = await app(
      // The host is a placeholder: there is no network.
      new Request(`http://library.invalid${request.path}`, {
        method: 'POST',
        headers: request.headers,
        body: request.body,
        signal: caller.signal,
      }),
    );
    if (caller.signal.aborted) return void response.body?.cancel();
    post({ type: 'response', id, status: response.status, headers: Object.fromEntries(response.headers) });
    for await (const bytes of response.body ?? []) {
      if (caller.signal.aborted) return;
      unread += bytes.byteLength;
      post({ type: 'chunk', id, bytes });
      while (unread >= REPLY_WINDOW && !caller.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    if (!caller.signal.aborted) post({ type: 'end', id });
  }

  return {
    taken(bytes) {
      unread -= bytes;
      wake();
    },
    abort: () => caller.abort(),
    ended: answer().catch(() => {
      if (!caller.signal.aborted)
        post({ type: 'failed', id, message: 'The library service failed while it answered.' });
    }),
  };
}
