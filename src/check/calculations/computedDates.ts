/** Dates that follow from a given date and a given period, or from a day of the year and a given year. */

import type { Evidence } from '../statedInText.ts';
import { dayNumber, fieldsOf } from '../values/dates.ts';
import type { DateAtom, Quantity } from '../values/value.ts';

/** Periods and dates that are combined. */
const MOST_PERIODS = 40;
const MOST_DATES = 20;

/** "April 15, 2025" if a source says "April 15" and the question 2024 or 2025. */
export function isDueDate({ year, month, day }: DateAtom, sources: readonly Evidence[], question: Evidence): boolean {
  if (year === null || month === null || day === null) return false;
  const knowsDay = sources.some(({ dates }) =>
    dates.some((date) => date.year === null && date.month === month && date.day === day),
  );
  return knowsDay && [year, year - 1].some((one) => question.keys.has(`year:${one}`));
}

/** "November 11, 2022" if the question says "February 11, 2022" and a source "9 months". */
export function isComputedDate(claim: DateAtom, dates: readonly DateAtom[], quantities: readonly Quantity[]): boolean {
  const ends = endsOf(claim);
  const periods = quantities
    .filter(({ unit, value }) => (unit === 'months' || unit === 'days') && Number.isInteger(value))
    .slice(0, MOST_PERIODS);
  return dates
    .slice(0, MOST_DATES)
    .some((base) =>
      periods.some((period) => [1, -1].some((sign) => ends.some((end) => follows(base, period, sign, end)))),
    );
}

interface Day {
  readonly year: number;
  readonly month: number | null;
  readonly day: number | null;
}

/** The date itself and, for the end of a period, the day after its last day: "through 2026" ends before January 1, 2027. */
function endsOf({ year, month, day, boundary, side }: DateAtom): Day[] {
  if (year === null) return [];
  const itself = { year, month, day };
  return side === 'ends' && boundary !== null ? [itself, fieldsOf(boundary)] : [itself];
}

function follows(base: DateAtom, { unit, value }: Quantity, sign: number, { year, month, day }: Day): boolean {
  const amount = value * sign;
  if (base.year === null) return false;
  if (base.month === null || base.day === null)
    return month === null && unit === 'months' && base.year + amount / 12 === year;
  if (unit === 'days') {
    const reached = fieldsOf(dayNumber(base.year, base.month, base.day) + amount);
    return reached.year === year && reached.month === month && (day === null || reached.day === day);
  }
  const months = base.year * 12 + base.month - 1 + amount;
  if (Math.floor(months / 12) !== year) return false;
  if (month === null) return true;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (months % 12) + 1 === month && (day === null || Math.min(base.day, lastDay) === day);
}
