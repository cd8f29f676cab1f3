/** Reduces a very long question to the words that are searched for. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_SEARCHED, type Query } from './query.ts';
import { stem } from './stem.ts';
import { createTermStatistics } from './termStatistics.ts';
import { wordsOf } from './words.ts';

/** Words at the beginning and at the end that are always searched for, because the question is asked there. */
const FIRST = 14;
const LAST = 20;
/** Characters at the end in which the last words are found. */
const END = 400;

/** Keeps the first and last words and the rarest that the library knows, in their order: the cost of a search grows with its words. */
export function trimQuery(database: DatabaseSync, query: Query): Query {
  if (query.terms.length <= MAX_SEARCHED) return query;
  const statistics = createTermStatistics(database);
  const rarity = (own: string) => {
    const count = statistics.count(own);
    return count === 0 ? 0 : 1 / count;
  };
  const ending = new Set(wordsOf(query.question.slice(-END)).slice(-LAST).map(stem));
  const kept = new Set(query.terms.filter((term, at) => at < FIRST || ending.has(term.stem)));
  const others = query.terms.filter((term) => !kept.has(term));
  const rarest = others
    .map((term) => ({ term, score: term.weight * rarity(term.stem) }))
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_SEARCHED - kept.size);
  for (const { term } of rarest) kept.add(term);
  return { ...query, terms: query.terms.filter((term) => kept.has(term)) };
}
