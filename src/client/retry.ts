/** When a question is sent again without the user, and how long to wait before. */
import { capRetryAfter } from '../protocol/errors.ts';
import { ConnectionError, type ResearchError, ServiceError } from './errors.ts';
import type { Limits } from './limits.ts';

/** Every request is billed, so only failures after which the service has most likely done nothing are retried. */
const STATUSES = new Set([408, 429, 502, 503, 504]);

/**
 * Milliseconds to wait before attempt number `attempt` + 1, or null when there must be none. Only for failures before the first
 * event. `attempt` counts from 1, `random` gives [0, 1).
 */
export function retryDelay(error: ResearchError, attempt: number, limits: Limits, random: () => number): number | null {
  if (attempt > limits.maxRetries || !mayRepeat(error)) return null;
  if (error.retryAfter !== undefined) {
    const asked = error.retryAfter * 1000;
    return asked > limits.maxRetryAfter ? null : Math.max(limits.minRetryDelay, asked);
  }
  // Full jitter: many clients that failed together must not retry together.
  const ceiling = Math.min(limits.maxRetryDelay, limits.firstRetryDelay * 2 ** (attempt - 1));
  return Math.max(limits.minRetryDelay, random() * ceiling);
}

function mayRepeat(error: ResearchError): boolean {
  if (error instanceof ConnectionError) return error.again;
  return error instanceof ServiceError && error.kind !== 'billing' && STATUSES.has(error.status ?? 0);
}

/** `Retry-After` in seconds from now: a number of seconds or a date. Undefined for anything else, also for the past. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return capRetryAfter(Number(text));
  // Date.parse reads almost anything ("-5" is a year); a date of HTTP has a weekday, a month name and a time.
  if (!/^[A-Za-z]{3,9},? .*\d{2}:\d{2}:\d{2}/.test(text)) return undefined;
  const seconds = (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? capRetryAfter(Math.ceil(seconds)) : undefined;
}
