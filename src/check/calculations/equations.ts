/** Repeats calculations that are written out, "3 × $200 = $600". */

import { equal, isWithin } from '../values/equalNumbers.ts';
import type { Quantity } from '../values/value.ts';

export interface Equation {
  /** The quantity after the equals sign. */
  readonly result: Quantity;
  readonly agrees: boolean;
}

/** A number, or a sign between two of them. */
type Element = Quantity | string;

const SIGNS = /[+\-*x\u00d7\u00b7\u22c5/\u00f7=()\u2248]|\b(?:plus|minus|times|equals)\b|\p{L}+|[^\s\p{L}]/gu;
const FORMS = {
  '+': '+ plus',
  '-': '- minus',
  '*': '* x \u00d7 \u00b7 \u22c5 times',
  '/': '/ \u00f7',
  '=': '= equals \u2248',
  '(': '(',
  ')': ')',
};
const OPERATORS = new Map(
  Object.entries(FORMS).flatMap(([sign, forms]) => forms.split(' ').map((form) => [form, sign] as const)),
);
/** Words that may follow a number of a calculation: "12 partners × 3 months". */
const MOST_WORDS = 3;
const MOST_ELEMENTS = 60;

/** The words between a result and the bracket with its calculation. */
const BEFORE_BRACKET = /^[^()=;]{0,60}\(\s*$/;

/**
 * All calculations that are written out with an equals sign. Of those in a bracket after their result, as in "$7,500 more than a single
 * filer ($22,500 − $15,000)", only those that agree, because a bracket may say something else.
 */
export function equationsIn(text: string, quantities: readonly Quantity[]): Equation[] {
  const equations: Equation[] = [];
  let left: Element[] = [];
  let beforeBracket: Quantity | undefined;
  for (let at = 0; at <= quantities.length; at += 1) {
    const quantity = quantities[at];
    const gap = text.slice(quantities[at - 1]?.end ?? 0, quantity?.start);
    const signs = signsOf(gap);
    if (beforeBracket && (signs === null || /[)=]/.test(gap) || !quantity)) {
      const value = evaluate(left.slice(1));
      if (value !== null && agrees(Math.abs(value), beforeBracket))
        equations.push({ result: beforeBracket, agrees: true });
      beforeBracket = undefined;
    }
    if (!quantity) break;
    if (signs === null) {
      left = [];
      beforeBracket = BEFORE_BRACKET.test(gap) ? quantities[at - 1] : undefined;
    }
    for (const sign of signs ?? opening(gap)) {
      if (sign !== '=') left.push(sign);
      else {
        const value = evaluate(left);
        if (value !== null) equations.push({ result: quantity, agrees: agrees(value, quantity) });
        left = [];
      }
    }
    left.push(quantity);
    if (left.length > MOST_ELEMENTS) left = [];
  }
  return equations;
}

/** The signs between two numbers; null if other words or signs end the calculation there. */
function signsOf(gap: string): string[] | null {
  if (gap.length > 80) return null;
  const signs: string[] = [];
  let words = 0;
  for (const [written] of gap.matchAll(SIGNS)) {
    const sign = OPERATORS.get(written);
    if (sign !== undefined) signs.push(sign);
    else if (/^\p{L}/u.test(written) && words < MOST_WORDS) words += 1;
    else return null;
  }
  return signs.some((sign) => sign !== '(' && sign !== ')') ? signs : null;
}

/** Brackets that open directly before the first number. */
const opening = (gap: string): string[] =>
  Array.from(/[(\s]*$/.exec(gap.slice(-20))?.[0] ?? '').filter((sign) => sign === '(');

function agrees(value: number, { value: claimed, written, unit, step, approximate }: Quantity): boolean {
  const readings = unit === 'percent' ? [value * 100, value] : [value];
  return readings.some((reading) => {
    if (equal(reading, claimed) || equal(reading, written)) return true;
    if (step === null || (step > 1 && !approximate)) return false;
    const hasNoMoreDigits = equal(reading / step, Math.round(reading / step));
    return !hasNoMoreDigits && isWithin(reading, claimed, step / 2);
  });
}

/** The value of a quantity in a calculation. */
function operand({ unit, value, written }: Quantity): number {
  if (unit === 'percent') return value / 100;
  return unit === 'money' ? value : written;
}

const OPERATIONS: readonly Readonly<Record<string, (one: number, other: number) => number>>[] = [
  { '+': (one, other) => one + other, '-': (one, other) => one - other },
  { '*': (one, other) => one * other, '/': (one, other) => one / other },
];

/** Products before sums. Null for anything but a calculation. */
function evaluate(elements: readonly Element[]): number | null {
  if (!elements.some((element) => typeof element === 'string' && /[-+*/]/.test(element))) return null;
  let at = 0;
  const signAt = (place: number) => (typeof elements[place] === 'string' ? elements[place] : '');
  const read = (level: number): number | null => {
    const operations = OPERATIONS[level];
    if (operations === undefined) {
      const element = elements[at++];
      if (typeof element === 'object') return operand(element);
      const inner = element === '(' ? read(0) : null;
      return signAt(at++) === ')' ? inner : null;
    }
    let value = read(level + 1);
    for (let apply = operations[signAt(at)]; value !== null && apply; apply = operations[signAt(at)]) {
      at += 1;
      const next = read(level + 1);
      value = next === null ? null : apply(value, next);
    }
    return value;
  };
  const value = read(0);
  return at === elements.length && Number.isFinite(value) ? value : null;
}

/** Numbers of a sentence that are calculated with. */
const MOST_OPERANDS = 12;

/**
 * Whether a share of one known amount is another one: "$375,000, i.e. 50 percent of $750,000". Or whether an amount is twice or half of a
 * known one, or the sum, difference, product, quotient or share of two known numbers.
 */
export function isResult(claim: Quantity, known: readonly Quantity[]): boolean {
  const amounts = known.filter(({ unit }) => unit === 'money').slice(-MOST_OPERANDS);
  const isShare = (one: Quantity) => {
    const part = one.value * operand(claim);
    return amounts.some(({ value }) => equal(value, part));
  };
  if (claim.unit === 'percent') return amounts.some(isShare);
  if (claim.unit !== 'money') return false;
  const operands = known.slice(-MOST_OPERANDS);
  const resultsOf = (one: Quantity, other: Quantity): number[] => {
    const [left, right] = [one.value, operand(other)];
    if (one === other) return [left + left, left / 2];
    if (other.unit !== 'money') return [left * right, left / right];
    return one.currency === other.currency ? [left + right, left - right] : [];
  };
  return amounts.some((one) =>
    operands.some((other) => resultsOf(one, other).some((result) => equal(result, claim.value))),
  );
}
