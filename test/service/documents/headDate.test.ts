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
