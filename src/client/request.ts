/** Sends one request and reads the reply under the time limits. Does not retry. */

import type { Clock } from './clock.ts';
import { ReplyError, ResearchError } from './errors.ts';
import type { Limits } from './limits.ts';
import { fromNetworkError } from './networkError.ts';
import type { Redactor } from './redact.ts';
import type { Transport, TransportResponse } from './transport/transport.ts';

/** Milliseconds after the idle timeout in which bytes that have arrived can still be delivered. */
const GRACE = 50;

export interface RequestOptions {
  readonly url: string;
  /** Null: a GET, which has no body. */
  readonly body: string | null;
  readonly key: string | undefined;
  readonly redact: Redactor;
  /** Whether a stream is requested. Only the `Accept` header depends on it. */
  readonly stream: boolean;
  readonly transport: Transport;
  readonly limits: Limits;
  readonly clock: Clock;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly contentType: string;
  /**
   * Returns the next bytes, or undefined at the end. Call it only after the previous call has settled. Throws a ReplyError of kind
   * `truncated` or `timeout`. After an abort, throws the reason of the abort.
   */
  read(): Promise<Uint8Array | undefined>;
  /** Closes the connection and stops the idle timer. It can be called several times. */
  close(): void;
}

/** Resolves with the reply, whatever its status. Throws a ConnectionError if there is none, also after an abort. */
export async function openReply(options: RequestOptions, signal: AbortSignal): Promise<Reply> {
  const { transport, limits, clock, redact } = options;
  const run = new AbortController();
  /** Rejects the pending promise. `Promise.race` would keep a reaction on the abort promise for each chunk. */
  let interrupt: (reason: unknown) => void = () => {};
  const stop = (reason: unknown) => {
    run.abort(reason);
    interrupt(reason);
  };
  const onAbort = () => stop(signal.reason);
  signal.addEventListener('abort', onAbort);

  let chunks: AsyncIterator<Uint8Array> | undefined;
  const idle = createIdleTimer(limits.idleTimeout, clock, () =>
    stop(new ReplyError('timeout', { reason: 'idle', waited: limits.idleTimeout })),
  );
  let closed = false;
  const close = () => {
    if (closed) return;
    closed = true;
    idle.cancel();
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
        .send(
          {
            method: options.body === null ? 'GET' : 'POST',
            url: options.url,
            headers: {
              ...(options.body !== null && { 'content-type': 'application/json' }),
              accept: options.stream ? 'text/event-stream, application/json' : 'application/json',
              ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
            },
            body: options.body ?? '',
            connectTimeout: limits.connectTimeout,
            firstByteTimeout: limits.firstByteTimeout,
          },
          run.signal,
        )
        .then(resolve, reject);
    });
    const body = response.body[Symbol.asyncIterator]();
    chunks = body;
    idle.start();
    let deliver: (bytes: Uint8Array | undefined) => void = () => {};
    const onNext = (next: IteratorResult<Uint8Array, unknown>) => {
      idle.received();
      deliver(next.done ? undefined : next.value);
    };
    const onFailure = (error: unknown) => {
      idle.received();
      interrupt(
        error instanceof ResearchError ? error : new ReplyError('truncated', { cause: withoutKey(error, redact) }),
      );
    };
    return {
      status: response.status,
      headers: response.headers,
      contentType: response.headers['content-type'] ?? '',
      read() {
        idle.reading();
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

/** Calls `onIdle` when a read has waited for `timeout` milliseconds. The time between reads does not count. */
function createIdleTimer(timeout: number, clock: Clock, onIdle: () => void) {
  let cancel = () => {};
  /** Clock time at which the pending read began. Null if no read is pending. */
  let readingSince: number | null = null;
  const wait = (milliseconds: number, then: () => void) => {
    cancel = clock.after(milliseconds, () => {
      const left = readingSince === null ? timeout : readingSince + timeout - clock.now();
      if (left > 0) wait(left, allowGrace);
      else then();
    });
  };
  // After a stall of this process or a sleep of the machine, timers run before the bytes that have arrived are delivered.
  const allowGrace = () => wait(GRACE, onIdle);
  return {
    start: () => wait(timeout, allowGrace),
    reading() {
      readingSince = clock.now();
    },
    received() {
      readingSince = null;
    },
    cancel: () => cancel(),
  };
}

/** Copies an error without the key. Network stacks can quote a header in an error message. */
function withoutKey(thrown: unknown, redact: Redactor, depth = 0): unknown {
  if (!(thrown instanceof Error)) return typeof thrown === 'string' ? redact(thrown) : undefined;
  const inner = depth < 4 && thrown.cause !== undefined ? { cause: withoutKey(thrown.cause, redact, depth + 1) } : {};
  const copy = new Error(redact(thrown.message), inner);
  copy.name = thrown.name;
  copy.stack = redact(thrown.stack ?? '');
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' ? Object.assign(copy, { code }) : copy;
}
