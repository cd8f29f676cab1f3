/** What is known of a request for its log line; it grows while the request is handled. */
import type { LogEntry } from './log.ts';

export type RequestFacts = { -readonly [Name in keyof LogEntry]: LogEntry[Name] } & {
  requestId: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
};

export function toLogEntry(facts: RequestFacts, status: number, now: number): LogEntry {
  const { startedAt, ...entry } = facts;
  return { ...entry, status, ms: now - startedAt };
}
