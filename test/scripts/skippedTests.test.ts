import { expect, it } from 'vitest';
import { skippedLines } from '../../scripts/support/skippedTests.ts';

it('the summary names the files of tests that were not run once for each reason, and those without a reason last', () => {
  const reason = 'PostgreSQL is not installed. On Debian: apt-get install postgresql';
  expect(
    skippedLines([
      { path: 'test/a.test.ts', titles: ['needs a volume with another case'] },
      { path: 'test/b.test.ts', titles: [`the server NOT RUN: ${reason}`, 'answers'] },
      { path: 'test/b.test.ts', titles: [`the server NOT RUN: ${reason}`, 'refuses'] },
      { path: 'test/c.test.ts', titles: [`a rebuild replaces the library NOT RUN: ${reason}`] },
    ]),
  ).toEqual([`Not run: 3 in test/b.test.ts, test/c.test.ts\n  ${reason}`, 'Not run: 1 in test/a.test.ts']);
  expect(skippedLines([])).toEqual([]);
});
