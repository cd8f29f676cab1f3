/** Structured logs: one JSON object per line. An entry never contains content, a key, a query or a raw path. */
export interface ServiceLogEntry {
  readonly event: 'request' | 'refused' | 'started' | 'stopping' | 'stopped' | 'library' | 'failure' | 'audit';
  readonly requestId?: string;
  readonly method?: string;
  /** One of the service's own paths, or `other`. */
  readonly route?: string;
  readonly status?: number;
  /** How a reply ended: complete, cancelled by the caller, failed, or ended by shutdown. */
  readonly outcome?: 'done' | 'cancelled' | 'failed' | 'shutdown';
  /** Error code of the reply. */
  readonly code?: string;
  readonly mode?: string;
  /** The mode that `auto` has selected. */
  readonly selectedMode?: string;
  readonly stream?: boolean;
  readonly zeroDataRetention?: boolean;
  /** Position of the key in the list given at start, from 1. Of a firm's server: ids of the key and of its user in the database. */
  readonly key?: number;
  readonly user?: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  /** Milliseconds. */
  readonly ms?: number;
  readonly documents?: number;
  /** Number of the last entry of a firm's audit, and its hash. Kept elsewhere, they show whether entries were removed later. */
  readonly seq?: number;
  readonly hash?: string;
  /** Origin on which the service listens. */
  readonly address?: string;
  /** The class of an unexpected failure. Its message could contain content. */
  readonly failure?: string;
}

export type ServiceLog = (entry: ServiceLogEntry) => void;

export const silentLog: ServiceLog = () => {};

export function createLog(write: (line: string) => void, now: () => number = Date.now): ServiceLog {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`);
}

/** The log entry of a request. It is completed while the request is handled. */
export type PendingLogEntry = { -readonly [Name in keyof ServiceLogEntry]: ServiceLogEntry[Name] } & {
  requestId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
};

export function completeLogEntry(pending: PendingLogEntry, status: number, now: number): ServiceLogEntry {
  const { startedAt, ...entry } = pending;
  return { ...entry, status, ms: now - startedAt };
}

/** The message of an unexpected error could contain content. The name of its class does not. */
export const errorClassName = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : 'unknown');
