import { describe, expect, inject, it } from 'vitest';
import { compareStores } from './support/compareStores.ts';
import { questionsOfRepository } from './support/quotations.ts';

describe.skipIf(inject('searchUrls').length === 0)('answers from OpenSearch', () => {
  it('quote the same passages as answers from SQLite', async () => {
    const questions = questionsOfRepository();
    const { compared, different } = await compareStores(inject('searchUrls'), questions, [
      'tax_research_fast_research',
    ]);
    expect(compared).toBe(questions.length);
    expect(different).toEqual([]);
  });
});
