/** Whether a conclusion about a number follows from the limit that the source states: "120 shareholders are eligible" against "at most 100". */
import type { Quantity } from './atom.ts';
import type { Word } from './clauses.ts';
import type { Opposite } from './finding.ts';
import { MET, NEGATOR, REFUSED } from './opposingWords.ts';
import { compare } from './rational.ts';
import type { SourceText, Statement } from './sourceStatements.ts';

/** `asked`: what the user's question states. */
export function conclusionOf(claim: Statement, asked: readonly Quantity[], source: SourceText): Opposite[] {
  const clause = claim.clauses.find(
    ({ isCondition, words }) => !isCondition && words.some(({ text }) => MET.test(text)),
  );
  if (clause === undefined) return [];
  const verdict = clause.words.find(({ text }) => MET.test(text));
  const isDenied =
    clause.words.some(({ text }) => text === REFUSED) ||
    clause.words.filter(({ text }) => NEGATOR.test(text)).length % 2 === 1;
  const limits = source.statements.flatMap(({ clauses }) =>
    clauses.flatMap(({ words }) =>
      words.filter(({ direction, value }) => direction !== 0 && value?.type === 'quantity'),
    ),
  );
  const stated = claim.clauses.flatMap(({ words }) =>
    words.flatMap(({ value }) => (value?.type === 'quantity' ? [value] : [])),
  );
  for (const fact of [...stated, ...(stated.length === 0 ? asked : [])]) {
    const own = limits.filter((limit) => isComparable(fact, limit));
    if (
      own.length === 0 ||
      own.some(({ value }) => value?.type === 'quantity' && compare(value.value, fact.value) === 0)
    )
      continue;
    const keeps = own.map((limit) => isKept(fact, limit));
    if (keeps.some((one) => one !== keeps[0]) || keeps[0] === !isDenied) continue;
    return [{ words: verdict?.text ?? '', sourceWords: own[0]?.text ?? '' }];
  }
  return [];
}

function isComparable(fact: Quantity, { value }: Word): boolean {
  if (value?.type !== 'quantity') return false;
  const isNumber = (one: Quantity) => one.unit === 'count' || one.unit === 'plain';
  if (isNumber(fact) && isNumber(value)) return fact.noun === value.noun || fact.noun === '' || value.noun === '';
  return fact.unit === value.unit && fact.currency === value.currency;
}

function isKept(fact: Quantity, { value, direction }: Word): boolean {
  if (value?.type !== 'quantity') return true;
  const order = compare(fact.value, value.value);
  return direction === 1 ? order > 0 : order < 0;
}
