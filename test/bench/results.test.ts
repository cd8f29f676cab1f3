import { expect, it } from 'vitest';
import { withResults } from '../../bench/results.ts';

const DATE = new Date('2030-01-02T03:04:05Z');

it('a benchmark replaces its own section of the results, keeps the others in order, and names no folder', () => {
  const once = withResults('# Results\n', ['wire', '--runs', '3'], 'first', DATE);
  const twice = withResults(once, ['store', '/home/me/matters'], 'second', DATE);
  const again = withResults(twice, ['wire'], 'third', DATE);
  expect(again.match(/^## .+$/gm)).toEqual(['## store', '## wire']);
  expect(again).not.toContain('first');
  expect(again).toContain('`npm run bench -- store FOLDER`');
  expect(again).toContain('second');
  expect(again).toMatch(/## wire\n\n`npm run bench -- wire`, 2030-01-02, .+\n\n```text\nthird\n```\n$/);
});
