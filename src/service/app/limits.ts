/** Everything in the service that grows or waits has its limit here. The interface shows none (Limits 3, 4). */
export interface ServiceLimits {
  /** Bytes of a request body; more is answered with 413. */
  readonly bodyBytes: number;
  /** Milliseconds of silence in a stream after which a comment line is sent. */
  readonly keepAliveMs: number;
  /** Characters of answer text in one chunk, about. */
  readonly pieceChars: number;
  /** Bytes of a stream that wait for a slow reader; the research pauses when they are reached. */
  readonly streamBufferBytes: number;
}

export const DEFAULT_LIMITS: ServiceLimits = {
  bodyBytes: 10 * 1024 * 1024,
  keepAliveMs: 15_000,
  pieceChars: 48,
  streamBufferBytes: 16 * 1024,
};

/** Limits of the sockets, for the command-line form only. */
export interface SocketLimits {
  /** Milliseconds until the whole head of a request must have arrived. */
  readonly headersMs: number;
  /** Milliseconds until the whole request must have arrived. */
  readonly requestMs: number;
  /** Milliseconds between two looks at those clocks. */
  readonly checkMs: number;
  /** Milliseconds for which the rest of a refused body is still taken, so that the caller can read the refusal. */
  readonly lingerMs: number;
  /** Milliseconds after which a reader that takes nothing of its reply is given up. */
  readonly stallMs: number;
  /** Milliseconds that running replies get to end at shutdown. */
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
