/** Repeats calculations that are written out, "3 × $200 = $600", in exact fractions. */

import {
  absolute,
  add,
  compare,
  divide,
  equal,
  multiply,
  type Rational,
  rational,
  subtract,
} from '../values/rational.ts';
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

/** All calculations that are written out with an equals sign. */
export function equationsIn(text: string, quantities: readonly Quantity[]): Equation[] {
  const equations: Equation[] = bracketed(text, quantities);
  if (!/[=\u2248]|\bequals\b/.test(text)) return equations;
  let left: Element[] = [];
  for (const [at, quantity] of quantities.entries()) {
    const gap = text.slice(quantities[at - 1]?.end ?? 0, quantity.start);
    const signs = signsOf(gap);
    if (signs === null) left = [];
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

/** Characters between a result and the bracket with its calculation. */
const MOST_BEFORE_BRACKET = 60;

/** "$7,500 more than a single filer ($22,500 − $15,000)": only those that agree, because a bracket may say something else. */
function bracketed(text: string, quantities: readonly Quantity[]): Equation[] {
  const equations: Equation[] = [];
  for (const [at, result] of quantities.entries()) {
    const first = quantities[at + 1];
    const gap = first ? text.slice(result.end, first.start) : '';
    if (first === undefined || gap.length > MOST_BEFORE_BRACKET || !/^[^()=;]*\($/.test(gap.trimEnd())) continue;
    const inside: Element[] = [first];
    for (let next = at + 2; next < quantities.length && inside.length < MOST_ELEMENTS; next += 1) {
      const quantity = quantities[next];
      const between = text.slice(quantities[next - 1]?.end, quantity?.start);
      const signs = between.includes(')') || between.includes('=') ? null : signsOf(between);
      if (signs === null || quantity === undefined) break;
      inside.push(...signs, quantity);
    }
    const value = evaluate(inside);
    if (value !== null && agrees(absolute(value), result)) equations.push({ result, agrees: true });
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

function agrees(value: Rational, { value: claimed, written, unit, step, approximate }: Quantity): boolean {
  const readings = unit === 'percent' ? [multiply(value, rational(100)), value] : [value];
  return readings.some((reading) => {
    if (equal(reading, claimed) || equal(reading, written)) return true;
    if (step === null || (compare(step, rational(1)) > 0 && !approximate)) return false;
    const rounded = equal(divide(reading, step) ?? reading, rational((divide(reading, step) ?? reading).numerator));
    return !rounded && compare(absolute(subtract(reading, claimed)), multiply(step, rational(1, 2))) <= 0;
  });
}

/** The value of a quantity in a calculation. */
export function operand({ unit, value, written }: Quantity): Rational {
  if (unit === 'percent') return multiply(value, rational(1, 100));
  return unit === 'money' ? value : written;
}

const OPERATIONS: readonly Readonly<Record<string, (one: Rational, other: Rational) => Rational | null>>[] = [
  { '+': add, '-': subtract },
  { '*': multiply, '/': divide },
];

/** Products before sums. Null for anything but a calculation. */
function evaluate(elements: readonly Element[]): Rational | null {
  if (!elements.some((element) => typeof element === 'string' && /[-+*/]/.test(element))) return null;
  let at = 0;
  const signAt = (place: number) => (typeof elements[place] === 'string' ? elements[place] : '');
  const read = (level: number): Rational | null => {
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
      value = next && apply(value, next);
    }
    return value;
  };
  const value = read(0);
  return at === elements.length ? value : null;
}

/** Numbers of a sentence that are calculated with. */
const MOST_OPERANDS = 12;

/** Whether a share of one known amount is exactly another one: "$375,000, i.e. 50 percent of $750,000". Or whether an amount is exactly twice or half of a known one, or the sum, difference, product, quotient or share of two known numbers. */
export function isResult(claim: Quantity, known: readonly Quantity[]): boolean {
  const amounts = known.filter(({ unit }) => unit === 'money').slice(-MOST_OPERANDS);
  const isShare = (one: Quantity) => {
    const part = multiply(one.value, operand(claim));
    return amounts.some(({ value }) => equal(value, part));
  };
  if (claim.unit === 'percent') return amounts.some(isShare);
  if (claim.unit !== 'money') return false;
  const operands = known.slice(-MOST_OPERANDS);
  const resultsOf = (one: Quantity, other: Quantity): (Rational | null)[] => {
    const [left, right] = [one.value, operand(other)];
    if (one === other) return [add(left, left), multiply(left, rational(1, 2))];
    if (other.unit !== 'money') return [multiply(left, right), divide(left, right)];
    return one.currency === other.currency ? [add(left, right), subtract(left, right)] : [];
  };
  return amounts.some((one) =>
    operands.some((other) => resultsOf(one, other).some((result) => result !== null && equal(result, claim.value))),
  );
}
