import { expect, it } from 'vitest';
import { firstDifference } from '../../src/publishers/firstDifference.ts';

const text = (date: string, ...lines: string[]) =>
  ['---', 'title: § 179', `date: ${date}`, '---', '', ...lines].join('\n');

it('the first difference of two versions is behind the facts that name the version', () => {
  const older = text('2026-06-26', '(1) Dollar limitation', 'It shall not exceed $2,500,000.');
  const newer = text('2026-09-30', '(1) Dollar limitation', 'It shall not exceed $2,750,000.');
  expect(firstDifference(older, newer)).toEqual({ line: 6, character: 'It shall not exceed $2,'.length });
  expect(firstDifference(older, text('2026-09-30', '(1) Dollar limitation'))).toBeNull();
  expect(firstDifference('a', 'a\nb')).toEqual({ line: 1, character: 0 });
});
