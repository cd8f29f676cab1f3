/** Removes every API key that this window has seen from a text, in each of its encodings. */
import { createRedactor, type Redactor } from '../../client/redact.ts';
import type { ApiKeys } from './apiKey.ts';

/** Tokens are renewed every few minutes. */
const MAX_REDACTORS = 64;

export function redactKeys(...stores: Pick<ApiKeys, 'known'>[]): (text: string) => string {
  /** By key: making one for a token takes longer than using it. */
  const redactors = new Map<string, Redactor>();
  const redactorOf = (key: string): Redactor => {
    const made = redactors.get(key) ?? createRedactor(key);
    if (redactors.size >= MAX_REDACTORS) redactors.clear();
    redactors.set(key, made);
    return made;
  };
  return (text) => stores.flatMap((keys) => keys.known()).reduce((clean, key) => redactorOf(key)(clean), text);
}
