/** Amounts, percentages, periods and counts: a number with the unit before or after it. */
import type { Quantity } from './atom.ts';
import { type Amount, andAHalf, readAmount } from './numbers.ts';
import { multiply, rational } from './rational.ts';
import type { Token } from './tokens.ts';
import { currencyBefore, PERIODS, readUnit } from './units.ts';

export interface ReadQuantity {
  readonly atom: Quantity;
  readonly next: number;
}

const ONE = rational(1);
const APPROXIMATE = /^(?:about|roughly|approximately|around|nearly|almost|some|circa|approx|~|≈|rounded)$/;
/** Reads the quantity that starts at a token; null if none does. */
export function readQuantity(tokens: readonly Token[], at: number): ReadQuantity | null {
  const prefix = currencyBefore(tokens, at);
  const from = prefix?.next ?? at;
  const amount = readAmount(tokens, from, prefix !== null) ?? periodAndAHalf(tokens, at);
  if (amount === null) return null;
  const unit = prefix
    ? { ...amount, unit: 'money' as const, factor: ONE, currency: prefix.currency, noun: '' }
    : readUnit(tokens, at, amount);
  const start = tokens[at]?.start ?? 0;
  const end = tokens[unit.next - 1]?.end ?? start;
  return {
    next: unit.next,
    atom: {
      type: 'quantity',
      value: unit.value,
      written: amount.value,
      unit: unit.unit,
      currency: unit.currency,
      noun: unit.noun,
      spelled: amount.spelled,
      scaled: amount.scaled,
      step: amount.step && multiply(amount.step, unit.factor),
      approximate: isApproximate(tokens, at, unit.next),
      start,
      end,
    },
  };
}

function isApproximate(tokens: readonly Token[], at: number, next: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 2); index -= 1) {
    if (APPROXIMATE.test(tokens[index]?.text ?? '')) return true;
  }
  return tokens[next]?.text === 'or' && tokens[next + 1]?.text === 'so';
}

/** "a year and a half": read as one and a half with the period after it. */
function periodAndAHalf(tokens: readonly Token[], at: number): Amount | null {
  if (!/^an?$/.test(tokens[at]?.text ?? '') || !PERIODS.has(tokens[at + 1]?.text ?? '') || !andAHalf(tokens, at + 2))
    return null;
  return { value: ONE, next: at + 1, spelled: true, scaled: false, step: null, share: false };
}
