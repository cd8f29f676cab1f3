import { expect, it } from 'vitest';
import { repetitions } from '../../../src/service/store/searchedTerms.ts';

const times = (...weights: number[]) =>
  repetitions(weights.map((weight) => ({ word: 'word', forms: ['word'], stems: ['word'], weight })));

it('words are repeated as their weights are to the lightest one', () => {
  expect(times(1, 0.5, 0.25)).toEqual([4, 2, 1]);
  expect(times(0.5, 0.5)).toEqual([1, 1]);
});

it('no word is repeated more than 64 times, and each is in the query, however little one weighs', () => {
  expect(times(1, 0.5, 0.5 ** 40)).toEqual([64, 32, 1]);
  expect(times(1, 0)).toEqual([64, 1]);
});
