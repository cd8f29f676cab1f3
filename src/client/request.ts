/** One POST up to the headers of its reply, and the reading of the body under the time limits. No retry here. */

import type { Clock } from './clock.ts';
import { ReplyError, ResearchError } from './errors.ts';
import type { Limits } from './limits.ts';
import { fromNetworkError } from './networkError.ts';
import type { Redactor } from './redact.ts';
import type { Transport, TransportResponse } from './transport/transport.ts';

/** Milliseconds to read the bytes that have already arrived. */
const GRACE = 50;

export interface RequestOptions {
  readonly url: string;
  readonly body: string;
  readonly key: string | undefined;
  readonly redact: Redactor;
  /** Whether a stream is requested; only the `Accept` header depends on it. */
  readonly stream: boolean;
  readonly transport: Transport;
  readonly limits: Limits;
  readonly clock: Clock;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly contentType: string;
  /** The next bytes, undefined at the end. Throws a ReplyError `truncated` or `timeout`, or anything after an abort. */
  read(): Promise<Uint8Array | undefined>;
  /** Closes the connection and stops the clocks. May be called at any time, also twice. */
  close(): void;
}

/** Resolves with the reply of whatever status. Throws a ConnectionError when none came. */
export async function openReply(options: RequestOptions, signal: AbortSignal): Promise<Reply> {
  const { transport, limits, clock, redact } = options;
  const run = new AbortController();
  /** Rejects the promise that is awaited now. A race would leave a reaction behind at each chunk. */
  let interrupt: (reason: unknown) => void = () => {};
  const stop = (reason: unknown) => {
    run.abort(reason);
    interrupt(reason);
  };
  const onAbort = () => stop(signal.reason);
  signal.addEventListener('abort', onAbort);

  let chunks: AsyncIterator<Uint8Array> | undefined;
  let cancelTimer = () => {};
  let lastByte = 0;
  /** Whether a reader waits for bytes. A slow reader does not make the service silent. */
  let reading = false;
  let closed = false;
  const watch = (milliseconds: number, overdue = false) => {
    cancelTimer = clock.after(milliseconds, () => {
      const left = reading ? lastByte + limits.idleTimeout - clock.now() : limits.idleTimeout;
      if (left > 0) watch(left);
      else if (overdue) stop(silence(limits.idleTimeout));
      // After a stall of this process or a sleep of the machine, timers come before the bytes that are waiting.
      else watch(GRACE, true);
    });
  };
  const close = () => {
    if (closed) return;
    closed = true;
    cancelTimer();
    signal.removeEventListener('abort', onAbort);
    const reason = new Error('closed');
    run.abort(reason);
    interrupt(reason);
    // A body that is suspended between two chunks cleans up only in `return`.
    chunks?.return?.().then(undefined, () => {});
  };

  try {
    if (signal.aborted) throw signal.reason;
    const response = await new Promise<TransportResponse>((resolve, reject) => {
      interrupt = reject;
      transport
        .post(
          {
            url: options.url,
            headers: {
              'content-type': 'application/json',
              accept: options.stream ? 'text/event-stream, application/json' : 'application/json',
              ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
            },
            body: options.body,
            connectTimeout: limits.connectTimeout,
            firstByteTimeout: limits.firstByteTimeout,
          },
          run.signal,
        )
        .then(resolve, reject);
    });
    const body = response.body[Symbol.asyncIterator]();
    chunks = body;
    watch(limits.idleTimeout);
    let deliver: (bytes: Uint8Array | undefined) => void = () => {};
    const onNext = (next: IteratorResult<Uint8Array, unknown>) => {
      reading = false;
      deliver(next.done ? undefined : next.value);
    };
    const onFailure = (error: unknown) => {
      reading = false;
      interrupt(
        error instanceof ResearchError ? error : new ReplyError('truncated', { cause: withoutKey(error, redact) }),
      );
    };
    return {
      status: response.status,
      headers: response.headers,
      contentType: response.headers['content-type'] ?? '',
      read() {
        lastByte = clock.now();
        reading = true;
        return new Promise((resolve, reject) => {
          deliver = resolve;
          interrupt = reject;
          if (run.signal.aborted) reject(run.signal.reason);
          else body.next().then(onNext, onFailure);
        });
      },
      close,
    };
  } catch (error) {
    close();
    throw error instanceof ResearchError ? error : fromNetworkError(withoutKey(error, redact));
  }
}

function silence(milliseconds: number): ReplyError {
  return new ReplyError('timeout', { reason: 'idle', waited: milliseconds });
}

/** A copy of what was thrown, without the key: a network stack may put a header that it refuses into its error. */
function withoutKey(thrown: unknown, redact: Redactor, depth = 0): unknown {
  if (!(thrown instanceof Error)) return typeof thrown === 'string' ? redact(thrown) : undefined;
  const inner = depth < 4 && thrown.cause !== undefined ? { cause: withoutKey(thrown.cause, redact, depth + 1) } : {};
  const copy = new Error(redact(thrown.message), inner);
  copy.name = thrown.name;
  copy.stack = redact(thrown.stack ?? '');
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' ? Object.assign(copy, { code }) : copy;
}
