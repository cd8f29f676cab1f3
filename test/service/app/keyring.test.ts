import { expect, test } from 'vitest';
import { createKeyring } from '../../../src/service/app/keyring.ts';

const keyring = createKeyring(['first-key', 'second-key']);

test.each([
  ['Bearer first-key', 1],
  ['bearer second-key', 2],
  ['BEARER   first-key', 1],
])('%s is key number %i', (header, number) => expect(keyring.match(header)).toBe(number));

test.each([
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
])('%s opens nothing', (header) => expect(keyring.match(header)).toBeNull());

test.each([[['']], [['with blank']], [['line\nbreak']], [['ümlaut']], [[]]])(
  'the keys %o are refused at start',
  (keys) => {
    expect(() => createKeyring(keys)).toThrow();
  },
);

test('the error about a wrong key does not show it', () => {
  expect(() => createKeyring(['canary key'])).toThrow(/^(?!.*canary)/);
});
