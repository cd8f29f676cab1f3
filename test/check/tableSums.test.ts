import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tableSums } from '../../src/check/calculations/tableSums.ts';
import { checkAnswer } from '../../src/check/checkAnswer.ts';
import { cpuTime } from '../support/cpuTime.ts';
import { groundAnswer } from '../support/grounding.ts';

const table = (...rows: readonly string[]) => ['| Item | Amount |', '|---|---:|', ...rows].join('\n');
const agreements = (...rows: readonly string[]) => tableSums(table(...rows)).map(({ agrees }) => agrees);

it.each([
  ['rows', ['| A | $1,480,000 |', '| B | $64,000 |', '| Total | $1,544,000 |']],
  ['a total in bold', ['| A | 1,480,000 |', '| B | 64,000 |', '| **Total** | **1,544,000** |']],
  ['a negative number in brackets', ['| A | 1,480,000 |', '| B | (64,000) |', '| Total | 1,416,000 |']],
  ['a negative number with a sign', ['| A | 1,480,000 |', '| B | −64,000 |', '| Total | 1,416,000 |']],
  ['a row that is subtracted', ['| A | 1,480,000 |', '| Less: B | 64,000 |', '| Total | 1,416,000 |']],
  ['an empty cell', ['| A | 1,480,000 |', '| None | – |', '| B | 64,000 |', '| Total | 1,544,000 |']],
  ['marks', ['| A | 1,480,000 [1] |', '| B | 64,000 [1] |', '| Total | 1,544,000 [1] |']],
  ['rounded numbers', ['| A | $1.2 million |', '| B | $2.3 million |', '| Total | $3.6 million |']],
])('a right sum of %s agrees', (_, rows) => {
  expect(agreements(...rows)).toEqual([true]);
});

it.each([
  ['rows', ['| A | $1,480,000 |', '| B | $64,000 |', '| Total | $1,545,000 |']],
  ['a negative number', ['| A | 1,480,000 |', '| B | (64,000) |', '| Total | 1,544,000 |']],
  ['German numbers of a table', ['| A | 1.480.000 € |', '| B | 64.000 € |', '| Summe | 1.545.000 € |']],
])('a wrong sum of %s does not agree', (_, rows) => {
  expect(agreements(...rows)).toEqual([false]);
});

it('a subtotal counts its own rows, and a total the rows or the subtotals', () => {
  expect(
    agreements(
      '| A | 10 |',
      '| B | 20 |',
      '| Subtotal | 30 |',
      '| C | 5 |',
      '| D | 6 |',
      '| Subtotal | 11 |',
      '| Total | 41 |',
    ),
  ).toEqual([true, true, true]);
});

it('each column has its own sum', () => {
  const answer =
    '| Item | 2023 | 2024 |\n|---|---|---|\n| A | 100 | 1,000 |\n| B | 250 | 2,500 |\n| Total | 350 | 3,600 |';
  const sums = tableSums(answer);
  expect(sums.map(({ agrees }) => agrees)).toEqual([true, false]);
  expect(sums.map(({ start, end }) => answer.slice(start, end).trim())).toEqual(['350', '3,600']);
});

it('cells that cannot be added have no sum', () => {
  expect(agreements('| A | 10 percent |', '| B | 20 percent |', '| Total | 15 percent |')).toEqual([]);
  expect(agreements('| A | $10 |', '| B | see below |', '| Total | $15 |')).toEqual([]);
  expect(agreements('| A | $10 |', '| B | €20 |', '| Total | $15 |')).toEqual([]);
  expect(agreements('| Receipts | $10 |', '| Profit | $20 |', '| Total assets | $15 |')).toEqual([]);
  expect(agreements('| A | $10 |', '| Total | $15 |')).toEqual([]);
});

const sources = [
  { title: 'Report', text: 'The land cost $1,480,000 and the building $64,000.', snippet: 'The land cost …' },
];
const answer = (total: string) =>
  `${table('| Land [1] | $1,480,000 |', '| Building [1] | $64,000 |', `| Total | ${total} |`)}\n`;

it('a wrong total of an answer is reported as a calculation, and a right one is not reported', () => {
  const check = (total: string) =>
    groundAnswer({ question: '', answer: answer(total), sources }).sentences.flatMap(({ findings }) => findings);
  expect(check('$1,545,000')).toMatchObject([{ words: '$1,545,000', calculation: true }]);
  expect(check('$1,544,000')).toEqual([]);
});

it('a wrong total is reported although the sources show little of their text', () => {
  const steps = checkAnswer({ answer: { text: answer('$1,545,000'), sources } }, '');
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value.sentences.flatMap(({ findings }) => findings)).toMatchObject([
    { words: '$1,545,000', calculation: true },
  ]);
});

it('a table of 64 KiB with a total in each row is added in less than a second', () => {
  const text = '| Total | 1 |\n'.repeat(5000);
  expect(cpuTime(() => tableSums(text))).toBeLessThan(1000);
});

it('any table is added without an error', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('Total', '10', '(5)', '$1 million', '|', '\\', '**3**'));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 12 }), (rows) => {
      const text = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
      for (const { start, end } of tableSums(text)) expect(start).toBeLessThanOrEqual(end);
    }),
  );
});
