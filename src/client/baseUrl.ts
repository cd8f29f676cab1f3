import { COMPLETIONS_PATH } from '../protocol/chatCompletions.ts';
import { SetupError } from './errors.ts';

export interface ServiceAddress {
  /** Scheme, host and port: what a key is bound to. */
  readonly origin: string;
  /** `host[:port]`, for showing. */
  readonly host: string;
  /** Base address without a slash at its end. */
  readonly base: string;
  /** Where questions are posted. */
  readonly completions: string;
}

/**
 * Reads the base address of a service as a user typed it. Throws a SetupError of kind `address` that says what is wrong:
 * https only (http for this machine alone), and no user info, query or fragment, since each of them could carry a secret
 * into logs or change what the path means.
 */
export function parseBaseUrl(text: string): ServiceAddress {
  const trimmed = text.trim();
  if (trimmed === '') throw refused('No base address is set.');
  // The URL parser would silently drop tabs and line breaks and turn backslashes into slashes.
  if (/[\s\\]|\p{Cc}/u.test(trimmed))
    throw refused('The base address holds a blank, a backslash or a control character.');
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    throw refused('The base address is not a valid address.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('The base address must begin with https://.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('The base address must begin with https://; http:// is only allowed for this machine.');
  }
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/]*@/i.test(trimmed)) {
    throw refused('The base address must not hold a user name or password.');
  }
  if (trimmed.includes('?')) throw refused('The base address must not hold a query (?).');
  if (trimmed.includes('#')) throw refused('The base address must not hold a fragment (#).');
  const path = url.pathname.replace(/\/+$/, '');
  const base = url.origin + (path.endsWith(COMPLETIONS_PATH) ? path.slice(0, -COMPLETIONS_PATH.length) : path);
  return { origin: url.origin, host: url.host, base, completions: base + COMPLETIONS_PATH };
}

/** Whether a host name, as `URL.hostname` gives it, can only mean this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function refused(sentence: string): SetupError {
  return new SetupError('address', { sentence });
}
