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

it.each([
  [
    '/**\n * Half-year convention.\n *\n * § 168(d)(1).\n */\nconst table = 1;',
    'Half-year convention.\n§ 168(d)(1).\nconst table = 1;',
  ],
  ['/** Cost in cents. */\nreadonly cost: number;', 'Cost in cents.\nreadonly cost: number;'],
  ['// Straight line.\n//\n/// Whole cents.\nreturn years;', 'Straight line.\nWhole cents.\nreturn years;'],
  ['/* Straight line. */\n// Whole cents.', 'Straight line.\nWhole cents.'],
  ['# Straight line.\n#\nyears = 5', 'Straight line.\nyears = 5'],
  ['-- Straight line.\nSELECT cost', 'Straight line.\nSELECT cost'],
])('the marks of comments are removed: %j', (code, plain) => {
  expect(plainPassage(code)).toBe(plain);
});

it('the items of a list with asterisks stay items, also beside a path with asterisks', () => {
  expect(plainPassage('* books\n* records in src/*.ts, and others')).toBe('• books\n• records in src/*.ts, and others');
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
