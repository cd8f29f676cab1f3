import { array, assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { joinHeadings } from '../../src/service/headings.ts';
import { isHeaderOf, isTableHeading, readTableHeading, writeTableHeading } from '../../src/service/tableHeading.ts';

it('the names of columns are read as they were written, also with commas and quotation marks', () => {
  const name = string({ minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text && !text.includes('›'));
  assert(
    property(array(name, { minLength: 2, maxLength: 12 }), (names) => {
      const heading = joinHeadings(['Additions', writeTableHeading(names)]);
      expect(readTableHeading(heading)).toEqual(names);
      expect(isTableHeading(heading)).toBe(true);
      expect(isHeaderOf(names.map((each) => each.replaceAll('\n', ' ')).join('\t'), heading)).toBe(true);
    }),
  );
});

it('the header row is recognized in any notation of its cells, also if the heading is cut', () => {
  const heading = writeTableHeading(['Asset', 'Cost, in USD', 'Placed in service']);
  expect(heading).toBe('Asset, "Cost, in USD", Placed in service');
  for (const row of ['Asset\tCost, in USD\tPlaced in service', 'Asset;"Cost, in USD";Placed in service;'])
    expect(isHeaderOf(row, heading)).toBe(true);
  expect(isHeaderOf('Lathe\t12,000\t2025-03-01', heading)).toBe(false);
  const long = Array.from({ length: 80 }, (_, at) => `Column ${at}`);
  expect(writeTableHeading(long)).toHaveLength(300);
  expect(isHeaderOf(long.join('|'), writeTableHeading(long))).toBe(true);
});

it('the header of a worksheet as an earlier version wrote it to the index is found', () => {
  expect(isHeaderOf('Asset\tCost, in USD\t2025', 'Additions › Asset, Cost, in USD, 2025')).toBe(true);
});
