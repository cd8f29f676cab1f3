import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainPassage } from '../../src/conversation/plainPassage.ts';

it('the rows of a table become lines with separated cells, without pipes and without the line below the header', () => {
  expect(plainPassage('| Item | Period |\n|:--|--:|\n| Laptop |  | 5 \\| 7 years |')).toBe(
    'Item · Period\nLaptop · 5 | 7 years',
  );
});

it('marks of headings, quotations, lists, emphasis and code are removed', () => {
  expect(plainPassage('## § 179\n> The **cost** of `property`\n- [x] placed in service\n```\nlet x;\n```')).toBe(
    '§ 179\nThe cost of property\n• placed in service\nlet x;',
  );
});

it('text without Markdown does not change', () => {
  const text = 'A taxpayer may elect to treat the cost (within § 179(b)) as an expense.';
  expect(plainPassage(text)).toBe(text);
});

it('any text gives lines that neither begin nor end with a separator', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('|', ' ', '-', 'a', '\\', '\n', '#', '>', '`') }), (text) => {
      for (const line of plainPassage(text).split('\n')) expect(line).not.toMatch(/^ ?· | · ?$/);
    }),
  );
});
