/** The bearer keys of the service. Only their digests are kept, and they are compared in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from './httpError.ts';
import type { PendingLogEntry } from './log.ts';

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/** The key or token of an Authorization header. Null if there is none. */
export const bearerIn = (authorization: string | null): string | null => BEARER.exec(authorization ?? '')?.[1] ?? null;

const digest = (key: string): Buffer => createHash('sha256').update(key).digest();

/** Throws 401 without a valid key; else notes the number of the key, from 1. */
export type Authorize = (headers: Headers, entry: PendingLogEntry) => void;

/** Throws for a key that a header cannot contain: empty, or with anything but printable ASCII. */
export function createAuthorize(keys: readonly string[]): Authorize {
  if (keys.length === 0) throw new Error('At least one key is needed.');
  for (const [index, key] of keys.entries()) {
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new Error(`Key ${index + 1} must be printable ASCII without blanks, and not empty.`);
  }
  const digests = keys.map(digest);
  return (headers, entry) => {
    const given = bearerIn(headers.get('authorization'));
    if (given === null) throw unauthorized();
    const candidate = digest(given);
    let found: number | null = null;
    // No early exit: the time must not reveal which key matched.
    for (const [index, known] of digests.entries()) if (timingSafeEqual(known, candidate)) found ??= index + 1;
    if (found === null) throw unauthorized();
    entry.key = found;
  };
}

export const unauthorized = (): HttpError =>
  new HttpError(401, 'A valid key is needed: send the header Authorization: Bearer <API_KEY>.', {
    type: 'authentication_error',
    code: 'invalid_api_key',
    headers: { 'www-authenticate': 'Bearer' },
  });
