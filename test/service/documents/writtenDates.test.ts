import { expect, it } from 'vitest';
import { datesIn } from '../../../src/service/documents/writtenDates.ts';

it.each([
  ['2025-03-01', '2025-03-01'],
  ['from 2024-02-29T10:00 on', '2024-02-29'],
  ['1. 3.2025', '2025-03-01'],
  ['den 3. März 2025', '2025-03-03'],
  ['Dec. 31, 2024', '2024-12-31'],
  ['Dec. 31st, 2024', '2024-12-31'],
  ['31 Dec 2024', '2024-12-31'],
  ['31 Dec. 2024', '2024-12-31'],
  ['31. Dez. 2024', '2024-12-31'],
  ['31-Dec-2024', '2024-12-31'],
])('a written date is read: %s', (text, date) => {
  expect(datesIn(text)).toEqual([date]);
});

it.each([
  'A-2025-03-0017',
  'A-2025-03-01',
  'A2025-03-01',
  '2025-03-017',
  '2025-03-01-7',
  '2025-99-99',
  '2025-02-29',
  '31.02.2025',
  '00.01.2025',
  '112.02.2025',
  '12.02.20255',
  'February 30, 2025',
  '31. April 2025',
])('a text that is no day of the calendar is no date: %s', (text) => {
  expect(datesIn(text)).toEqual([]);
});
