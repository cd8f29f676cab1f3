import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { expect, it } from 'vitest';
import type { FolderOverview } from '../../src/protocol/overview.ts';
import { overviewSuite } from './support/overviewPage.ts';
import { amountValue, folderOverview, overviewDocument, overviewValue } from './support/overviewValues.ts';
import { THEMES } from './support/themes.ts';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const open = overviewSuite();

const date = (day: string) => overviewValue(day, { label: 'Date', date: day });
const SAMPLE: FolderOverview = folderOverview({
  documents: [
    overviewDocument('Purchases/Rechnung R-17.pdf', {
      fields: {
        date: date('2025-02-03'),
        number: overviewValue('R-17', { label: 'Rechnung Nr.' }),
        from: overviewValue('Alpha Stahl GmbH', { label: 'Verkäufer' }),
        net: amountValue(1000, 'EUR', 'Nettobetrag'),
        tax: amountValue(190, 'EUR', 'MwSt.'),
        total: amountValue(1190),
      },
      values: { IBAN: overviewValue('DE02120300000000202051'), Order: overviewValue('B-1') },
    }),
    overviewDocument('Purchases/Rechnung R-18.pdf', {
      fields: { date: date('2025-01-15'), net: amountValue(-7.67), tax: amountValue(-1.12), total: amountValue(-8.99) },
      values: { IBAN: overviewValue('DE88200800000970375700') },
    }),
    overviewDocument('Purchases/Invoice 42183017.pdf', {
      fields: {
        total: amountValue(4.11, '$'),
        net: { several: [amountValue(3), amountValue(5)] },
        number: overviewValue('<img src=x onerror=alert(1)>'),
      },
    }),
    overviewDocument('2025-05-20 Board minutes.docx', {
      kind: 'minutes',
      fields: { date: overviewValue('2025-05-20', { date: '2025-05-20', line: 0 }) },
    }),
  ],
  labels: ['IBAN', 'Order'],
  total: 4,
  unread: [{ path: '/engagement/old.xls', name: 'old.xls', reason: 'It is in the older or binary Excel format.' }],
});

it('an overview has a row for each document, its period, and sums by currency', async () => {
  const { page } = await open(SAMPLE);
  const status = page.getByRole('status');
  expect(await status.textContent()).toBe('4 documents. Their dates are from 2025-01-15 to 2025-05-20.');
  expect(await page.getByRole('row').count()).toBe(6);
  const sums = page.getByRole('row', { name: /^Sum/ });
  expect(await sums.getByRole('gridcell').allInnerTexts()).toEqual([
    '',
    '',
    '',
    '992.33 EUR\nSum of 2 of 4 documents',
    '188.88 EUR\nSum of 2 of 4 documents',
    '4.11 $\n1,181.01 EUR\nSum of 3 of 4 documents',
    '',
  ]);
  expect(await page.getByRole('button', { name: /≠ Net and tax are -8\.79 together/ }).count()).toBe(1);
});

it('different values of a document are shown, with the place of each in the tooltip', async () => {
  const { page } = await open(SAMPLE);
  const cell = page.getByRole('button', { name: 'several: 3.00 EUR; 5.00 EUR' });
  expect(await cell.getAttribute('title')).toMatch(
    /Open it to see which one applies\.\nTotal 3 EUR: .*\nTotal 5 EUR: /,
  );
});

it('the chosen kind of documents is kept, and is chosen again when the tab is restored', async () => {
  const first = await open(SAMPLE, { saved: { path: '/clients/Engagement 2025' } });
  expect(await first.page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('');
  await first.page.getByRole('combobox', { name: 'Kind' }).selectOption('minutes');
  await expect.poll(() => first.saved()).toEqual({ path: '/clients/Engagement 2025', kind: 'minutes' });
  const again = await open(SAMPLE, { saved: first.saved() });
  await expect.poll(() => again.page.getByRole('combobox', { name: 'Kind' }).inputValue()).toBe('minutes');
  expect(await again.page.getByRole('status').textContent()).toContain('1 document.');
});

it.each([{ path: '/a', kind: 'law' }, { path: '/a', kind: '<img>' }, 7])(
  'a kept kind that no document has, or a changed state, shows all documents: %j',
  async (saved) => {
    const { page } = await open(SAMPLE, { saved });
    expect(await page.getByRole('status').textContent()).toContain('4 documents.');
  },
);

it('each value and each document opens its place', async () => {
  const { page, posted } = await open(SAMPLE);
  await page.getByRole('button', { name: '190.00 EUR', exact: true }).click();
  await page.getByRole('button', { name: /Board minutes/ }).click();
  await page.getByText('Files that are not in the table (1)').click();
  await page.getByRole('button', { name: 'old.xls' }).click();
  await expect
    .poll(() => posted)
    .toEqual([
      { type: 'ready' },
      { type: 'open', document: 0, column: { field: 'tax' } },
      { type: 'open', document: 3 },
      { type: 'openUnread', file: 0 },
    ]);
});

it('documents are chosen by kind and words, sorted, and exported as shown with the columns that were added', async () => {
  const { page, posted } = await open(SAMPLE);
  await page.getByRole('combobox', { name: 'Kind of document' }).selectOption('Invoice (3)');
  await expect.poll(() => page.getByRole('status').textContent()).toMatch(/^3 documents\./);
  await page.getByText('Columns', { exact: true }).click();
  // Only one of the invoices has an order.
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(1);
  await page.getByRole('checkbox', { name: 'IBAN' }).check();
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('button', { name: 'Date' }).click();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('ascending');
  const names = () => page.locator('tbody .file-name').allInnerTexts();
  await expect.poll(names).toEqual(['Rechnung R-18.pdf', 'Rechnung R-17.pdf', 'Invoice 42183017.pdf']);
  await page.getByRole('searchbox', { name: 'Filter documents' }).fill('de88');
  await expect.poll(names).toEqual(['Rechnung R-18.pdf']);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect
    .poll(() => posted.at(-1))
    .toEqual({
      type: 'export',
      documents: [1],
      columns: [...['date', 'number', 'net', 'tax', 'total', 'from'].map((field) => ({ field })), { label: 'IBAN' }],
    });
  await page.getByRole('searchbox', { name: 'Filter documents' }).fill('nowhere');
  await page.getByText('No document fits the kind and the words above.').waitFor();
});

it('arrow keys move between the cells, of which one is in the tab order, and Enter opens', async () => {
  const { page, posted } = await open(SAMPLE);
  await page.locator('[data-cell][tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'End', 'ArrowLeft', 'Enter'])
    await page.keyboard.press(key);
  await expect.poll(() => posted.at(-1)).toEqual({ type: 'open', document: 0, column: { field: 'total' } });
  expect(await page.locator('[data-cell][tabindex="0"]').count()).toBe(1);
});

it('a cell is in the tab order after the one that was is filtered out', async () => {
  const { page } = await open(SAMPLE);
  await page.locator('[data-cell][tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await page.getByRole('searchbox', { name: 'Filter documents' }).fill('R-18');
  const inOrder = page.locator('[data-cell][tabindex="0"]');
  await expect.poll(() => inOrder.allInnerTexts()).toEqual(['Document ↑']);
  await page.getByRole('button', { name: 'Refresh' }).focus();
  await page.keyboard.press('Tab');
  await expect.poll(() => inOrder.evaluate((cell) => cell === document.activeElement)).toBe(true);
});

it('a cell that arrow keys reach is not covered by the head or by the sums', async () => {
  const documents = Array.from({ length: 60 }, (_, at) =>
    overviewDocument(`Invoice ${at}.pdf`, { fields: { total: amountValue(at, at % 2 ? '$' : 'EUR') } }),
  );
  const { page } = await open(folderOverview({ documents }));
  const isCovered = () =>
    page.evaluate(() => {
      const cell = document.activeElement;
      const { left, right, top, bottom } = cell?.getBoundingClientRect() ?? new DOMRect();
      const found = [top + 1, bottom - 1].map((y) => document.elementFromPoint((left + right) / 2, y));
      return found.some((each) => !cell?.contains(each));
    });
  await page.locator('[data-cell][tabindex="0"]').focus();
  for (const key of ['ArrowDown', 'PageDown', 'PageDown', 'PageDown', 'ArrowDown']) {
    await page.keyboard.press(key);
    await expect.poll(isCovered).toBe(false);
  }
  for (const key of ['PageUp', 'PageUp', 'ArrowUp', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key);
    await expect.poll(isCovered).toBe(false);
  }
});

it('amounts of several kinds of documents are not added up, and the cell says how to see sums', async () => {
  const memo = overviewDocument('Loss memo.docx', { kind: 'memo', fields: { total: amountValue(6_040_000) } });
  const { page } = await open({ ...SAMPLE, documents: [...SAMPLE.documents, memo] });
  const sum = page.getByTitle('Choose a kind of documents to add up its amounts');
  expect(await sum.innerText()).toBe('several kinds');
  await page.getByRole('combobox').selectOption({ index: 1 });
  await sum.waitFor({ state: 'detached' });
  expect(await page.getByRole('row', { name: /^Sum/ }).innerText()).toContain('1,181.01 EUR');
});

it('a sum says that it is of different parties until the name of one is entered, and which drafts it leaves out', async () => {
  const bill = (from: string, to: string, amount: number) =>
    overviewDocument(`${from}.pdf`, {
      fields: { total: amountValue(amount), from: overviewValue(from), to: overviewValue(to) },
    });
  const documents = [
    bill('Ames', 'Finch', 10),
    bill('Hall', 'Finch', 5),
    bill('Moss', 'Kestrel', 7),
    bill('Hall DRAFT', 'Finch', 4),
  ];
  const { page } = await open({ ...SAMPLE, documents });
  const sum = page.getByTitle('Sum of Total.');
  const older = 'Drafts and older versions not counted: 1';
  expect(await sum.innerText()).toBe(`22.00 EUR\nOf several parties\n${older}`);
  expect(await sum.getAttribute('title')).toContain('drafts or older versions of other documents: Hall DRAFT.pdf.');
  await page.getByRole('searchbox', { name: 'Filter documents' }).fill('finch');
  await expect.poll(() => sum.innerText()).toBe(`15.00 EUR\n${older}`);
});

it('a sum of fewer documents than the table lists says so', async () => {
  const { page } = await open(SAMPLE);
  const sum = page.getByTitle('Sum of Total.');
  expect(await sum.innerText()).toContain('Sum of 3 of 4 documents');
  expect(await sum.getAttribute('title')).toBe(
    'Sum of Total. Credit notes count as written. The others state no amount, or different ones.',
  );
  await page.getByRole('combobox', { name: 'Kind of document' }).selectOption('Invoice (3)');
  await expect.poll(() => sum.innerText()).not.toContain('documents');
  expect(await sum.getAttribute('title')).toBe('Sum of Total. Credit notes count as written.');
});

it('hidden characters of a document are shown as their code points', async () => {
  const hidden = 'a\u202eb';
  const { page } = await open(
    folderOverview({
      documents: [1, 2].map((at) =>
        overviewDocument(`${hidden}/${hidden}${at}.pdf`, {
          title: hidden,
          fields: {
            from: overviewValue(hidden, { label: hidden, place: hidden }),
            net: amountValue(1, hidden),
            tax: amountValue(1),
            total: { ...amountValue(3), text: hidden },
          },
          values: { [hidden]: overviewValue(hidden) },
        }),
      ),
      labels: [hidden],
      unread: [{ path: '/engagement/a', name: hidden, reason: hidden }],
    }),
  );
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox').check();
  // The added column repeats the label.
  await page.getByRole('columnheader', { name: 'a[U+202E]b' }).waitFor();
  const html = await page.locator('main').innerHTML();
  expect(html).toContain('a[U+202E]b1.pdf');
  expect(html).not.toContain('\u202e');
});

it('the choice of columns is in the page, also in a narrow one', async () => {
  const { page } = await open(SAMPLE);
  await page.getByText('Columns', { exact: true }).click();
  for (const width of [1000, 740, 600, 300]) {
    await page.setViewportSize({ width, height: 600 });
    const box = await page.locator('.overview-columns > fieldset').boundingBox();
    expect([width, (box?.x ?? -1) >= 0, (box?.x ?? 0) + (box?.width ?? width + 1) <= width]).toEqual([
      width,
      true,
      true,
    ]);
  }
});

it('Escape closes the choice of columns and moves the focus to its button', async () => {
  const { page } = await open(SAMPLE);
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'IBAN' }).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Columns');
});

it('a folder without documents, and one with more than are listed, say so', async () => {
  const { page } = await open(folderOverview({ waiting: 3 }));
  expect(await page.getByText(/^The library has no documents of this folder\..*fiscal\.library\.exclude/).count()).toBe(
    1,
  );
  expect(await page.getByRole('status').textContent()).toContain('3 documents are still being read.');
  const { page: last } = await open(folderOverview({ waiting: 1 }));
  expect(await last.getByRole('status').textContent()).toContain('1 document is still being read.');
  const many = await open(folderOverview({ documents: [overviewDocument('a.md')], total: 1200 }));
  expect(await many.page.getByRole('status').textContent()).toContain(
    'Only the first 1 of 1,200 documents are listed.',
  );
});

it.each(THEMES)('an overview in %s has no violation that axe finds, and fits into 300 px', async (theme) => {
  const { page } = await open(SAMPLE, { theme });
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run(document)')) as AxeResults;
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  const folder = process.env.FISCAL_PICTURES;
  if (folder) {
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `overview-${theme}.png`) });
  }
  await page.setViewportSize({ width: 300, height: 600 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(300);
  if (folder) await page.screenshot({ path: join(folder, `overview-${theme}-300.png`) });
});
