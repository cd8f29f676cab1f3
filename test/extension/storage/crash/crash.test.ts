import { expect, it } from 'vitest';
import { temporaryFolder } from '../support.ts';
import { crashRounds } from './rounds.ts';

it('two windows killed at random points lose no question and leave no unreadable conversation', async () => {
  // Rounds wait more than they compute.
  const reports = await Promise.all([1, 2].map(() => crashRounds(temporaryFolder(), 6, 600)));
  for (const report of reports) {
    expect(report).toMatchObject({ rounds: 6, unreadable: 0, lostQuestions: [], wrongAnswers: [] });
    expect(report.questions).toBeGreaterThan(0);
    expect(report.longestLoss).toBeLessThan(2000);
  }
});
