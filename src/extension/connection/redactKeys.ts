/** Removes every API key that this window has seen from a text, in each of its encodings. */
import { createRedactor } from '../../client/redact.ts';
import type { ApiKeys } from './apiKey.ts';

export function redactKeys(...stores: Pick<ApiKeys, 'known'>[]): (text: string) => string {
  return (text) => stores.flatMap((keys) => keys.known()).reduce((clean, key) => createRedactor(key)(clean), text);
}
