/** Which sources an answer cites with `[n]`, apart from those that it only lists. */
import { citedNumbers, withoutCode } from '../../conversation/citationCheck.ts';

/** The numbers, from 1, of existing sources that the text cites outside of code. */
export function citedSources(text: string, count: number): ReadonlySet<number> {
  if (count === 0) return new Set();
  return new Set([...citedNumbers(withoutCode(text))].filter((number) => number >= 1 && number <= count));
}
