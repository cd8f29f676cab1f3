/** Repeats calculations that are written out, "3 × $200 = $600", in exact fractions. */
import type { Quantity } from './atom.ts';
import { absolute, add, compare, divide, equal, multiply, type Rational, rational, subtract } from './rational.ts';

export interface Equation {
  /** The quantity after the equals sign. */
  readonly result: Quantity;
  readonly agrees: boolean;
}

type Element =
  | { readonly type: 'value'; readonly quantity: Quantity }
  | { readonly type: 'sign'; readonly sign: string };

const SIGNS = /[+\-*x\u00d7\u00b7\u22c5/\u00f7=()\u2248]|\b(?:plus|minus|times|equals)\b|\p{L}+|[^\s\p{L}]/gu;
const OPERATORS = new Map<string, string>([
  ['+', '+'],
  ['plus', '+'],
  ['-', '-'],
  ['minus', '-'],
  ['*', '*'],
  ['x', '*'],
  ['\u00d7', '*'],
  ['\u00b7', '*'],
  ['\u22c5', '*'],
  ['times', '*'],
  ['/', '/'],
  ['\u00f7', '/'],
  ['=', '='],
  ['equals', '='],
  ['\u2248', '='],
  ['(', '('],
  [')', ')'],
]);
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
      if (sign !== '=') left.push({ type: 'sign', sign });
      else {
        const value = evaluate(left);
        if (value !== null) equations.push({ result: quantity, agrees: agrees(value, quantity) });
        left = [];
      }
    }
    left.push({ type: 'value', quantity });
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
    const inside: Element[] = [{ type: 'value', quantity: first }];
    for (let next = at + 2; next < quantities.length && inside.length < MOST_ELEMENTS; next += 1) {
      const quantity = quantities[next];
      const between = text.slice(quantities[next - 1]?.end, quantity?.start);
      const signs = between.includes(')') || between.includes('=') ? null : signsOf(between);
      if (signs === null || quantity === undefined) break;
      inside.push(...signs.map((sign): Element => ({ type: 'sign', sign })), { type: 'value', quantity });
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

function evaluate(elements: readonly Element[]): Rational | null {
  const list = balanced(elements);
  if (!list.some((element) => element.type === 'sign' && /[-+*/]/.test(element.sign))) return null;
  let at = 0;
  const peek = () => {
    const element = list[at];
    return element?.type === 'sign' ? element.sign : '';
  };
  const factor = (): Rational | null => {
    const element = list[at];
    at += 1;
    if (element?.type === 'value') return operand(element.quantity);
    if (element?.sign !== '(') return null;
    const inner = sum();
    if (peek() !== ')') return null;
    at += 1;
    return inner;
  };
  const product = (): Rational | null => {
    let value = factor();
    while (value !== null && (peek() === '*' || peek() === '/')) {
      const divides = peek() === '/';
      at += 1;
      const next = factor();
      value = next === null ? null : divides ? divide(value, next) : multiply(value, next);
    }
    return value;
  };
  const sum = (): Rational | null => {
    let value = product();
    while (value !== null && (peek() === '+' || peek() === '-')) {
      const subtracts = peek() === '-';
      at += 1;
      const next = product();
      value = next === null ? null : subtracts ? subtract(value, next) : add(value, next);
    }
    return value;
  };
  const value = sum();
  return at === list.length ? value : null;
}

/** Without brackets that are opened before the calculation: "$7,000 ($38,000 − $31,000 = …". */
function balanced(elements: readonly Element[]): Element[] {
  const list: Element[] = [];
  const open: number[] = [];
  for (const element of elements) {
    if (element.type === 'sign' && element.sign === '(') open.push(list.length);
    if (element.type === 'sign' && element.sign === ')' && open.pop() === undefined) continue;
    list.push(element);
  }
  return list.filter((_, at) => !open.includes(at));
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
