/** The limits of everything that grows or waits in the client. Settings and tests override single ones. */
export interface Limits {
  /** Milliseconds to connect, including the TLS handshake. */
  readonly connect: number;
  /** Milliseconds from the connection to the first byte of the reply. Deep research can take several minutes. */
  readonly firstByte: number;
  /** Milliseconds without a byte inside the reply. Comments count as bytes. The answer as a whole has no time limit. */
  readonly idle: number;
  /** UTF-16 units of one line of a stream, and of the data lines of one event. */
  readonly eventSize: number;
  /** Bytes of one reply after decompression. */
  readonly answerSize: number;
  /** Bytes that are read of a reply that reports an error. */
  readonly errorBodySize: number;
  /** Milliseconds to wait for the body of such a reply. */
  readonly errorBodyTime: number;
  /** Retries after the first attempt, all before the first event. */
  readonly retries: number;
  /** Milliseconds: lower bound of the wait before a retry, also where the service asks for less. */
  readonly retryFloor: number;
  /** Milliseconds: upper bound of the random wait before the first retry; doubles with each one. */
  readonly retryBase: number;
  /** Milliseconds: upper bound of any random wait. */
  readonly retryCeiling: number;
  /** Milliseconds: longest `Retry-After` that leads to a retry. A longer one is shown to the user. */
  readonly retryAfterCeiling: number;
}

const MiB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = Object.freeze({
  connect: 15_000,
  firstByte: 600_000,
  idle: 600_000,
  eventSize: 16 * MiB,
  answerSize: 64 * MiB,
  errorBodySize: 64 * 1024,
  errorBodyTime: 5_000,
  retries: 2,
  retryFloor: 250,
  retryBase: 1_000,
  retryCeiling: 8_000,
  retryAfterCeiling: 60_000,
});
