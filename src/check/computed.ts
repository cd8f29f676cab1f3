/** Repeats calculations that a sentence has in words, "20 percent of $13,000 is $2,600", in exact fractions. */
import type { Quantity } from './atom.ts';
import { operand } from './equations.ts';
import { absolute, add, compare, divide, equal, multiply, type Rational, rational, subtract } from './rational.ts';

/** Words that announce a result. Without one of them two numbers of a sentence are not combined: small ones agree by chance. */
const CUES = {
  total: /\b(?:total\w*|in all|altogether|together|combined|sum|aggregate|makes?|adds? up|overall|amounts? to)\b/i,
  /** A difference with a number of an earlier sentence or of the question. */
  remainder:
    /\b(?:remain\w*|rest|balance|difference|left|leaves|excess|shortfall|understate\w*|carr(?:y|ies|ied)(?:over)?)\b/i,
  /** A difference of two numbers of the sentence. */
  less: /\b(?:over|above|below|after|exceeds?|less|minus|reduc\w+|shrinks?|short|gap|net|phase\w*)\b/i,
  more: /\b(?:increas\w+|plus|with|including)\b/i,
  tiers: /\b(?:first|next|plus)\b/i,
  times: /\b(?:each|per|times|for every|apiece|multiplied|twice|doubled?|total\w*|in all)\b/i,
  at: /\b(?:at|times|per|each)\b/i,
  divided: /\b(?:each|per|divided|split|equally|share[sd]?|average|ratably|half|monthly|a (?:month|year|day))\b/i,
  twice: /\b(?:twice|double[sd]?|both|couple|together|jointly|two)\b/i,
  half: /\bhalf\b/i,
  others: /\b(?:rest|remain\w*|difference|balance|more than|fewer than)\b/i,
} as const;
type Cue = keyof typeof CUES;

/** Numbers of each place that are combined. */
const MOST_OPERANDS = 12;
const ONE_HUNDRED = rational(100);

export interface Operands {
  /** Founded numbers of the sentence. */
  readonly here: readonly Quantity[];
  /** Founded numbers of the sentences before it. */
  readonly before: readonly Quantity[];
  readonly question: readonly Quantity[];
}

export interface Arithmetic {
  /** Whether a quantity is the result of arithmetic that the sentence announces, on numbers that are shown. */
  isResult(claim: Quantity, operands: Operands): boolean;
}

export function arithmeticOf(sentence: string): Arithmetic {
  const known = new Map<Cue, boolean>();
  const says = (cue: Cue): boolean => {
    const before = known.get(cue);
    if (before !== undefined) return before;
    const found = CUES[cue].test(sentence);
    known.set(cue, found);
    return found;
  };
  return {
    isResult(claim, operands) {
      const here = operands.here.slice(-MOST_OPERANDS);
      const before = operands.before.slice(-MOST_OPERANDS);
      const question = operands.question.slice(-MOST_OPERANDS);
      const all = [...question, ...before, ...here];
      const fits = (value: Rational | null) => value !== null && isEqualOrRounded(absolute(value), claim);
      if (claim.unit === 'money' && isShareOrMultiple(fits, says, all, new Set(here))) return true;
      if (claim.unit === 'percent' && isRepeatedRate(fits, says, all)) return true;
      // Numbers of the question and of the answer are added to each other only if the sentence names the difference.
      const named =
        says('remainder') &&
        /\b(?:excess|difference|understate\w*|shortfall|carr(?:y|ies|ied)(?:over)?)\b/i.test(sentence);
      const groups = named ? [all] : [[...before, ...here], question];
      return groups.some((group) => isSumOrDifference(claim, fits, says, group, new Set(here)));
    },
  };
}

type Fits = (value: Rational | null) => boolean;
type Says = (cue: Cue) => boolean;

/** Percentages of an amount, and amounts for each of several. One of the two numbers is in the sentence. */
function isShareOrMultiple(fits: Fits, says: Says, all: readonly Quantity[], here: ReadonlySet<Quantity>): boolean {
  const money = all.filter(({ unit }) => unit === 'money');
  const percents = all.filter(({ unit }) => unit === 'percent');
  const counts = all.filter(({ unit }) => unit === 'count' || unit === 'plain' || unit === 'months' || unit === 'days');
  return money.some((amount) => {
    const { value } = amount;
    const isHere = here.has(amount);
    if (isHere && says('twice') && fits(multiply(value, rational(2)))) return true;
    if (says('half') && fits(multiply(value, rational(1, 2)))) return true;
    const part = percents.some((percent) => {
      if (!isHere && !here.has(percent)) return false;
      const share = multiply(value, operand(percent));
      if (fits(share)) return true;
      if (!isHere || !here.has(percent)) return false;
      if ((says('less') || says('remainder')) && fits(subtract(value, share))) return true;
      if (says('more') && fits(add(value, share))) return true;
      // "all of the first $2,000 and a quarter of the next $2,000"
      return says('tiers') && money.some((other) => here.has(other) && fits(add(other.value, share)));
    });
    if (part) return true;
    return counts.some(
      ({ written }) =>
        (says('times') && fits(multiply(value, written))) || (says('divided') && fits(divide(value, written))),
    );
  });
}

/** "2.5 percent (5 months at 0.5 percent)" */
function isRepeatedRate(fits: Fits, says: Says, all: readonly Quantity[]): boolean {
  if (!says('at')) return false;
  const times = all.filter(
    ({ unit, spelled }) => !spelled && (unit === 'months' || unit === 'days' || unit === 'count'),
  );
  return all.some(
    ({ unit, value }) => unit === 'percent' && times.some(({ written }) => fits(multiply(value, written))),
  );
}

function isSumOrDifference(
  claim: Quantity,
  fits: Fits,
  says: Says,
  group: readonly Quantity[],
  here: ReadonlySet<Quantity>,
): boolean {
  const isNumber = ({ unit }: Quantity) => unit === 'count' || unit === 'plain';
  const kin = isNumber(claim)
    ? group.filter(isNumber)
    : group.filter(({ unit, currency }) => unit === claim.unit && currency === claim.currency);
  const adds = says('total');
  const isMoney = claim.unit === 'money';
  const subtracts = isMoney ? says('remainder') : says('others');
  if (claim.unit === 'percent' && subtracts && kin.some(({ value }) => fits(subtract(ONE_HUNDRED, value)))) return true;
  if (adds && kin.length > 1 && fits(kin.reduce((sum, { value }) => add(sum, value), rational(0)))) return true;
  return kin.some((one, at) =>
    kin.slice(at + 1).some((other) => {
      if (adds && fits(add(one.value, other.value))) return true;
      const less = isMoney && here.has(one) && here.has(other) && says('less');
      return (subtracts || less) && fits(subtract(one.value, other.value));
    }),
  );
}

function isEqualOrRounded(value: Rational, { value: claimed, step, approximate }: Quantity): boolean {
  if (equal(value, claimed)) return true;
  if (step === null || (compare(step, rational(1)) > 0 && !approximate)) return false;
  return value.denominator !== 1n && compare(absolute(subtract(value, claimed)), multiply(step, rational(1, 2))) <= 0;
}
