import { COMPLETIONS_PATH } from '../protocol/chatCompletions.ts';
import type { ErrorReason } from '../protocol/errors.ts';
import { LIBRARY } from '../protocol/library.ts';
import { isLoopback } from '../text/loopback.ts';
import { SetupError } from './errors.ts';
import { isUsableKey } from './redact.ts';

export interface ServiceAddress {
  /** Scheme, host and port. A stored key belongs to one origin. */
  readonly origin: string;
  /** `host[:port]`, which names the service. Never the name of the built-in library: then it has the port, even if that is the default. */
  readonly host: string;
  /** Base URL without a slash at its end. */
  readonly base: string;
  /** The URL to which questions are posted. */
  readonly completionsUrl: string;
}

/** What is needed to send something to a service. */
export interface ServiceAccess {
  /** As the user typed it. Validated for each request. */
  readonly baseUrl: string;
  /** Returns the key that is stored for exactly this origin, if any. */
  readonly getKey: (origin: string) => string | undefined | Promise<string | undefined>;
}

/** The address of a service and its key. Throws a SetupError that says what is missing. */
export async function accessTo({ baseUrl, getKey }: ServiceAccess): Promise<{ address: ServiceAddress; key: string }> {
  const address = parseBaseUrl(baseUrl);
  const key = await getKey(address.origin);
  if (!key) throw new SetupError('auth', { reason: 'noKey' });
  if (!isUsableKey(key)) throw new SetupError('auth', { reason: 'unusableKey' });
  return { address, key };
}

/**
 * Parses the base URL that the user typed. Throws a SetupError of kind `address` with the reason. Accepts https, and http for this
 * machine only. Refuses user info, query and fragment, because they can carry secrets into logs.
 */
export function parseBaseUrl(text: string): ServiceAddress {
  const trimmed = text.trim();
  if (trimmed === '') throw refused('addressEmpty');
  // The URL parser would silently drop tabs and line breaks and turn backslashes into slashes.
  if (/[\s\\]|\p{Cc}/u.test(trimmed)) throw refused('addressCharacters');
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    throw refused('addressInvalid');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('addressScheme');
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refused('addressNotSecure');
  }
  // `https://@host` has empty user info, which `URL` does not report.
  if (url.username !== '' || url.password !== '' || /^[a-z]+:\/\/[^/]*@/i.test(trimmed)) {
    throw refused('addressCredentials');
  }
  if (trimmed.includes('?')) throw refused('addressQuery');
  if (trimmed.includes('#')) throw refused('addressFragment');
  const path = url.pathname.replace(/\/+$/, '');
  const base = url.origin + (path.endsWith(COMPLETIONS_PATH) ? path.slice(0, -COMPLETIONS_PATH.length) : path);
  const host = url.host === LIBRARY ? `${url.host}:443` : url.host;
  return { origin: url.origin, host, base, completionsUrl: base + COMPLETIONS_PATH };
}

function refused(reason: ErrorReason): SetupError {
  return new SetupError('address', { reason });
}
