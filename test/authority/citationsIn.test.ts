import { expect, it } from 'vitest';
import { citationsIn } from '../../src/authority/citationsIn.ts';
import { cpuTime } from '../support/cpuTime.ts';

const read = (text: string) => citationsIn(text).map(({ key, pin, text: written }) => [key, pin, written]);

it.each([
  ['nach § 15 Abs. 1 Satz 1 Nr. 2 EStG.', [['estg 15', '1.2', '§ 15 Abs. 1 Satz 1 Nr. 2 EStG']]],
  ['Gewinn (§ 253 HGB)', [['hgb 253', '', '§ 253 HGB']]],
  ['§ 4 Abs. 5 UStDV', [['ustdv 4', '5', '§ 4 Abs. 5 UStDV']]],
  ['§ 173 der Abgabenordnung', [['abgabenordnung 173', '', '§ 173 der Abgabenordnung']]],
  ['§§ 238 ff. HGB', [['hgb 238', '', '§§ 238']]],
  [
    '§§ 15, 16 Abs. 1 EStG',
    [
      ['estg 15', '', '§§ 15'],
      ['estg 16', '1', '16 Abs. 1 EStG'],
    ],
  ],
])('a section of a law that is named behind it is one of that law: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

it('the subsection of a German citation without a law is read', () => {
  expect(read('siehe § 7 Abs. 4')).toEqual([['7', '4', '§ 7 Abs. 4']]);
});

it.each([
  '§ 199A QBI deduction',
  '§ 179 SUV limit',
  '§ 472 LIFO election',
  '§ 179 Election to expense',
  '§ 41 Credit',
  'section 1202 QSBS',
])('a word of capitals behind a section of the Code is no law: %s', (text) => {
  expect(read(text)[0]?.[0]).toMatch(/^\d/);
});

it('a subsection of the Code keeps its letters', () => {
  expect(read('§ 179(b)(1) and § 168(k)')).toEqual([
    ['179', 'b.1', '§ 179(b)(1)'],
    ['168', 'k', '§ 168(k)'],
  ]);
});

it('long texts of signs and numbers are read in linear time', () => {
  const time = (length: number) => {
    const text = '§ 15 Abs. 1, 16 Abs. 2 '.repeat(length);
    return cpuTime(() => citationsIn(text));
  };
  time(200);
  expect(time(4000)).toBeLessThan(1000);
});
