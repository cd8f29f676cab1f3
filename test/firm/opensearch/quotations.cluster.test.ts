import { describe, expect, it } from 'vitest';
import { missingForCluster } from '../../../scripts/firm/startCluster.ts';
import { sharedCluster } from './support/cluster.ts';
import { compareStores } from './support/compareStores.ts';
import { questionsOfRepository } from './support/quotations.ts';

describe.skipIf(missingForCluster() !== null)('answers from OpenSearch', () => {
  it('quote the same passages as answers from SQLite for 95 of 100 questions', async () => {
    const questions = questionsOfRepository().slice(0, 20);
    const { urls } = await sharedCluster();
    const { compared, different } = await compareStores(urls, questions, ['tax_research_fast_research']);
    expect(compared).toBe(20);
    expect(1 - different.length / compared, JSON.stringify(different, null, 1)).toBeGreaterThanOrEqual(0.95);
  });
});
