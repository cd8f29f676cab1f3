/** Exact fractions. Amounts are compared and calculations repeated without binary rounding. */

export interface Rational {
  readonly numerator: bigint;
  /** Always positive; the fraction is in lowest terms. */
  readonly denominator: bigint;
}

/** Longer digit strings are not numbers that anyone compares; their conversion would cost quadratic time. */
const MAX_DIGITS = 30;

export function rational(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
  const top = BigInt(numerator);
  const bottom = BigInt(denominator);
  const divisor = greatestCommonDivisor(top, bottom) * (bottom < 0n ? -1n : 1n);
  return divisor === 0n
    ? { numerator: 0n, denominator: 1n }
    : { numerator: top / divisor, denominator: bottom / divisor };
}

/** Reads digits with an optional decimal point, without separators. */
export function parseDecimal(text: string): Rational | null {
  if (text.length > MAX_DIGITS || !/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text)) return null;
  const point = text.indexOf('.');
  if (point < 0) return { numerator: BigInt(text), denominator: 1n };
  const decimals = text.length - point - 1;
  return rational(BigInt(text.slice(0, point) + text.slice(point + 1)), 10n ** BigInt(decimals));
}

export const add = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator);

export const subtract = (one: Rational, other: Rational): Rational =>
  add(one, { numerator: -other.numerator, denominator: other.denominator });

export const multiply = (one: Rational, other: Rational): Rational =>
  rational(one.numerator * other.numerator, one.denominator * other.denominator);

/** Null for a division by zero. */
export const divide = (one: Rational, other: Rational): Rational | null =>
  other.numerator === 0n ? null : rational(one.numerator * other.denominator, one.denominator * other.numerator);

export const absolute = (value: Rational): Rational =>
  value.numerator < 0n ? { numerator: -value.numerator, denominator: value.denominator } : value;

export const equal = (one: Rational, other: Rational): boolean =>
  one.numerator === other.numerator && one.denominator === other.denominator;

/** Negative, zero or positive, as in a sort. */
export function compare(one: Rational, other: Rational): number {
  const difference = one.numerator * other.denominator - other.numerator * one.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const isInteger = (value: Rational): boolean => value.denominator === 1n;

/** Equal values have equal keys. */
export const keyOf = (value: Rational): string =>
  value.denominator === 1n ? String(value.numerator) : `${value.numerator}/${value.denominator}`;

function greatestCommonDivisor(one: bigint, other: bigint): bigint {
  let left = one < 0n ? -one : one;
  let right = other < 0n ? -other : other;
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
}
