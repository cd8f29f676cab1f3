/** The port to the network: one request -> status, headers, bytes. Implementations follow no redirect and send no cookie. */

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for GET. */
  readonly body: string;
  /** Milliseconds to connect. */
  readonly connectTimeout: number;
  /** Milliseconds from the connection to the first byte of the response. */
  readonly firstByteTimeout: number;
}

export interface TransportResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Decoded (gzip, deflate, br) bytes. Throws if the body ends before it is complete. Returning early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

export interface Transport {
  /** Rejects with a ResearchError of a network kind; with the signal's reason after an abort. */
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportResponse>;
}
