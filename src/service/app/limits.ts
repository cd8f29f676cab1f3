/** The limits of everything in the service that grows or waits. The interface specifies none (Limits 3, 4). */
export interface ServiceLimits {
  /** Bytes of a request body. A larger one is refused with 413. */
  readonly bodyBytes: number;
  /** Milliseconds of silence in a stream after which a comment line is sent. */
  readonly keepAliveMs: number;
  /** Approximate characters of answer text per chunk. */
  readonly chunkChars: number;
  /** Bytes of a stream that are buffered for a slow reader. When they are reached, the research pauses. */
  readonly streamBufferBytes: number;
}

export const DEFAULT_SERVICE_LIMITS: ServiceLimits = {
  bodyBytes: 10 * 1024 * 1024,
  keepAliveMs: 15_000,
  chunkChars: 48,
  streamBufferBytes: 16 * 1024,
};

/** Limits of the sockets of the command-line service. */
export interface SocketLimits {
  /** Milliseconds until the whole head of a request must have arrived. */
  readonly headersMs: number;
  /** Milliseconds until the whole request must have arrived. */
  readonly requestMs: number;
  /** Milliseconds between two checks of `headersMs` and `requestMs`. */
  readonly checkMs: number;
  /** Milliseconds for which the rest of a refused body is read and discarded, so that the caller can read the error. */
  readonly lingerMs: number;
  /** Milliseconds after which the connection of a reader that reads nothing is closed. */
  readonly stallMs: number;
  /** Milliseconds for which running replies may continue at shutdown. */
  readonly shutdownMs: number;
}

export const DEFAULT_SOCKET_LIMITS: SocketLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 1_000,
  lingerMs: 2_000,
  stallMs: 300_000,
  shutdownMs: 3_000,
};
