import { expect, it } from 'vitest';
import { amendmentsNext, amends } from '../../../src/service/search/amendments.ts';

const named = (path: string) => ({ path, language: 'en' as const });

it.each([
  [true, 'a/Lease amendment no 1 Calder Street.md', 'a/Lease Unit 7 Calder Street 2025-01-14.docx'],
  [true, 'a/First_Amendment_to_Lease.pdf', 'a/Lease.pdf'],
  [true, 'a/Nachtrag Mietvertrag Halle 3.docx', 'a/Mietvertrag Halle 3.docx'],
  [false, 'a/Lease amendment Calder Street.md', 'b/Lease Calder Street.md'],
  [false, 'a/Lease amendment Calder Street.md', 'a/Lease Elm Street.md'],
  [false, 'a/Lease amendment 2.md', 'a/Lease amendment 1.md'],
  [false, 'a/Amendment.md', 'a/Lease.md'],
  [false, 'a/Lease memo Calder Street.md', 'a/Lease Calder Street.md'],
])('whether one document amends the other by their names: %s, %s, %s', (expected, one, other) => {
  expect(amends(named(one), named(other))).toBe(expected);
});

it('an amendment follows the document that it amends and counts as much, and what is before it stays there', () => {
  const found = (path: string, score: number) => ({ path, language: 'en' as const, score }) as never;
  const order = (...documents: never[]) => amendmentsNext(documents).map(({ path, score }) => `${path} ${score}`);
  expect(order(found('Lease.md', 9), found('Memo.md', 5), found('Lease amendment.md', 2))).toEqual([
    'Lease.md 9',
    'Lease amendment.md 9',
    'Memo.md 5',
  ]);
  expect(order(found('Lease amendment.md', 9), found('Lease.md', 5))).toEqual(['Lease amendment.md 9', 'Lease.md 5']);
});
