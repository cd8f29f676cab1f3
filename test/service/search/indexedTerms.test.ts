import { expect, it } from 'vitest';
import { plainQuestion } from '../../../src/protocol/question.ts';
import { toIndexed } from '../../../src/service/search/indexedTerms.ts';
import { analyse } from '../../../src/service/search/query.ts';
import type { TermStatistics } from '../../../src/service/search/termStatistics.ts';

/** Every word is in one passage, and as rare as any other. */
const statistics: TermStatistics = {
  load: async () => {},
  count: () => 1,
  isOnlyOwn: () => false,
  ownUse: () => 1,
  rarity: () => 1,
};

/** Sums of the weights of the words of the question and of the selection. */
async function weights(text: string) {
  const question = {
    ...plainQuestion('Which deposit?'),
    selections: [{ path: 'a.md', line: 1, endLine: 1, text }],
  };
  const { terms } = await toIndexed(statistics, analyse(question, []));
  const sum = (from: 'selection' | undefined) =>
    terms.reduce((total, term) => (term.from === from ? total + term.weight : total), 0);
  return { question: sum(undefined), selection: sum('selection') };
}

it('the words of a long selection count together as much as five of the question, whose words keep their weight', async () => {
  const nouns =
    'warehouse tenant landlord copper harbour invoice machine turbine orchard granite violin lantern pepper saddle basket window anchor barrel candle ladder mirror needle pillow ribbon';
  const short = await weights('warehouse tenant');
  const long = await weights(nouns);
  expect(long.question).toBe(short.question);
  expect(short.selection).toBeGreaterThan(0);
  expect(short.selection).toBeLessThan(5 * short.question);
  expect(long.selection).toBeCloseTo(5 * long.question);
});
