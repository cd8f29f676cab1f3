import { expect, it } from 'vitest';
import { monthName, monthOf } from '../../src/text/months.ts';

it.each([
  ['January', 1],
  ['Sept', 9],
  ['MAR', 3],
  ['März', 3],
  ['Mrz', 3],
  ['Jänner', 1],
  ['Okt', 10],
  ['Dezember', 12],
  ['août', 8],
  ['mei', 5],
  ['juil', 7],
])('“%s” is month %i', (word, month) => {
  expect(monthOf(word)).toBe(month);
});

it.each(['Ma', 'Marble', 'Junior', ''])('“%s” is no month', (word) => {
  expect(monthOf(word)).toBeNull();
});

it('Months have the English name, and there is none outside of 1 to 12', () => {
  expect([0, 1, 12, 13].map(monthName)).toEqual([undefined, 'january', 'december', undefined]);
});
