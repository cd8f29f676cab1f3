import { expect, it } from 'vitest';
import { fieldOf } from '../../src/authority/fieldOf.ts';

it.each([
  ['tax', 'Lodging is deductible only if the trip requires an overnight stay.'],
  ['tax', 'See Rev. Proc. 2015-20 and § 263(a).'],
  ['tax', 'The partnership expects an IRS audit of its return and of the tax paid.'],
  ['accounting', 'A valuation allowance reduces deferred tax assets (ASC 740-10-30).'],
  ['accounting', 'The carrying amount exceeds fair value, so goodwill is impaired.'],
  ['audit', 'AU-C 240 asks for inquiries of management about fraud.'],
  ['audit', 'We sampled 40 invoices to test the assertion of occurrence.'],
])('the field is %s: %s', (field, text) => {
  expect(fieldOf(text)).toBe(field);
});

it('a text without signs, or with as many of two fields, has no field', () => {
  expect(fieldOf('The van was bought on May 2.')).toBeNull();
  expect(fieldOf('Compare § 446 with ASC 606.')).toBeNull();
});
