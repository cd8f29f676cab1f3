import { expect, it } from 'vitest';
import { parseAuthorities } from '../../../src/authority/parseAuthorities.ts';
import { checkedSentence } from '../../../src/extension/citations/checkedSentence.ts';
import type { FileFinding } from '../../../src/extension/citations/checkFile.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const missing = (text: string): FileFinding => {
  const [citation] = parseAuthorities(text);
  if (citation === undefined) throw new Error(`${text} is no citation`);
  return { type: 'notInLibrary', citation, start: 0, end: text.length };
};

const said = (citations: number, quotations = 0, findings: readonly FileFinding[] = [], constants = 0) =>
  checkedSentence(fakeVscode().api, { findings, citations, quotations, constants });

it('a check says what was checked, what was not compared, and that nothing needs attention', () => {
  expect(said(0)).toBe('No citations were found in this file.');
  expect(said(1)).toBe('1 citation checked: the library contains it. What the file says about it was not compared.');
  expect(said(2)).toBe(
    '2 citations checked: the library contains them. What the file says about them was not compared.',
  );
  expect(said(3, 2)).toBe(
    '3 citations and 2 quotations checked: the library contains them. Other text was not compared.',
  );
});

it('a check says how many constants of a program were compared, and which one is not in the paragraph', () => {
  expect(said(1, 0, [], 1)).toBe(
    '1 citation and 1 constant checked: the library contains them. Other text was not compared.',
  );
  const { citation, ...place } = missing('IRC § 179(b)(1)');
  const constant = { written: '1_160_000', amounts: ['$2,500,000'], passage: {} as never };
  expect(said(3, 1, [{ ...place, citation, ...constant, type: 'constant' }], 2)).toBe(
    '3 citations, 1 quotation and 2 constants checked, 1 needs attention: 1_160_000 is not in IRC § 179(b)(1).',
  );
});

it('a check names what needs attention, each once and at most three', () => {
  expect(said(1, 0, [missing('IRC § 999')])).toBe(
    '1 citation checked, 1 needs attention: IRC § 999 is not in the library.',
  );
  const four = ['IRC § 901', 'IRC § 902', 'IRC § 902', 'IRC § 903', 'IRC § 904'].map(missing);
  expect(said(12, 1, four)).toBe(
    '12 citations and 1 quotation checked, 5 need attention: IRC § 901 is not in the library; IRC § 902 is not in the library; IRC § 903 is not in the library; and 1 more.',
  );
});

it('quotations that differ are named before authorities that are not in the library', () => {
  const differs = {
    ...missing('IRC § 274'),
    type: 'differs',
    difference: { quoted: 'a', original: 'b', number: null },
    passage: {} as never,
  } as const;
  expect(said(5, 1, [...['IRC § 901', 'IRC § 902', 'IRC § 903'].map(missing), differs])).toBe(
    '5 citations and 1 quotation checked, 4 need attention: a quotation from IRC § 274 differs; IRC § 901 is not in the library; IRC § 902 is not in the library; and 1 more.',
  );
});
