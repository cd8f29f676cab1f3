import { expect, it } from 'vitest';
import { cellsOf, rangeText } from '../../../src/protocol/workbook.ts';
import { textOf } from '../../../src/service/documents/document.ts';
import { readExcel } from '../../../src/service/documents/office/readExcel.ts';
import { workbookOf } from '../../../src/service/documents/office/readWorkbook.ts';
import { makeWorkbook, row } from './support/makeOffice.ts';

const ADDITIONS =
  row(1, 'Additions 2024') +
  row(3, 'Asset', 'Date', 'Cost') +
  row(4, 'Lathe', [45292, 1], 84500) +
  row(5, 'Kiln', null, -41250);
const WORKBOOK = makeWorkbook({
  sheets: { Additions: ADDITIONS, 'Old*': row(2, null, 'x') },
  formats: ['yyyy-mm-dd'],
});

it('each row of a workbook has the columns of its cells, and the line that it has in the text that is searched', async () => {
  const { sheets, isCut } = await workbookOf(WORKBOOK);
  const lines = textOf(await readExcel(WORKBOOK)).split('\n');
  expect(isCut).toBe(false);
  expect(sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['Additions', false],
    ['Old', true],
  ]);
  const [additions, old] = sheets;
  expect(additions?.rows.map(({ row: number }) => number)).toEqual([1, 3, 4, 5]);
  expect(additions?.rows.map(({ isHeader = false }) => isHeader)).toEqual([false, true, false, false]);
  expect(additions?.rows.map(({ line }) => lines[line - 1])).toEqual([
    'Additions 2024',
    'Asset\tDate\tCost',
    'Lathe\t2024-01-01\t84500',
    'Kiln\t\t-41250',
  ]);
  expect(additions?.rows[3] && cellsOf(additions.rows[3])).toEqual([
    { column: 1, text: 'Kiln', isNumber: false },
    { column: 3, text: '-41250', isNumber: true },
  ]);
  expect(old?.rows.map(cellsOf)).toEqual([[{ column: 2, text: 'x', isNumber: false }]]);
});

it('cells are copied with tabs between columns and a line for each row, also for empty ones', async () => {
  const { sheets } = await workbookOf(WORKBOOK);
  const [sheet] = sheets;
  const copy = (top: number, left: number, bottom: number, right: number) =>
    sheet && rangeText(sheet, { top, left, bottom, right });
  expect(copy(1, 1, 5, 3)).toBe('Additions 2024\n\nAsset\tDate\tCost\nLathe\t2024-01-01\t84500\nKiln\t\t-41250');
  expect(copy(5, 2, 5, 3)).toBe('\t-41250');
  expect(copy(4, 1, 4, 1)).toBe('Lathe');
  expect(copy(2, 1, 2, 1)).toBe('');
  const range = { top: 1, left: 1, bottom: 5, right: 3 };
  expect(sheet && rangeText(sheet, range, 15)).toBe('Additions 2024\n\nAsset\tDate\tCost');
});

it('rows and cells that repeat an earlier place, or lie outside of a worksheet, are not read, and those without a place follow the one before', async () => {
  const cell = (name: string, text: string) => `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const { sheets } = await workbookOf(
    makeWorkbook({
      sheets: {
        Hidden:
          `<row r="2">${cell('B2', 'shown')}${cell('B2', 'twice')}${cell('A2', 'before')}${cell('XFE2', 'beside')}${cell('C2', 'next')}</row>` +
          ['2', '1', '2.5', '-3', 'x', '1048577']
            .map((at) => `<row r="${at}">${cell('D9', 'elsewhere')}</row>`)
            .join('') +
          `<row>${cell('A3', 'last')}</row>` +
          `<row>${cell('', 'first')}${cell('', 'second')}${cell('E4', 'fifth')}${cell('', 'sixth')}</row>`,
      },
    }),
  );
  expect(sheets[0]?.rows.map((each) => [each.row, cellsOf(each).map(({ column, text }) => [column, text])])).toEqual([
    [
      2,
      [
        [2, 'shown'],
        [3, 'next'],
      ],
    ],
    [3, [[1, 'last']]],
    [
      4,
      [
        [1, 'first'],
        [2, 'second'],
        [5, 'fifth'],
        [6, 'sixth'],
      ],
    ],
  ]);
});

it('a value with a tab is the text of one cell', async () => {
  const { sheets } = await workbookOf(
    makeWorkbook({
      sheets: { Errors: '<row r="1"><c r="A1" t="e"><v>#N/A\tmore</v></c><c r="B1"><v>7</v></c></row>' },
    }),
  );
  expect(sheets[0]?.rows.flatMap(cellsOf).map(({ text }) => text)).toEqual(['#N/A more', '7']);
});
