/** Reduces a very long question to the words that are searched for. */
import type { Term } from './query.ts';
import type { TermStatistics } from './termStatistics.ts';
import { wordsOf } from './words.ts';

/** Words that are searched for: the cost of a search grows with them. */
const MAX_SEARCHED = 48;
/** Words at each end that are always searched for, because the question is asked there. */
const AT_END = MAX_SEARCHED / 3;

/** Keeps the first and last words of the question and its rarest that the library knows, and what is attached to it. */
export function trimTerms(statistics: TermStatistics, terms: readonly Term[], question: string): Term[] {
  const own = terms.filter(({ from }) => from === undefined);
  if (own.length <= MAX_SEARCHED) return [...terms];
  const ending = new Set(wordsOf(question).slice(-AT_END));
  const needed = own.filter((term, at) => at < AT_END || ending.has(term.word));
  const rare = rarest(
    statistics,
    own.filter((term) => !needed.includes(term)),
    MAX_SEARCHED - needed.length,
  );
  const kept = new Set([...needed, ...rare]);
  return terms.filter((term) => kept.has(term) || term.from !== undefined);
}

function rarest(statistics: TermStatistics, terms: readonly Term[], limit: number): Term[] {
  return terms
    .map((term) => ({ term, count: statistics.count(term.stems) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.count - other.count)
    .slice(0, limit)
    .map(({ term }) => term);
}
