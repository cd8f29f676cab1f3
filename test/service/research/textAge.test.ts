import { expect, it } from 'vitest';
import { ageWarning } from '../../../src/service/research/textAge.ts';

const NOW = Date.parse('2026-07-31');

it.each([
  ['2026-06-26, Public Law 119-100', 30, true],
  ['2026-06-26', 35, false],
  ['2026-07-30', 30, false],
  ['2026-06-26', 0, false],
  ['2026-06', 30, false],
  ['', 30, false],
])('a text of the date “%s” is old after %i days: %s', (date, limit, isOld) => {
  expect(ageWarning(date, limit, NOW)).toBe(
    isOld ? `That is more than ${limit} days ago. Check whether there is a newer version.` : '',
  );
});
