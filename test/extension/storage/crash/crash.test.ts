import { expect, it } from 'vitest';
import { STARTS_MANY_PROCESSES } from '../../../support/timeouts.ts';
import { temporaryFolder } from '../support.ts';
import { crashRounds } from './rounds.ts';

it(
  'two windows killed at random points lose no question and leave no unreadable conversation',
  STARTS_MANY_PROCESSES,
  async () => {
    const report = await crashRounds(temporaryFolder(), 12, 600);
    expect(report).toMatchObject({ rounds: 12, unreadable: 0, lostQuestions: [], wrongAnswers: [] });
    expect(report.questions).toBeGreaterThan(0);
    expect(report.longestLoss).toBeLessThan(2000);
  },
);
