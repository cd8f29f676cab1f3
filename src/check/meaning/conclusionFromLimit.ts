/** Whether a conclusion about a number follows from the limit that the source states: "120 shareholders are eligible" against "at most 100". */

import type { Opposite } from '../sentenceVerdict.ts';
import { equal } from '../values/equalNumbers.ts';
import type { Quantity } from '../values/value.ts';
import { isLike, type Word } from './clauses.ts';
import { MET, NEGATOR } from './meaningWordLists.ts';
import type { SourceText, Statement } from './sourceStatements.ts';

const isMet = ({ text }: Word) => MET.test(text);

/** `asked`: what the user's question states. */
export function conclusionOf(claim: Statement, asked: readonly Quantity[], source: SourceText): Opposite[] {
  const clause = claim.clauses.find(({ isCondition, words }) => !isCondition && words.some(isMet));
  if (clause === undefined) return [];
  const isDenied = clause.words.filter(({ text }) => NEGATOR.test(text)).length % 2 === 1;
  const stated = claim.words.flatMap(({ value }) => (value?.type === 'quantity' ? [value] : []));
  for (const fact of stated.length > 0 ? stated : asked) {
    const orders = source.statements.flatMap(({ words }) =>
      words.flatMap(({ text, value, direction }) =>
        direction !== 0 && isLike(value, fact)
          ? [{ text, direction, order: equal(fact.value, value.value) ? 0 : Math.sign(fact.value - value.value) }]
          : [],
      ),
    );
    const [limit] = orders;
    if (limit === undefined || orders.some(({ order }) => order === 0)) continue;
    if ((limit.order === limit.direction) === isDenied)
      return [{ words: clause.words.find(isMet)?.text ?? '', sourceWords: limit.text }];
  }
  return [];
}
