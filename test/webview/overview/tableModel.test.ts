import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FolderOverview, OverviewDocument } from '../../../src/protocol/overview.ts';
import { rowsWith, type Shown, sortedRows, sumOf } from '../../../src/webview/overview/tableModel.ts';
import { loadTranslations } from '../../../src/webview/translation.ts';
import { amountValue, folderOverview, overviewDocument, overviewValue } from '../support/overviewValues.ts';

const COLUMNS = [{ field: 'date' }, { field: 'total' }] as const;

beforeEach(() => void vi.stubGlobal('document', { documentElement: { lang: 'en' } }));
afterEach(() => {
  loadTranslations(undefined);
  vi.unstubAllGlobals();
});

function found(overview: FolderOverview, words: string): string[] {
  const rows = sortedRows(overview, { kind: null, sort: { column: 'document', descending: false } });
  return rowsWith(rows, words, COLUMNS).map(({ document }) => document.name);
}

function sorted(overview: FolderOverview, column: Shown['sort']['column'], descending = false): string[] {
  return sortedRows(overview, { kind: null, sort: { column, descending } }).map(({ document }) => document.name);
}

const dated = (name: string, text: string, date: string) =>
  overviewDocument(name, { fields: { date: overviewValue(text, { date }) } });

it('a document is found by the date, amount and kind that the table shows, and by what the document states', () => {
  const overview = folderOverview({
    documents: [
      dated('a.md', '1. März 2025', '2025-03-01'),
      overviewDocument('b.md', { kind: 'creditNote', fields: { total: amountValue(1234) } }),
    ],
  });
  expect(found(overview, '2025-03')).toEqual(['a.md']);
  expect(found(overview, 'märz')).toEqual(['a.md']);
  expect(found(overview, '1,234.00 eur')).toEqual(['b.md']);
  expect(found(overview, '1234 eur')).toEqual(['b.md']);
  expect(found(overview, 'credit note')).toEqual(['b.md']);
});

it('kinds are sorted by the names that the table shows, in the order of the display language', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'sv' } });
  loadTranslations(JSON.stringify({ Contract: 'Ändring', Mail: 'Zon', Invoice: 'Bok' }));
  const documents = (['contract', 'mail', 'invoice'] as const).map((kind) => overviewDocument(kind, { kind }));
  // In Swedish, Ä is behind Z.
  expect(sorted(folderOverview({ documents }), 'kind')).toEqual(['invoice', 'mail', 'contract']);
});

it.each([false, true])(
  'a date whose day and month could be either is sorted behind the others (descending: %s)',
  (descending) => {
    const documents = [
      dated('a', '03/04/2025', ''),
      dated('b', '2. Mai 2025', '2025-05-02'),
      dated('c', '2024', '2024-01-01'),
    ];
    const inLabel = documents.map(({ name, fields }) =>
      overviewDocument(name, { values: { Due: fields.date ?? { several: [] } } }),
    );
    const expected = descending ? ['b', 'c', 'a'] : ['c', 'b', 'a'];
    expect(sorted(folderOverview({ documents }), { field: 'date' }, descending)).toEqual(expected);
    expect(sorted(folderOverview({ documents: inLabel }), { label: 'Due' }, descending)).toEqual(expected);
  },
);

it('a sum counts its documents, and leaves out those with several amounts or none', () => {
  const documents = [
    overviewDocument('a', { fields: { total: amountValue(1) } }),
    overviewDocument('b', { fields: { total: amountValue(-2.1, '$') } }),
    overviewDocument('c', { fields: { total: amountValue(0.2) } }),
    overviewDocument('d', { fields: { total: { several: [amountValue(1), amountValue(2)] } } }),
    overviewDocument('e'),
  ];
  const rows = sortedRows(folderOverview({ documents }), {
    kind: null,
    sort: { column: 'document', descending: false },
  });
  expect(sumOf(rows, { field: 'total' })).toEqual({
    amounts: [
      { currency: '$', amount: -2.1 },
      { currency: 'EUR', amount: 1.2 },
    ],
    count: 3,
    copies: 0,
    older: [],
    hasKinds: false,
    hasParties: false,
  });
  expect(sumOf(rows.slice(0, 1), { field: 'total' }).amounts).toEqual([]);
});

it('amounts of invoices and credit notes add up, and those of other kinds of documents do not add up with them', () => {
  const invoice = overviewDocument('a', { fields: { total: amountValue(10) } });
  const credit = overviewDocument('b', { kind: 'creditNote', fields: { total: amountValue(-4) } });
  const memo = overviewDocument('c', { kind: 'memo', fields: { total: amountValue(6_040_000) } });
  const rowsOf = (...documents: OverviewDocument[]) => documents.map((document, index) => ({ document, index }));
  expect(sumOf(rowsOf(invoice, credit), { field: 'total' })).toMatchObject({
    amounts: [{ amount: 6 }],
    hasKinds: false,
  });
  expect(sumOf(rowsOf(invoice, credit, memo), { field: 'total' })).toMatchObject({ amounts: [], hasKinds: true });
  expect(sumOf(rowsOf(memo, memo), { field: 'total' }).amounts).toMatchObject([{ amount: 12_080_000 }]);
});

it('numbers without a currency are added up in bills, and not in tables, where they may be quantities', () => {
  const rowsOf = (kind: OverviewDocument['kind']) =>
    ['a', 'b'].map((name, index) => ({
      document: overviewDocument(name, { kind, fields: { total: amountValue(10, '') } }),
      index,
    }));
  expect(sumOf(rowsOf('invoice'), { field: 'total' }).amounts).toMatchObject([{ amount: 20 }]);
  expect(sumOf(rowsOf('table'), { field: 'total' })).toMatchObject({ amounts: [], count: 0 });
});

it('a sum says that its documents have no party in common, if they name both parties, however these are written', () => {
  const bill = (from: string, to: string) =>
    overviewDocument(`${from} to ${to}`, {
      fields: { total: amountValue(10), from: overviewValue(from), to: overviewValue(to) },
    });
  const unnamed = overviewDocument('unnamed', { fields: { total: amountValue(1), from: overviewValue('Kestrel') } });
  const totalOf = (...documents: OverviewDocument[]) =>
    sumOf(
      documents.map((document, index) => ({ document, index })),
      { field: 'total' },
    );
  const bought = [bill('Ames & Co.', 'Finch Metals, Inc.'), bill('Hall', 'FINCH METALS INC'), unnamed];
  expect(totalOf(...bought)).toMatchObject({ amounts: [{ amount: 21 }], hasParties: false });
  expect(totalOf(...bought, bill('Finch Metals, Inc.', 'Hall'))).toMatchObject({ hasParties: false });
  expect(totalOf(...bought, bill('Ames & Co.', 'Kestrel'))).toMatchObject({
    amounts: [{ amount: 31 }],
    hasParties: true,
  });
});

it('a sum counts an invoice once that is in the folder twice, and says how many copies it leaves out', () => {
  const bill = (name: string, number: string, amount: number, date = '2018-10-01') =>
    overviewDocument(name, {
      fields: { total: amountValue(amount), number: overviewValue(number), date: overviewValue(date, { date }) },
    });
  const totalOf = (...documents: OverviewDocument[]) =>
    sumOf(
      documents.map((document, index) => ({ document, index })),
      { field: 'total' },
    );
  const invoice = bill('Invoices/R18-31.pdf', 'R18-31', 340.96);
  const attached = overviewDocument('Inbox/R18-31.xml', {
    fields: {
      total: amountValue(340.96),
      number: overviewValue('R18/31'),
      date: overviewValue('01.10.2018', { date: '2018-10-01' }),
    },
  });
  expect(totalOf(invoice, attached)).toMatchObject({ amounts: [{ amount: 340.96 }], count: 1, copies: 1 });
  const others = [bill('b', 'R18-32', 340.96), bill('c', 'R18-31', 10), bill('d', 'R18-31', 340.96, '2018-11-01')];
  expect(totalOf(invoice, attached, ...others)).toMatchObject({ amounts: [{ amount: 1032.88 }], count: 4, copies: 1 });
  const unnumbered = overviewDocument('e', { fields: { total: amountValue(5) } });
  expect(totalOf(unnumbered, unnumbered)).toMatchObject({ amounts: [{ amount: 10 }], copies: 0 });
});

it.each([
  [['Memos/Loss memo DRAFT.md', 'Memos/Loss memo FINAL.docx'], ['Memos/Loss memo DRAFT.md']],
  [['Loss memo DRAFT 2025-10-06.md', 'Loss memo FINAL 2026-01-19.md'], ['Loss memo DRAFT 2025-10-06.md']],
  [
    ['Loss_memo_v1.md', 'Loss_memo_v2.md', 'Loss_memo_v10.md'],
    ['Loss_memo_v1.md', 'Loss_memo_v2.md'],
  ],
  [['Loss memo.md', 'Loss memo v2.md'], ['Loss memo.md']],
  [['Loss memo v2.md', 'Loss memo final.md'], ['Loss memo v2.md']],
  [['Vermerk Entwurf.md', 'Vermerk.md'], ['Vermerk Entwurf.md']],
  [['Draft/Memo.md', 'Memo.md'], ['Draft/Memo.md']],
  [['Invoice.md', 'Final invoice.md'], []],
  [['2025-03-01 Minutes draft.md', '2025-04-01 Minutes final.md'], []],
  [['A/Memo draft.md', 'B/Memo.md'], []],
  [['Loss memo draft.md', 'Gain memo.md'], []],
  [['Draftsmen memo.md', 'Memo.md'], []],
])('of the documents %j, a sum leaves out %j as drafts or older versions', (names, older) => {
  const rows = names.map((name, index) => ({
    index,
    document: overviewDocument(name, { kind: 'memo', fields: { total: amountValue(10) } }),
  }));
  const sum = sumOf(rows, { field: 'total' });
  expect(sum.older).toEqual(older);
  expect(sum.amounts).toEqual([{ currency: 'EUR', amount: 10 * (names.length - older.length) }]);
});

it('a sum leaves out the draft of an invoice with the same number and sender, also with another amount', () => {
  const bill = (name: string, number: string, amount: number, title = name) =>
    overviewDocument(name, {
      title,
      fields: { total: amountValue(amount), number: overviewValue(number), from: overviewValue('Hall') },
    });
  const documents = [bill('In/1.pdf', 'R-7', 90, 'Draft invoice'), bill('R-7.pdf', 'R-7', 100), bill('b', 'R-8', 5)];
  const sum = sumOf(
    documents.map((document, index) => ({ document, index })),
    { field: 'total' },
  );
  expect(sum).toMatchObject({ amounts: [{ amount: 105 }], older: ['In/1.pdf'], count: 2 });
});
