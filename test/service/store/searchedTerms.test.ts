import { expect, it } from 'vitest';
import type { LibraryScope } from '../../../src/service/store/libraryReader.ts';
import { repetitions, searchedTerms } from '../../../src/service/store/searchedTerms.ts';

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

/** The words that are searched for in a library of so many passages, and those of which a passage must have one, by their numbers of entries. */
function searched(passages: number, entries: Readonly<Record<string, number>>) {
  const terms = Object.keys(entries).map((word) => ({ word, forms: [word], stems: [word], weight: 1 }));
  const counts = new Map(Object.entries(entries).map(([word, any]) => [word, { any, own: any, law: 0 }]));
  const { words, needed } = searchedTerms({ passages: { own: passages, law: 0 } } as LibraryScope, counts, terms);
  return { words: words.flatMap(({ forms }) => forms), needed: needed?.flatMap(({ forms }) => forms) };
}

it('the rarest words that have up to 400,000 entries together are searched for, and at least two', () => {
  expect(searched(1000, { rent: 1, tax: 199_999, year: 200_000 }).words).toEqual(['rent', 'tax', 'year']);
  expect(searched(1000, { rent: 1, tax: 200_000, year: 200_000 }).words).toEqual(['rent', 'tax']);
  expect(searched(1000, { tax: 500_000, year: 500_000, law: 500_000 }).words).toEqual(['tax', 'year']);
});

it('of more than 50,000 passages, only those are scored that have one of the rarest words', () => {
  expect(searched(50_000, { rent: 25_000, tax: 30_000 }).needed).toBeUndefined();
  expect(searched(50_001, { rent: 25_000, tax: 30_000 }).needed).toEqual(['rent']);
  expect(searched(50_001, { rent: 25_000, tax: 25_000 }).needed).toBeUndefined();
  expect(searched(50_001, { tax: 60_000, year: 60_000 }).needed).toEqual(['tax']);
});
