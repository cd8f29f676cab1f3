/** A very long question -> the words of it that are worth a search. */
import type { DatabaseSync } from 'node:sqlite';
import { MAX_SEARCHED, type Query } from './query.ts';
import { stem } from './stem.ts';
import { wordsOf } from './words.ts';

/** Words at the beginning and at the end that are always kept: there stands what is asked. */
const FIRST = 14;
const LAST = 20;
/** Characters in which the last words are looked for. */
const END = 400;

/** Keeps the first and last words and the rarest that the library knows, in their order: the cost of a search grows with its words. */
export function narrowed(database: DatabaseSync, query: Query): Query {
  if (query.terms.length <= MAX_SEARCHED) return query;
  const frequency = database.prepare('SELECT doc FROM terms WHERE term = ?');
  const rarity = (own: string) => {
    const found = Number(frequency.get(own)?.doc ?? 0);
    return found === 0 ? 0 : 1 / found;
  };
  const ending = new Set(wordsOf(query.question.slice(-END)).slice(-LAST).map(stem));
  const kept = new Set(query.terms.filter((term, at) => at < FIRST || ending.has(term.stem)));
  const others = query.terms.filter((term) => !kept.has(term));
  const rarest = others
    .map((term) => ({ term, worth: term.weight * rarity(term.stem) }))
    .sort((one, other) => other.worth - one.worth)
    .slice(0, MAX_SEARCHED - kept.size);
  for (const { term } of rarest) kept.add(term);
  return { ...query, terms: query.terms.filter((term) => kept.has(term)) };
}
