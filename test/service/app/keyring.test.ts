import { expect, it } from 'vitest';
import { createKeyring } from '../../../src/service/app/keyring.ts';

const keyring = createKeyring(['first-key', 'second-key']);

it.each([
  ['Bearer first-key', 1],
  ['bearer second-key', 2],
  ['BEARER   first-key', 1],
])('the header %s matches key number %i', (header, number) => expect(keyring.match(header)).toBe(number));

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
])('the header %s matches no key', (header) => expect(keyring.match(header)).toBeNull());

it.each([[['']], [['with blank']], [['line\nbreak']], [['ümlaut']], [[]]])(
  'the keys %o are refused at start',
  (keys) => {
    expect(() => createKeyring(keys)).toThrow();
  },
);

it('the error for an invalid key says which key is invalid and why, and does not contain the key', () => {
  expect(() => createKeyring(['right', 'canary key'])).toThrow(
    'Key 2 must be printable ASCII without blanks, and not empty.',
  );
  expect(() => createKeyring(['canary key'])).toThrow(/^(?!.*canary)/);
});
