/** Values as keys: those of a text that states a value, and those of which a text must have one to state it. */

import { periodOf } from './values/dates.ts';
import { keyOf } from './values/equalNumbers.ts';
import type { DateAtom, Quantity } from './values/value.ts';

export function statedQuantity({ unit, currency, value, written, noun }: Quantity): string[] {
  const number = keyOf(written);
  return [
    `${unit}${currency}:${keyOf(value)}`,
    `any:${number}`,
    `any:${keyOf(value)}`,
    ...(unit === 'plain' || unit === 'count' ? [`number:${number}`] : []),
    ...(noun === 'age' ? [`age:${number}`] : []),
  ];
}

/** `tabular`: a number may have its unit in the head of a table. */
export function wantedQuantity({ unit, currency, value, written }: Quantity, tabular: boolean): string[] {
  const key = keyOf(value);
  const isHundred = value >= 100;
  const others = {
    plain: [`any:${key}`, `percent:${keyOf(value * 100)}`],
    money: [...(isHundred ? [`plain:${key}`] : []), ...(isHundred && tabular ? [`any:${key}`] : [])],
    percent: [...(tabular ? [`plain:${key}`] : []), ...(isHundred ? [] : [`plain:${keyOf(value / 100)}`])],
    months: tabular ? [`plain:${keyOf(written)}`] : [],
    days: tabular ? [`plain:${keyOf(written)}`] : [],
    ordinal: [`any:${key}`],
    count: [`plain:${key}`, `ordinal:${key}`, `age:${key}`, ...(tabular ? [`any:${key}`] : [])],
  };
  return [`${unit}${currency}:${key}`, ...others[unit]];
}

export function statedDate({ year, month, day, boundary, side }: DateAtom): string[] {
  const hasDay = month !== null && day !== null;
  return [
    ...(year === null ? [] : [`year:${year}`, `any:${year}`]),
    ...(year === null || (boundary !== null && month !== null) ? [] : [`wholeyear:${year}`]),
    ...(year === null || month === null ? [] : [`month:${year}-${month}`]),
    ...(hasDay ? [`monthday:${month}-${day}`, `any:${day}`] : []),
    ...(hasDay && year !== null ? [`date:${year}-${month}-${day}`] : []),
    ...(boundary === null ? [] : [`${side}:${boundary}`]),
  ];
}

export function wantedDate(date: DateAtom): string[] {
  const { year, month, day, boundary, side, includesEnd } = date;
  // "on or before December 31, 2025" is "before January 1, 2026".
  const bound = boundary === null ? [] : [`${side}:${boundary}`];
  if (year === null) return [...bound, `monthday:${month}-${day}`];
  if (month !== null) return [...bound, day === null ? `month:${year}-${month}` : `date:${year}-${month}-${day}`];
  const period = side === null ? periodOf(date) : null;
  // "before January 1, 2026" does not state "through 2026".
  const whole = includesEnd ? `wholeyear:${year}` : `year:${year}`;
  return [...bound, whole, ...(period === null ? [] : [`begins:${period[0]}`, `ends:${period[1]}`])];
}
