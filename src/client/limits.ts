/** Timeouts and maximum sizes of the client. Settings and tests override some of them. Durations are in milliseconds. */
export interface Limits {
  /** Time to connect, including the TLS handshake. */
  readonly connectTimeout: number;
  /** Time from the connection to the first byte of the reply. Deep research can take several minutes. */
  readonly firstByteTimeout: number;
  /** Time without a byte after the first one. Comments count as bytes. There is no limit for the whole answer. */
  readonly idleTimeout: number;
  /** UTF-16 units of one line of a stream, and of all data lines of one event. */
  readonly maxEventSize: number;
  /** Bytes of one reply after decompression. */
  readonly maxAnswerSize: number;
  /** Bytes that are read from the body of an error reply. */
  readonly maxErrorBodySize: number;
  /** Time to wait for the body of an error reply. */
  readonly errorBodyTimeout: number;
  /** Retries after the first attempt. Nothing is retried after the first event. */
  readonly maxRetries: number;
  /** Minimum wait before a retry, even if the service asks for less. */
  readonly minRetryDelay: number;
  /** Maximum of the random wait before the first retry. It doubles with each retry. */
  readonly firstRetryDelay: number;
  /** Maximum of any random wait. */
  readonly maxRetryDelay: number;
  /** Longest `Retry-After` that leads to a retry. A longer one is shown to the user. */
  readonly maxRetryAfter: number;
}

/** For replies that take less time than an answer. */
export function waitingAtMost(milliseconds: number, limits: Limits): Limits {
  return {
    ...limits,
    firstByteTimeout: Math.min(limits.firstByteTimeout, milliseconds),
    idleTimeout: Math.min(limits.idleTimeout, milliseconds),
  };
}

const MiB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = Object.freeze({
  connectTimeout: 15_000,
  firstByteTimeout: 600_000,
  idleTimeout: 600_000,
  maxEventSize: 16 * MiB,
  maxAnswerSize: 64 * MiB,
  maxErrorBodySize: 64 * 1024,
  errorBodyTimeout: 5_000,
  maxRetries: 2,
  minRetryDelay: 250,
  firstRetryDelay: 1_000,
  maxRetryDelay: 8_000,
  maxRetryAfter: 60_000,
});
