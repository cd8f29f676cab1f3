import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { WorkbookTarget } from '../../src/panel/workbookMessages.ts';
import type { Workbook, WorkbookRow } from '../../src/protocol/workbook.ts';
import { columnName } from '../../src/text/cellNames.ts';
import { builtPageSuite, literal } from './support/builtPage.ts';
import { THEMES } from './support/themes.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const openPage = builtPageSuite({
  page: 'workbook',
  shown: (page) => page.getByRole('tablist', { name: 'Sheets' }).waitFor(),
});
const open = (workbook: Workbook, target: WorkbookTarget | null = null, options = {}) =>
  openPage({ message: literal({ type: 'open', workbook, target }) }, options);

const words = (row: number, line: number, ...texts: string[]): WorkbookRow => ({
  row,
  line,
  columns: texts.map((_, at) => at + 1).join(' '),
  text: texts.join('\t'),
});
const asset = (row: number, line: number, name: string, date: string, cost: string): WorkbookRow => ({
  row,
  line,
  columns: '1 2n 3n',
  text: [name, date, cost].join('\t'),
});
const SAMPLE: Workbook = {
  sheets: [
    {
      name: 'Additions',
      isHidden: false,
      rows: [
        words(1, 3, 'Fixed asset additions of the year ended 31 December 2025'),
        { ...words(3, 6, 'Asset', 'Placed in service', 'Cost'), isHeader: true },
        asset(4, 7, 'Pottery kiln', '2025-03-04', '41,250.00'),
        asset(5, 8, 'Glazing booth', '2025-05-20', '9,800.00'),
        asset(6, 9, '<img src=x onerror=alert(1)>\u202e', '2025-06-01', '(1,200.00)'),
      ],
      notes: [
        { cell: 'C5', line: 11, text: 'Comment on C5 by Finch: agreed to the invoice' },
        { cell: '', line: 13, text: 'Prepared by R. Finch' },
      ],
    },
    { name: 'Disposals', isHidden: false, rows: [words(2, 17, 'None')], notes: [] },
    { name: 'Old', isHidden: true, rows: [], notes: [] },
  ],
  isCut: false,
};
/** 10,000 rows with 50 columns. */
const LARGE: Workbook = {
  sheets: [
    {
      name: 'Ledger',
      isHidden: false,
      rows: Array.from({ length: 10_000 }, (_, at) => ({
        row: at + 1,
        line: at + 3,
        columns: Array.from({ length: 50 }, (_each, column) => `${column + 1}${at === 0 ? '' : 'n'}`).join(' '),
        text: Array.from({ length: 50 }, (_each, column) =>
          at === 0 ? `Account ${column + 1}` : String((at + 1) * 100 + column),
        ).join('\t'),
        ...(at === 0 && { isHeader: true as const }),
      })),
      notes: [],
    },
  ],
  isCut: false,
};

const texts = (page: Page, row: number) => page.locator(`tbody td[data-row="${row}"]`).allInnerTexts();
const selected = (page: Page) => page.getByRole('textbox', { name: 'Cell' }).inputValue();

it('a workbook is a grid with column letters, row numbers and values at their cells', async () => {
  const { page } = await open(SAMPLE);
  const grid = page.getByRole('grid', { name: 'Additions' });
  expect(await grid.getByRole('columnheader').allInnerTexts()).toEqual(['A', 'B', 'C']);
  expect(await grid.locator('tbody').getByRole('rowheader').allInnerTexts()).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(await texts(page, 4)).toEqual(['Pottery kiln', '2025-03-04', '41,250.00']);
  expect(await texts(page, 6)).toEqual(['<img src=x onerror=alert(1)>[U+202E]', '2025-06-01', '(1,200.00)']);
  const align = (column: number) =>
    page.locator(`td[data-row="4"][data-column="${column}"]`).evaluate((cell) => getComputedStyle(cell).textAlign);
  expect([await align(1), await align(3)]).toEqual(['start', 'end']);
  expect(await page.getByText('Prepared by R. Finch').count()).toBe(1);
  expect(await page.getByRole('gridcell', { name: '9,800.00' }).getAttribute('title')).toContain(
    'agreed to the invoice',
  );
});

it('the rows of a quoted passage are marked on their sheet, in view and selected', async () => {
  const { page, posted } = await open(SAMPLE, {
    id: 1,
    line: 7,
    endLine: 8,
    snippet: 'Asset\tPlaced in service\tCost\nPottery kiln\t2025-03-04\t41,250.00',
  });
  await expect.poll(() => page.getByRole('status').textContent()).toBe('The passage is marked: Additions!A4:C5');
  expect(await page.locator('td.wb-marked').allInnerTexts()).toHaveLength(6);
  expect(await page.getByRole('rowheader', { name: 'Row 4, quoted' }).count()).toBe(1);
  await expect.poll(() => selected(page)).toBe('A4:C5');
  await expect
    .poll(() => posted.at(-1))
    .toEqual({ type: 'selected', cells: { sheet: 0, top: 4, left: 1, bottom: 5, right: 3 } });
});

it.each(['hcDark', 'hcLight'] as const)(
  'in high contrast, no colour covers the text of marked cells: %s',
  async (theme) => {
    const target = { id: 1, line: 7, endLine: 8, snippet: 'Pottery kiln\t2025-03-04\t41,250.00' };
    const { page } = await open(SAMPLE, target, { theme });
    const cell = page.locator('td.wb-marked.wb-selected:not(#active-cell)').first();
    expect(await cell.evaluate((element) => getComputedStyle(element).backgroundImage)).toBe('none');
  },
);

it('only the cells with the words that a sentence rests on are marked', async () => {
  const { page } = await open(SAMPLE, { id: 1, line: 7, endLine: 8, words: '41,250.00' });
  await expect.poll(() => page.locator('td.wb-marked').allInnerTexts()).toEqual(['41,250.00']);
  await expect.poll(() => selected(page)).toBe('C4');
});

it('a passage that has moved is marked at its new rows, and one that is gone is not marked', async () => {
  const { page } = await open(SAMPLE, { id: 1, line: 3, endLine: 3, snippet: 'Glazing booth\t2025-05-20\t9,800.00' });
  await expect.poll(() => selected(page)).toBe('A5:C5');
  const gone = await open(SAMPLE, { id: 1, line: 7, endLine: 7, snippet: 'Blast furnace\t2024-01-01\t1,000,000.00' });
  await expect.poll(() => gone.page.getByRole('status').textContent()).toMatch(/^The passage was not found/);
  expect(await gone.page.locator('.wb-marked').count()).toBe(0);
});

it('a quoted text box and a quoted comment are marked', async () => {
  const { page } = await open(SAMPLE, { id: 1, line: 13, endLine: 13 });
  expect(await page.locator('mark').innerText()).toBe('Prepared by R. Finch');
  const comment = await open(SAMPLE, { id: 1, line: 11, endLine: 11 });
  await expect.poll(() => selected(comment.page)).toBe('C5');
  expect(await comment.page.getByText('Comment on C5 by Finch').count()).toBe(1);
});

it('arrow keys move the active cell, with Shift they extend the selection, and its cells are copied with tabs', async () => {
  const { page, posted } = await open(SAMPLE);
  await page.getByRole('grid').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown'])
    await page.keyboard.press(key);
  await expect.poll(() => selected(page)).toBe('A4:C5');
  await expect.poll(() => page.locator('#active-cell').innerText()).toBe('9,800.00');
  expect(await page.getByRole('grid').getAttribute('aria-activedescendant')).toBe('active-cell');
  expect(await page.locator('td[aria-selected="true"]').count()).toBe(6);
  const copied = await page.evaluate(() => {
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event.clipboardData?.getData('text/plain');
  });
  expect(copied).toBe('Pottery kiln\t2025-03-04\t41,250.00\nGlazing booth\t2025-05-20\t9,800.00');
  await page.getByRole('button', { name: 'Ask About Selection' }).click();
  await expect.poll(() => posted.at(-1)).toEqual({ type: 'ask' });
  expect(posted.at(-2)).toEqual({ type: 'selected', cells: { sheet: 0, top: 4, left: 1, bottom: 5, right: 3 } });
});

it('a click selects a cell, a row or a column, a drag selects a range, and Control+A the sheet', async () => {
  const { page } = await open(SAMPLE);
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await cell('9,800.00').click();
  await expect.poll(() => selected(page)).toBe('C5');
  await page.getByRole('rowheader', { name: '4', exact: true }).click();
  await expect.poll(() => selected(page)).toBe('A4:C4');
  await page.getByRole('columnheader', { name: 'B' }).click();
  await expect.poll(() => selected(page)).toBe('B1:B6');
  await cell('Pottery kiln').hover();
  await page.mouse.down();
  await cell('2025-05-20').hover();
  await page.mouse.up();
  await expect.poll(() => selected(page)).toBe('A4:B5');
  await page.keyboard.press('Control+a');
  await expect.poll(() => selected(page)).toBe('A1:C6');
});

it('a drag extends from where it began although the page has not drawn its first cell as selected yet', async () => {
  const { page } = await open(SAMPLE);
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await cell('9,800.00').click();
  await expect.poll(() => selected(page)).toBe('C5');
  await cell('Pottery kiln').evaluate((from) => {
    for (const type of ['pointerdown', 'pointerover'])
      from.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, buttons: 1 }));
  });
  await expect.poll(() => selected(page)).toBe('A4');
});

it('the cells stay where they are while others become active, so that a press selects no cell but the pressed one', async () => {
  const long = words(8, 15, 'Agreed to the invoice. '.repeat(40));
  const [sheet] = SAMPLE.sheets;
  if (!sheet) throw new Error('The sample has no sheet.');
  const { page } = await open({ sheets: [{ ...sheet, rows: [...sheet.rows, long] }], isCut: false });
  const cell = (row: number, column: number) => page.locator(`tbody td[data-row="${row}"][data-column="${column}"]`);
  const top = () => page.locator('.wb-scroll').evaluate((element) => element.getBoundingClientRect().top);
  await cell(4, 1).click();
  await expect.poll(() => selected(page)).toBe('A4');
  const before = await top();
  // A cell with a comment, and a text of many lines.
  for (const [row, column, name] of [
    [5, 3, 'C5'],
    [8, 1, 'A8'],
  ] as const) {
    await cell(row, column).click();
    await expect.poll(() => selected(page)).toBe(name);
    expect(await top()).toBe(before);
    await cell(4, 1).hover();
    await page.mouse.down();
    await expect.poll(() => selected(page)).toMatch(/^A4/);
    // Cells that move get the pointer in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await selected(page)).toBe('A4');
    await page.mouse.up();
  }
});

it('Shift+click and a drag on row numbers and column letters select whole rows and columns', async () => {
  const { page } = await open(SAMPLE);
  const head = (role: 'rowheader' | 'columnheader', name: string) => page.getByRole(role, { name, exact: true });
  await head('rowheader', '2').click();
  await head('rowheader', '5').click({ modifiers: ['Shift'] });
  await expect.poll(() => selected(page)).toBe('A2:C5');
  await head('columnheader', 'C').click();
  await head('columnheader', 'B').click({ modifiers: ['Shift'] });
  await expect.poll(() => selected(page)).toBe('B1:C6');
  await head('rowheader', '3').hover();
  await page.mouse.down();
  await head('rowheader', '4').hover();
  await page.mouse.up();
  await expect.poll(() => selected(page)).toBe('A3:C4');
});

it('a number in any row fits into its column, and a text ends before the next text of its row', async () => {
  const rows = Array.from({ length: 9000 }, (_, at) => asset(at + 2, at + 4, 'x', '1', '2'));
  rows[6100] = asset(6102, 6104, 'x', '1', '123,456,789,012,345.67');
  const title: WorkbookRow = { row: 1, line: 3, columns: '1 3', text: `${'Long title '.repeat(20)}\tDate` };
  const { page } = await open({
    sheets: [{ name: 'Additions', isHidden: false, rows: [title, ...rows], notes: [] }],
    isCut: false,
  });
  const edges = (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => ({
      right: element.getBoundingClientRect().right,
      left: element.getBoundingClientRect().left,
    }));
  const text = await edges(page.locator('tbody td[data-row="1"][data-column="1"] > div'));
  const date = await edges(page.locator('tbody td[data-row="1"][data-column="3"]'));
  const second = await edges(page.locator('tbody td[data-row="1"][data-column="2"]'));
  expect(text.right).toBeGreaterThan(second.left);
  expect(text.right).toBeLessThanOrEqual(date.left);
  const box = page.getByRole('textbox', { name: 'Cell' });
  await box.fill('C6102');
  await box.press('Enter');
  const number = page.locator('#active-cell');
  await expect.poll(() => number.innerText()).toBe('123,456,789,012,345.67');
  expect(await number.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});

it('cells with a comment only are shown, and a cell outside of the sheet is not replaced by another one', async () => {
  const notes = [{ cell: 'D4', line: 2, text: 'Ask the client' }];
  const { page } = await open(
    { sheets: [{ name: 'Notes', isHidden: false, rows: [], notes }], isCut: false },
    { id: 1, line: 2, endLine: 2 },
  );
  await expect.poll(() => selected(page)).toBe('D4');
  expect(await page.getByText('This sheet is empty.').count()).toBe(0);
  const box = page.getByRole('textbox', { name: 'Cell' });
  await box.fill('E4');
  await box.press('Enter');
  await expect.poll(() => page.getByRole('status').textContent()).toBe('There is no cell E4 in this workbook.');
  await box.press('Escape');
  await expect.poll(() => page.locator('#active-cell').getAttribute('data-column')).toBe('4');
  const far = { ...words(600_000, 9, 'Far below the rows that are shown') };
  const outside = await open(
    { sheets: [{ name: 'Long', isHidden: false, rows: [words(1, 3, 'Top'), far], notes: [] }], isCut: false },
    { id: 1, line: 9, endLine: 9 },
  );
  await expect.poll(() => outside.page.getByRole('status').textContent()).toMatch(/^Long!A600000 is not shown\./);
  expect(await selected(outside.page)).toBe('A1');
});

it('a cell that is found on the sheet of the passage is in view, and a file that changes does not scroll', async () => {
  const long = (name: string): Workbook => ({
    sheets: [
      {
        name: 'Long',
        isHidden: false,
        rows: Array.from({ length: 6000 }, (_, at) => asset(at + 1, at + 3, name, '1', '2')),
        notes: [],
      },
    ],
    isCut: false,
  });
  const target = { id: 1, line: 5002, endLine: 5002 };
  const { page } = await open(long('Kiln'), target);
  await expect.poll(() => selected(page)).toBe('A5000:C5000');
  const top = () => page.locator('.wb-scroll').evaluate((element) => element.scrollTop);
  await expect.poll(top).toBeGreaterThan(10_000);
  await page.locator('.wb-scroll').evaluate((element) => {
    element.scrollTop = 500;
  });
  const data = { type: 'open', workbook: long('Lathe'), target };
  await page.evaluate((message) => window.dispatchEvent(new MessageEvent('message', { data: message })), data);
  await page.locator('td[data-row="25"]', { hasText: 'Lathe' }).waitFor();
  expect(await top()).toBe(500);
  const box = page.getByRole('textbox', { name: 'Cell' });
  await box.fill('A5900');
  await box.press('Enter');
  await page.locator('#active-cell[data-row="5900"]').waitFor();
  await expect.poll(top).toBeGreaterThan(10_000);
});

it('the tabs of sheets work by keyboard, and each sheet keeps its selection', async () => {
  const { page } = await open(SAMPLE);
  await page.getByRole('gridcell', { name: 'Pottery kiln' }).click();
  await page.getByRole('tab', { name: 'Additions' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('grid', { name: 'Disposals' }).waitFor();
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Disposals');
  await page.keyboard.press('End');
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Old (hidden sheet)');
  await page.getByText('This sheet is empty.').waitFor();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => selected(page)).toBe('A4');
});

it('Go to Cell shows a cell of any sheet, and says when there is none', async () => {
  const { page } = await open(SAMPLE);
  const box = page.getByRole('textbox', { name: 'Cell' });
  await box.fill('disposals!a2');
  await box.press('Enter');
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Disposals');
  await box.fill('Purchases!A1');
  await box.press('Enter');
  await expect
    .poll(() => page.getByRole('status').textContent())
    .toBe('There is no cell Purchases!A1 in this workbook.');
});

it('words are found in the cells and comments of all sheets', async () => {
  const { page } = await open(SAMPLE);
  await page.getByRole('grid').press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find in workbook' });
  await find.fill('none');
  await page.getByText('1 of 1').waitFor();
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toBe('Disposals');
  await find.fill('INVOICE');
  await expect.poll(() => selected(page)).toBe('C5');
  await find.fill('2025');
  await page.getByText('1 of 4').waitFor();
  await find.press('Enter');
  await expect.poll(() => selected(page)).toBe('B4');
  await find.fill('furnace');
  await page.getByText('No results').waitFor();
});

it('a sheet of 10,000 rows and 50 columns shows its last cell, draws a small part of it, and keeps its header in view', async () => {
  const { page } = await open(LARGE);
  const grid = page.getByRole('grid', { name: 'Ledger' });
  expect([await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')]).toEqual(['10001', '51']);
  await grid.press('Control+End');
  const last = page.locator('#active-cell');
  await expect.poll(() => last.innerText()).toBe('1000049');
  expect(await page.locator('tbody td[data-row]').count()).toBeLessThan(3000);
  const box = (locator: typeof last) => locator.evaluate((element) => element.getBoundingClientRect().toJSON());
  const [cell, header, letter] = [
    await box(last),
    await box(page.locator('.wb-frozen td', { hasText: 'Account 50' })),
    await box(page.getByRole('columnheader', { name: columnName(50), exact: true })),
  ];
  expect([header.left, letter.left]).toEqual([cell.left, cell.left]);
  expect(letter.bottom).toBeLessThanOrEqual(header.top + 1);
  expect(header.bottom).toBeLessThan(cell.top);
  const rowNumber = await box(page.getByRole('rowheader', { name: '10000' }));
  expect(rowNumber.left).toBe(0);
  expect(rowNumber.top).toBe(cell.top);
  await page.locator('.wb-scroll').evaluate((element) => {
    element.scrollTop = 110_000;
  });
  await page.getByRole('rowheader', { name: '5010' }).waitFor();
});

it('a workbook of which a part is not read says so', async () => {
  const { page } = await open({ ...SAMPLE, isCut: true });
  await expect
    .poll(() => page.getByRole('status').textContent())
    .toMatch(/^This workbook contains more text than is read/);
});

it.each(THEMES)('a workbook in %s has no violation that axe finds, and fits into 300 px', async (theme) => {
  const { page } = await open(SAMPLE, { id: 1, line: 7, endLine: 8 }, { theme });
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResults;
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  const folder = process.env.FISCAL_PICTURES;
  if (folder) {
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `workbook-${theme}.png`) });
  }
  await page.setViewportSize({ width: 300, height: 600 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  if (folder) await page.screenshot({ path: join(folder, `workbook-${theme}-300.png`) });
});
