import { expect, it } from 'vitest';
import type { Workbook } from '../../../src/protocol/workbook.ts';
import { findPassage } from '../../../src/webview/workbook/passage.ts';

const BALANCE: Workbook = {
  sheets: [
    {
      name: 'TB',
      isHidden: false,
      rows: ['Account\t2025', '1000 Cash\t1,846', '1200 Receivables\t23,418', '2500 Loan\t-12,250'].map((text, at) => ({
        row: at + 1,
        line: at + 1,
        columns: '1 2n',
        text,
      })),
      notes: [],
    },
  ],
  isCut: false,
};
const markedRows = (snippet: string) => [
  ...(findPassage(BALANCE, { id: 1, line: 2, endLine: 4, snippet })?.marked.keys() ?? []),
];

it('rows that a quotation leaves out are not marked', () => {
  expect(markedRows('Account\t2025\n1000 Cash\t1,846\n…\n2500 Loan\t-12,250')).toEqual([2, 4]);
  expect(markedRows('1000 Cash\t1,846\n1200 Receivables\t23,418\n2500 Loan\t-12,250')).toEqual([2, 3, 4]);
});

it('all rows of the passage are marked if the workbook writes the quoted ones in another way now', () => {
  expect(markedRows('Account\t2025\n1000 Cash in bank\t1,846\n…\n2500 Loan: -12,250')).toEqual([2, 3, 4]);
});
