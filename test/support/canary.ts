/** A key that stands for the user's: it must turn up nowhere but in the Authorization header. */
import { inspect } from 'node:util';
import { expect } from 'vitest';

/** Joined at run time, so that no source line, stack frame or snapshot holds it by itself. */
export const CANARY_KEY = ['fk', 'canary', '7Qz2pLw9XvB4', 'mN8'].join('-');

const FORMS = [
  CANARY_KEY,
  CANARY_KEY.slice(3, -4),
  Buffer.from(CANARY_KEY).toString('base64').slice(0, 16),
  Buffer.from(`Bearer ${CANARY_KEY}`).toString('base64').slice(12, 28),
];

export function holdsCanary(text: string): boolean {
  return FORMS.some((form) => text.includes(form));
}

/** Everything that can be seen of a value: message, stack, causes, own and hidden properties. */
export function expectNoCanary(value: unknown): void {
  const seen =
    typeof value === 'string' ? value : inspect(value, { depth: 12, showHidden: true, maxStringLength: null });
  expect(holdsCanary(seen), 'the key is visible').toBe(false);
}
