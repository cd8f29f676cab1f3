/** Amounts, percentages, periods and counts: a number with the unit before or after it. */

import { type Amount, amountOf, andAHalf, ordinalOf, readAmount } from './numbers.ts';
import type { Token } from './tokens.ts';
import { currencyBefore, PERIODS, plainUnit, type ReadUnit, readUnit } from './units.ts';
import type { Quantity } from './value.ts';

export interface ReadQuantity {
  readonly atom: Quantity;
  readonly next: number;
}

const APPROXIMATE = /^(?:about|roughly|approximately|around|nearly|almost|some|circa|approx|~|≈|rounded)$/;
/** Reads the quantity that starts at a token; null if none does. */
export function readQuantity(tokens: readonly Token[], at: number): ReadQuantity | null {
  const prefix = currencyBefore(tokens, at);
  const from = prefix?.next ?? at;
  const amount = readAmount(tokens, from, prefix !== null) ?? periodAndAHalf(tokens, at);
  if (amount !== null) {
    const { value, next } = amount;
    const money = prefix && ({ ...plainUnit(value, next), unit: 'money', currency: prefix.currency } as const);
    return finished(tokens, at, amount, money ?? readUnit(tokens, at, amount));
  }
  const ordinal = ordinalOf(tokens[at]?.text ?? '');
  if (ordinal === undefined) return null;
  const spelled = amountOf(ordinal, at + 1, { spelled: true });
  return finished(tokens, at, spelled, { ...plainUnit(ordinal, at + 1), unit: 'ordinal' });
}

function finished(tokens: readonly Token[], at: number, amount: Amount, { next, ...unit }: ReadUnit): ReadQuantity {
  const start = tokens[at]?.start ?? 0;
  const { value: written, spelled, scaled } = amount;
  const atom: Quantity = {
    type: 'quantity',
    ...unit,
    written,
    spelled,
    scaled,
    step: amount.step && amount.step * unit.factor,
    approximate: isApproximate(tokens, at, next),
    start,
    end: tokens[next - 1]?.end ?? start,
  };
  return { next, atom };
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
  return amountOf(1, at + 1, { spelled: true });
}
