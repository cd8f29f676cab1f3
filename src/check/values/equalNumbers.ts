/** Which numbers are equal. Sums and products of decimal numbers differ in binary after these digits. */
const DIGITS = 14;
const DECIMALS = 10;

/** Equal numbers have equal keys. */
export const keyOf = (value: number): string => String(Number(Number(value.toPrecision(DIGITS)).toFixed(DECIMALS)));

export const equal = (one: number, other: number): boolean => keyOf(one) === keyOf(other);

/** Whether two numbers differ by at most `most`. */
export const isWithin = (one: number, other: number, most: number): boolean =>
  Math.abs(one - other) <= most + Math.abs(one) * 10 ** -DIGITS;
