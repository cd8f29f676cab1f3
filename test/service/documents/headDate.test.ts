import { expect, it } from 'vitest';
import { headDate } from '../../../src/service/documents/headDate.ts';
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
])('the date in the head of a document is read: %s', (text, date) => {
  expect(dateOf(text)).toBe(date);
});

it.each([
  '# Audit plan, year ended December 31, 2025\n\nPrepared by us.',
  '# Order form\n\nUnder the agreement of February 3, 2025.\n',
  '# Note\n\nPayment is due on March 1, 2026. The lease was signed January 14, 2025.',
  `# Note\n\n${'The client rents. '.repeat(30)}\n\nJune 3, 2025.`,
  '# Note\n\nDater January 14, 2025.\n',
  '# Note\n\nThe client rents.\n\n## History\n\nJune 3, 2025.',
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
