/** How a number of a sentence may follow from others without a calculation that is written out. */
import type { DateAtom, Quantity } from './atom.ts';
import type { Evidence } from './evidence.ts';
import { absolute, compare, divide, equal, multiply, type Rational, rational, subtract } from './rational.ts';

const HUNDRED = rational(100);

/** "grew 30 percent, from 40 to 52", "$375,000, half of $750,000": the rate of two numbers that the sentence shows. */
export function isRatio(claim: Quantity, founded: readonly Quantity[], isPoints: boolean): boolean {
  if (claim.noun === 'fold') return isFold(claim, founded);
  if (claim.unit !== 'percent') return false;
  if (isPoints && isDifferenceOfRates(claim, founded)) return true;
  const numbers = founded.filter(({ unit }) => unit === 'money' || unit === 'count' || unit === 'plain');
  return numbers.some((one) =>
    numbers.some((other) => {
      if (one === other || one.currency !== other.currency || equal(one.value, other.value)) return false;
      const change = absolute(subtract(one.value, other.value));
      return [one.value, change].some((part) => isRounded(claim, divide(multiply(part, HUNDRED), other.value)));
    }),
  );
}

/** "tenfold, from $500 to $5,000" */
const isFold = ({ value }: Quantity, founded: readonly Quantity[]): boolean =>
  founded.some((one) =>
    founded.some(
      (other) =>
        one.unit === other.unit && one.currency === other.currency && equal(one.value, multiply(other.value, value)),
    ),
  );

/** "10 percentage points, from 50 to 60 percent", "50 basis points, from 250 to 200". */
const isDifferenceOfRates = (claim: Quantity, founded: readonly Quantity[]): boolean =>
  founded.some((one) =>
    founded.some((other) => {
      if (one.unit !== other.unit) return false;
      if (one.unit === 'percent') return equal(subtract(one.value, other.value), claim.value);
      return one.unit === 'plain' && equal(subtract(one.written, other.written), claim.written);
    }),
  );

function isRounded({ value, step }: Quantity, exact: Rational | null): boolean {
  if (exact === null) return false;
  if (equal(exact, value)) return true;
  return (
    step !== null &&
    compare(absolute(subtract(exact, value)), multiply(step, rational(1, 2))) <= 0 &&
    compare(step, rational(1)) <= 0
  );
}

export const isHalfShare = ({ unit, value }: Quantity): boolean => unit === 'percent' && equal(value, rational(50));

/** "Five months late: 5 × 5 %": a count that the calculation of the sentence uses. */
export const isCountOfOperand = ({ unit, written }: Quantity, operands: readonly Quantity[]): boolean =>
  (unit === 'months' || unit === 'days' || unit === 'count') &&
  operands.some((operand) => operand.unit === 'plain' && equal(operand.written, written));

/** "Only $240 of the $480 dinner": the share of an amount of the sentence that a cited passage states. */
export function isStatedShare(claim: Quantity, founded: readonly Quantity[], cited: readonly Evidence[]): boolean {
  if (claim.unit !== 'money') return false;
  const shares = cited.flatMap(({ quantities }) => quantities.filter(({ unit }) => unit === 'percent')).slice(0, 40);
  return founded.some(
    ({ unit, currency, value }) =>
      unit === 'money' &&
      currency === claim.currency &&
      shares.some((share) => equal(multiply(multiply(value, share.value), rational(1, 100)), claim.value)),
  );
}

const MULTIPLE =
  /(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) times\b|\d ?x\b|\d ?(?::|to) ?1(?:\.0+)?\b/i;

/** "twelve times the basis", where a cited passage states another multiple. */
export const isMultiple = ({ unit, end }: Quantity, text: string, cited: readonly Evidence[]): boolean =>
  unit === 'plain' &&
  /^(?: times\b| ?x\b| ?: ?1\b| to 1\b)/.test(text.slice(end, end + 7)) &&
  cited.some((evidence) => MULTIPLE.test(evidence.text));

/** "nine years" between 2016 and 2025, "about seven months" between October 2 and May 20. */
export function isSpan({ unit, value, approximate }: Quantity, dates: readonly DateAtom[]): boolean {
  if (unit !== 'months') return false;
  const months = dates.flatMap(({ year, month }) => (year === null || month === null ? [] : year * 12 + month));
  const some = months.slice(0, MOST_DATES);
  const fits = (span: number) => equal(rational(span), value);
  if (some.some((from) => some.some((to) => to > from && (fits(to - from) || (approximate && fits(to - from - 1))))))
    return true;
  const years = dates.flatMap(({ year }) => year ?? []).slice(0, MOST_DATES);
  return years.some((from) => years.some((to) => to > from && equal(rational((to - from) * 12), value)));
}

const MOST_DATES = 12;

/** The same limit in other words: in "6–15 days" the 6 may mean "more than 5", and "18 or younger" for "under 19". */
export function otherReadings(quantity: Quantity, text: string): Quantity[] {
  const after = text.slice(quantity.end, quantity.end + 12);
  if (/^\s*(?:-|to\b)\s*\d/.test(after)) return [shifted(quantity, -1n)];
  return /^(?: years)? or (?:younger|under)\b/.test(after)
    ? [{ ...shifted(quantity, 1n), unit: 'count', noun: 'age' }]
    : [];
}

function shifted(quantity: Quantity, by: bigint): Quantity {
  const { numerator, denominator } = quantity.value;
  const value = { numerator: numerator + by * denominator, denominator };
  return { ...quantity, value, written: value };
}
