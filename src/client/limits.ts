/** Everything that grows or waits in the client has a limit with a name here. Settings and tests override single ones. */
export interface Limits {
  /** Milliseconds until the connection, with its TLS handshake, must stand. */
  readonly connect: number;
  /** Milliseconds from the connection to the first byte of the reply. Deep research may be silent for long. */
  readonly firstByte: number;
  /** Milliseconds without a byte inside the reply. Comments count as bytes. There is no limit for the whole answer. */
  readonly idle: number;
  /** UTF-16 units of one line of a stream, and of the data lines of one event. */
  readonly eventSize: number;
  /** Bytes of one reply after decompression. */
  readonly answerSize: number;
  /** Bytes that are read of a reply that reports an error. */
  readonly errorBodySize: number;
  /** Milliseconds that are waited for the body of such a reply: its status says enough. */
  readonly errorBodyTime: number;
  /** Further tries after the first, all before the first event. */
  readonly retries: number;
  /** Milliseconds: no wait before another try is shorter, whatever the service asks for. */
  readonly retryFloor: number;
  /** Milliseconds: upper bound of the random wait before the first further try; doubles with each one. */
  readonly retryBase: number;
  /** Milliseconds: upper bound of any random wait. */
  readonly retryCeiling: number;
  /** Milliseconds of `Retry-After` that are waited for; a longer one is shown to the user instead. */
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
