/** Structured logs: one JSON object a line. An entry never holds content, a key, a query or a raw path. */
export interface LogEntry {
  readonly event: 'request' | 'refused' | 'started' | 'stopping' | 'stopped' | 'library' | 'failure';
  readonly requestId?: string;
  readonly method?: string;
  /** One of the service's own paths, or `other`. */
  readonly route?: string;
  readonly status?: number;
  /** How a reply ended: whole, given up by the caller, failed, or ended by shutdown. */
  readonly outcome?: 'done' | 'left' | 'failed' | 'shutdown';
  readonly code?: string;
  readonly mode?: string;
  readonly stream?: boolean;
  readonly zeroDataRetention?: boolean;
  /** The number of the key in the list given at start. */
  readonly key?: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** Milliseconds. */
  readonly ms?: number;
  readonly documents?: number;
  readonly address?: string;
  /** The class of an unexpected failure, without its message, which could hold content. */
  readonly failure?: string;
}

export type Log = (entry: LogEntry) => void;

export const silentLog: Log = () => {};

export function createLog(write: (line: string) => void, now: () => number = Date.now): Log {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`);
}
