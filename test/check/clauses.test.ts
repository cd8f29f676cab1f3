import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import { clausesOf } from '../../src/check/meaning/clauses.ts';
import { readAtoms } from '../../src/check/values/readValues.ts';
import { cpuTime } from '../support/cpuTime.ts';

const read = (text: string) => clausesOf(text, readAtoms(text));

it('a clause ends before a word that begins another one', () => {
  const clauses = read('The fee is due, if the seller agrees, unless it was waived.');
  expect(clauses.map(({ words }) => words.map(({ text }) => text).join(' '))).toEqual([
    'the fee is due',
    'if the seller agrees',
    'unless it was waived',
  ]);
});

it('a clause is a condition if its first word begins one', () => {
  const isCondition = (text: string) => read(text).map((clause) => clause.isCondition);
  expect(isCondition('If the seller agrees, the fee is due')).toEqual([true, false]);
  expect(isCondition('The seller asks')).toEqual([false]);
});

it('a value is a limit in the direction of its comparison, which a negator before it turns', () => {
  const directions = (text: string) =>
    read(text).flatMap(({ words }) => words.flatMap(({ value, direction }) => (value === null ? [] : [direction])));
  const [over] = directions('The fee exceeds $5.');
  const [under] = directions('The fee does not exceed $5.');
  expect([over, under].toSorted()).toEqual([-1, 1]);
  expect(directions('Never exceeds $5.')).toEqual([under]);
  expect(directions('Never. It exceeds $5.')).toEqual([over]);
});

const pieces = constantFrom(
  ...['not ', 'no ', 'unless ', 'except ', 'if ', 'and ', 'nicht ', 'es sei denn ', 'whether or not ', 'other than '],
  ...['may ', 'must ', 'the fee ', 'is due', ', ', '. ', '; ', '(', ')', '[n]o ', '—', '$5 ', 'at least 5 percent '],
  ...['not more than 10 days ', 'after May 1, 2020 ', '\n', '\ud800', 'ß', 'can’t ', "isn't "],
);

it('the words of any text are in their order and inside of it', () => {
  assert(
    property(array(pieces, { maxLength: 40 }), (parts) => {
      const text = parts.join('');
      let last = 0;
      for (const { words, negators } of read(text)) {
        expect(words.length).toBeGreaterThan(0);
        for (const at of negators) expect(words[at]).toBeDefined();
        for (const { start, end } of words) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }
    }),
    { numRuns: 300 },
  );
});

it.each(['not ', 'a, ', 'if (', 'unless ', 'and ', 'nicht mehr als ', '„', '[a]', '. ', 'not more than 5 '])(
  '64 KiB of “%s” are cut into clauses in less than two seconds',
  (unit) => {
    const text = unit.repeat(Math.ceil(65_536 / unit.length));
    expect(cpuTime(() => read(text))).toBeLessThan(2000);
  },
);
