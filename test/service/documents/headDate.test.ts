import { expect, it } from 'vitest';
import { headDate, headingDate } from '../../../src/service/documents/headDate.ts';
import { readMarkdown } from '../../../src/service/documents/readMarkdown.ts';

const dateOf = (text: string, path = 'memo.md') => headDate(readMarkdown(text).blocks, path);

it.each([
  ['# Memo\n\nFinal, January 19, 2026. Replaces the draft of October 6, 2025.', '2026-01-19'],
  ['# Memo\n\nDraft of October 6, 2025, Tomas Reyl.', '2025-10-06'],
  ['# Minutes\n\nFebruary 18, 2025, 10:00, Eastport. Minutes of December 3, 2024 approved.', '2025-02-18'],
  ["# Partners' meeting, October 14, 2025\n\nPresent: all.", '2025-10-14'],
  ['# Memo\n\n**To:** the file\n**Date:** February 3, 2026\n', '2026-02-03'],
  ['# Schreiben\n\nHameln, den 12. Januar 2026\n\nSehr geehrte Damen', '2026-01-12'],
  ['# Richtlinie\n\nStand: 01.07.2025', '2025-07-01'],
  ['# Vertrag\n\nzwischen der A GmbH und der B AG, vom 2. September 2024\n\n## § 1', '2024-09-02'],
  ['# Count instructions, January 3, 2026\n\nIssued by Adaeze Marsh on December 12, 2025. Both plants.', '2025-12-12'],
  ['# Inventur am 3. Januar 2026\n\nErstellt von Henrike Brockmann am 12. Dezember 2025', '2025-12-12'],
  ['# Partnership agreement\n\nAmended and restated as of January 1, 2022. The company', '2022-01-01'],
])('the date in the head of a document is read: %s', (text, date) => {
  expect(dateOf(text)).toBe(date);
});

it.each([
  ['2.4.0, January 6, 2026', '2026-01-06'],
  ['[1.1.0] - 2025-02-15', '2025-02-15'],
  ['Version 3 (12. Januar 2026)', '2026-01-12'],
])('a heading with one date alone dates what is below it: %s', (heading, date) => {
  expect(headingDate(heading)).toBe(date);
});

it.each(['Balance at December 31, 2025', 'January 1, 2025 to June 30, 2025', '3 Terms', 'May 1, 2025, June 2, 2025'])(
  'a heading with a period, several dates or a date of something else dates nothing: %s',
  (heading) => {
    expect(headingDate(heading)).toBe('');
  },
);

it.each([
  '# Audit plan, year ended December 31, 2025\n\nPrepared by us.',
  '# Order form\n\nUnder the agreement of February 3, 2025.\n',
  '# Note\n\nPayment is due on March 1, 2026. The lease was signed January 14, 2025.',
  `# Note\n\n${'The client rents. '.repeat(30)}\n\nJune 3, 2025.`,
  '# Note\n\nDater January 14, 2025.\n',
  '# Nachtrag\n\nDer Vertrag der Parteien, vom 2. September 2024 an, wird geändert.\n',
  '# Note\n\nThe client rents.\n\n## History\n\nJune 3, 2025.',
  '# Changes\n\n## 2.4.0, January 6, 2026\n\nRates.\n\n## 2.3.0, March 3, 2025\n\nWages.',
])('a date that is not of the document is not read: %s', (text) => {
  expect(dateOf(text)).toBe('');
});

it('a date among the values of a table is not the date of the file', () => {
  expect(headDate([{ type: 'text', text: 'Press, 2025-03-01, 80,000', line: 1, endLine: 1 }], 'assets.csv')).toBe('');
});

it.each([
  ['Handelsrechnung Nr. R18-31 vom 03.10.2018', '2018-10-03'],
  ['Mietrechnung Nr. 9314110911/00/M/00/N vom 01.10.2018', '2018-10-01'],
  ['Invoice No. 2025-114 dated January 9, 2025', '2025-01-09'],
  ['Credit note # 17 of 5 March 2024', '2024-03-05'],
  ['Rechnung des Versicherers (575) Nr. 00.123.456.7-2018-1 vom 11.03.2018', '2018-03-11'],
])('the date in the heading that names a business document is its date, also in a PDF: %s', (text, date) => {
  const blocks = [
    { type: 'text', text: 'Stylesheet zur Lesbarmachung', line: 1, endLine: 1 },
    { type: 'heading', level: 1, text, line: 2 },
  ] as const;
  expect(headDate(blocks, 'invoice.pdf')).toBe(date);
});

it.each([
  'Order form under agreement No. 4 of the board',
  'Balance at December 31, 2025',
  'Rechnung vom Bau 03.10.2018',
])('a date in another heading is not read: %s', (text) => {
  expect(headDate([{ type: 'heading', level: 1, text, line: 1 }], 'a.pdf')).toBe('');
});

const pdfDate = (...texts: readonly string[]) =>
  headDate(
    texts.map((text) => ({ type: 'text', text, line: 1, endLine: 1, place: { page: 1 } })),
    'scan.pdf',
  );

it.each([
  ['a date alone', ['First Ridge Bank', 'October 27, 2025', 'Dear Mr. Lang,'], '2025-10-27'],
  ['a date at the end of the address', ['1 Ridge Plaza, Eastport. October 27, 2025 Finch Metals, Inc.'], '2025-10-27'],
  ['a German letter', ['Kanzlei Berger', 'Hameln, den 2. September 2024', 'Sehr geehrte Damen'], '2024-09-02'],
  [
    'an invoice in a line of text',
    ['Rechnung # RE-20151008/504 von 08.10.2015 Leistungsdatum 07.10.2015'],
    '2015-10-08',
  ],
  [
    'a label in a cell',
    ['Account\t4711', 'Invoice date:\tAugust 3, 2014\nTOTAL DUE ON August 13, 2014\t$4.11'],
    '2014-08-03',
  ],
  ['a label within a paragraph', ['Balances at December 31, 2025. Date of reply: January 22, 2026.'], '2026-01-22'],
])('the date in the head of a PDF is read: %s', (_, texts, date) => {
  expect(pdfDate(...texts)).toBe(date);
});

it.each([
  ['a period', ['Statement', 'January 1, 2012 – December 31, 2012']],
  ['a date among the cells of a row', ['Press\t2025-03-01\t80,000']],
  ['another date of an invoice', ['Leistungsdatum: 07.10.2015', 'Bitte überweisen Sie bis zum 29.10.2015.']],
  ['an invoice that a letter mentions', ['We ask about your Invoice No. 17 dated January 4, 2025, which is open.']],
  ['the day of a balance sheet', ['Balance sheet, December 31, 2025 and 2024', 'Assets, December 31, 2025 Cash 4,000']],
  ['two invoices in one file', ['Invoice date: 2025-01-04', 'Invoice date: 2025-02-04']],
])('a date that is not of the PDF is not read: %s', (_, texts) => {
  expect(pdfDate(...texts)).toBe('');
});

it('the date of an invoice in a text file is that of its line, not only that of a heading', () => {
  expect(headDate(readMarkdown('Rechnung Nr. R-17 vom 03.02.2025\n\nAlpha GmbH').blocks, 'r.txt')).toBe('2025-02-03');
});
