import { expect, it } from 'vitest';
import { unstatedAmounts, unstatedNumbers } from '../../../src/service/research/unstatedAmounts.ts';

it.each([
  ['a fee of 12%', 'asset,description,life_years\n30112,Slitter line,12', ['12%']],
  ['a fee of 12%', 'asset,description,rate\n30112,Slitter line,12', []],
  ['a bonus of 40%', 'assert bonus_percent(date(2024, 11, 8)) == 40', []],
  ['a tax of 21 percent', 'limit: 2500000\ntax_rate: 0.21', []],
  ['ein Satz von 19 %', 'Artikel;Steuersatz\nMotor;19', []],
  ['a fee of 12%', 'The fee is 12 percent.', []],
  ['a rent of $386,000', 'Measure\tAmount\nRent\t386,000', []],
])('the percentages and amounts of “%s” that “%s” does not state', (text, quoted, expected) => {
  expect(unstatedAmounts(text, [quoted])).toEqual(expected);
});

it('the numbers of a data file that can be amounts are compared, and years, counts and words are not', () => {
  const text =
    'year: 2025\nlimit: 2_500_000\nphase_out: 4000000\nrate: 0.21\nitems: 40\nhalf: 1250.50 # USD\nid: "0212509"\n';
  const quoted = 'The limit is $2,500,000 and the rate 21 percent.';
  expect(unstatedAmounts(text, [quoted], true)).toEqual(['4000000', '1250.50']);
});

it('the numbers of a program of four digits or more are compared, and sections, years, names and small numbers are not', () => {
  const text = [
    '// § 1411(b)(1), IRC § 6013, 2023 and $2,500,000',
    'const LIMIT_1245 = 2_590_000;',
    'STATED = Decimal("2500000")',
    'if (year > 2022) rest[1] = Math.min(cost % 100, 25000);',
  ].join('\n');
  expect(unstatedNumbers(text, ['The limit is $2,500,000.'])).toEqual(['2_590_000', '25000']);
});
