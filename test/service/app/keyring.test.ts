import { expect, it } from 'vitest';
import { createAuthorize } from '../../../src/service/app/keyring.ts';
import type { PendingLogEntry } from '../../../src/service/app/log.ts';

const authorize = createAuthorize(['first-key', 'second-key']);

/** The number of the key in the header. Throws if there is no valid one. */
function keyIn(authorization: string | null): number | undefined {
  const entry: PendingLogEntry = { event: 'request', requestId: 'req-1', startedAt: 0 };
  authorize(new Headers(authorization === null ? {} : { authorization }), entry);
  return entry.key;
}

it.each([
  ['Bearer first-key', 1],
  ['bearer second-key', 2],
  ['BEARER   first-key', 1],
])('the header %s matches key number %i', (header, number) => expect(keyIn(header)).toBe(number));

it.each([
  null,
  '',
  'Bearer',
  'Bearer ',
  'first-key',
  'Basic first-key',
  'Bearer first-ke',
  'Bearer first-keyx',
  'Bearer FIRST-KEY',
  'Bearer first-key second-key',
  'Bearer first-key,second-key',
  'Bearer\tfirst-key',
  'Bearer "first-key"',
])('the header %s matches no key', (header) => expect(() => keyIn(header)).toThrow('A valid key is needed'));

it.each([[['']], [['with blank']], [['line\nbreak']], [['ümlaut']], [[]]])(
  'the keys %o are refused at start',
  (keys) => {
    expect(() => createAuthorize(keys)).toThrow();
  },
);

it('the error for an invalid key says which key is invalid and why, and does not contain the key', () => {
  expect(() => createAuthorize(['right', 'canary key'])).toThrow(
    'Key 2 must be printable ASCII without blanks, and not empty.',
  );
  expect(() => createAuthorize(['canary key'])).toThrow(/^(?!.*canary)/);
});
