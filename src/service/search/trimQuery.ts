/** Reduces a very long question to the words that are searched for. */
import type { Term } from './query.ts';
import type { TermStatistics } from './termStatistics.ts';
import { wordsOf } from './words.ts';

/** Words that are searched for: the cost of a search grows with them. */
const MAX_SEARCHED = 48;

/** Keeps the words at both ends of the question, where it is asked, its rarest others that the library knows, and what is attached to it. */
export function trimTerms(statistics: TermStatistics, terms: readonly Term[], question: string): readonly Term[] {
  const own = terms.filter(({ from }) => from === undefined);
  if (own.length <= MAX_SEARCHED) return terms;
  const third = MAX_SEARCHED / 3;
  const ending = new Set(wordsOf(question).slice(-third));
  const needed = own.filter((term, at) => at < third || ending.has(term.word));
  const rare = own
    .filter((term) => !needed.includes(term))
    .map((term) => ({ term, count: statistics.count(term.stems) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count)
    .slice(0, MAX_SEARCHED - needed.length);
  const kept = new Set([...needed, ...rare.map(({ term }) => term)]);
  return terms.filter((term) => kept.has(term) || term.from !== undefined);
}
