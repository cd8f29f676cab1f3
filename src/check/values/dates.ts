/** Dates in words and digits, and the bounds that words such as "after" and "until" make of them. */

import { monthOf } from '../../text/months.ts';
import { ordinalOf } from './numbers.ts';
import type { Token } from './tokens.ts';
import type { DateAtom } from './value.ts';

interface Read extends Pick<DateAtom, 'year' | 'month' | 'day'> {
  readonly next: number;
}

export interface ReadDate {
  readonly atom: DateAtom;
  readonly next: number;
}

const read = (next: number, year: number | null, month: number | null = null, day: number | null = null): Read => ({
  year,
  month,
  day,
  next,
});

/** Reads the date that starts at a token; null if none does. */
export function readDate(tokens: readonly Token[], at: number): ReadDate | null {
  const found = inDigits(tokens, at) ?? monthFirst(tokens, at) ?? dayFirst(tokens, at) ?? fiscalYear(tokens, at);
  return found && finished(tokens, at, found);
}

/** A number that is a year. The caller has found no unit after it. */
export function readYear(tokens: readonly Token[], at: number): ReadDate | null {
  const year = yearOf(tokens[at]);
  return year === null ? null : finished(tokens, at, read(at + 1, year));
}

/** "FY24", "FY 24". Years with four digits are read as numbers. */
function fiscalYear(tokens: readonly Token[], at: number): Read | null {
  const year = twoDigits(tokens[at + 1]);
  return tokens[at]?.text === 'fy' && year >= 0 ? read(at + 2, 2000 + year) : null;
}

/** -1 for anything else. */
const twoDigits = (token: Token | undefined) =>
  token?.type === 'number' && /^\d\d$/.test(token.text) ? Number(token.text) : -1;

function inDigits(tokens: readonly Token[], at: number): Read | null {
  const token = tokens[at];
  if (token?.type !== 'date') return null;
  const [first = 0, second = 0, third = 0] = token.text.split(/[-/.]/).map(Number);
  if (/^\d{4}/.test(token.text)) return read(at + 1, first, second, third);
  if (first > 12 || token.text.includes('.')) return read(at + 1, third, second, first);
  return read(at + 1, third, first, second);
}

/** Skips these signs and words. */
function after(tokens: readonly Token[], at: number, skipped: RegExp, most = 3): number {
  let next = at;
  while (next < at + most && skipped.test(tokens[next]?.text ?? '')) next += 1;
  return next;
}

/** "December 31, 2020", "June 18th, 1980", "Dec. 2020", "April 15". */
function monthFirst(tokens: readonly Token[], at: number): Read | null {
  const month = monthAt(tokens[at]);
  if (month === null) return null;
  const next = after(tokens, at + 1, /^\.$/, 1);
  const year = yearOf(tokens[next]);
  if (year !== null) return read(next + 1, year, month);
  const day = dayOf(tokens, next);
  return day && withYear(tokens, day.next, month, day.value);
}

/** "31 December 2020", "the 15th day of April", "first day of January 1992". */
function dayFirst(tokens: readonly Token[], at: number): Read | null {
  const day = dayOf(tokens, at);
  if (day === null) return null;
  const next = after(tokens, day.next, /^(?:day|[.-]|of)$/);
  const month = monthAt(tokens[next]);
  const found = month === null ? null : withYear(tokens, next + 1, month, day.value);
  if (found?.year !== null) return found;
  // In "7 February 1, 2031", and in "1st" above "April 15", the first number is that of a row.
  const own = monthFirst(tokens, next);
  return own?.year != null || (own?.day != null && tokens[next]?.onNewLine) ? null : found;
}

/** The year after a day, also after a comma or "of". */
function withYear(tokens: readonly Token[], at: number, month: number, day: number): Read | null {
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const next = after(tokens, at, /^(?:[,.-]|of)$/);
  const year = yearOf(tokens[next]);
  return year === null ? read(at, null, month, day) : read(next + 1, year, month, day);
}

function monthAt(token: Token | undefined): number | null {
  if (token?.type !== 'word') return null;
  const month = monthOf(token.text);
  // "may" and "march" are words too.
  return (month === 5 || month === 3) && !token.capital ? null : month;
}

function yearOf(token: Token | undefined): number | null {
  if (token?.type !== 'number' || !/^(?:1[7-9]|20)\d\d$/.test(token.text)) return null;
  return Number(token.text);
}

function dayOf(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  const token = tokens[at];
  if (token?.type === 'word') {
    const value = ordinalOf(token.text);
    return value === undefined ? null : { value, next: at + 1 };
  }
  if (token?.type !== 'number' || !/^\d{1,2}$/.test(token.text)) return null;
  const value = Number(token.text);
  if (value < 1 || value > 31) return null;
  const suffix = tokens[at + 1];
  const ordinal = suffix?.start === token.end && /^(?:st|nd|rd|th)$/.test(suffix.text);
  // "October 1,000" has no day.
  if (!ordinal && suffix?.start === token.end && suffix.type === 'word') return null;
  return { value, next: ordinal ? at + 2 : at + 1 };
}

const DAY = 86_400_000;

/** Days since 1970. */
export function dayNumber(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / DAY);
}

export function fieldsOf(dayNumberSince1970: number): { year: number; month: number; day: number } {
  const date = new Date(dayNumberSince1970 * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** The first day of the period that a date names, and the first day after it. */
export function periodOf({ year, month, day }: Pick<DateAtom, 'year' | 'month' | 'day'>): [number, number] | null {
  if (year === null) return null;
  if (month === null) return [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1)];
  if (day === null) return [dayNumber(year, month, 1), dayNumber(year, month + 1, 1)];
  const start = dayNumber(year, month, day);
  return [start, start + 1];
}

function finished(tokens: readonly Token[], at: number, { year, month, day, next }: Read): ReadDate {
  const period = periodOf({ year, month, day });
  const relation = relationBefore(tokens, at);
  const start = tokens[at]?.start ?? 0;
  const atom: DateAtom = {
    type: 'date',
    year,
    month,
    day,
    start,
    end: tokens[next - 1]?.end ?? start,
    boundary: relation && period ? period[relation[1] === 'after' ? 1 : 0] : null,
    side: relation?.[0] ?? null,
    includesEnd: relation === THROUGH,
  };
  return { atom, next };
}

/** Whether a period begins or ends at a date, and on which side of the day, month or year that it names. */
type Relation = readonly ['begins' | 'ends', 'before' | 'after'];

const FROM: Relation = ['begins', 'before'];
const AFTER: Relation = ['begins', 'after'];
const BEFORE: Relation = ['ends', 'before'];
const UNTIL: Relation = ['ends', 'after'];
const THROUGH: Relation = ['ends', 'after'];

function relationBefore(tokens: readonly Token[], at: number): Relation | null {
  for (let index = at - 1; index >= Math.max(0, at - 6); index -= 1) {
    const word = tokens[index]?.text ?? '';
    if (/^(?:[.,;:()]|and|or|between)$/.test(word)) return null;
    const words = tokens.slice(Math.max(0, index - 2), index + 1).map(({ text }) => text);
    const [, relation] = RELATIONS.find(([pattern]) => pattern.test(words.join(' '))) ?? [];
    if (relation !== undefined) return relation;
    // "from January 1, 2018 to December 31, 2025"
    if (word === 'to' && index === at - 1 && isRange(tokens, index)) return UNTIL;
  }
  return null;
}

/** The words before a date, the last one last. */
const RELATIONS: readonly (readonly [RegExp, Relation])[] = [
  [/\b(?:on or (?:after|following)|not before)$/, FROM],
  [/\b(?:on or (?:before|preceding)|not after)$/, UNTIL],
  [/\b(?:after|following|nach)$/, AFTER],
  [/\b(?:before|preceding|prior to|vor)$/, BEFORE],
  [/\b(?:through|thru|bis)$/, THROUGH],
  [/\b(?:until|till|by|ending|ended|expiring|later than)$/, UNTIL],
  [/\b(?:since|from|beginning|starting|commencing|effective|earlier than|ab|seit)$/, FROM],
];

/** Whether a date or year is before the word "to", after "from" or "between". */
function isRange(tokens: readonly Token[], to: number): boolean {
  const before = tokens.slice(Math.max(0, to - 6), to);
  return (
    before.some(({ text }) => text === 'from') && (tokens[to - 1]?.type === 'date' || yearOf(tokens[to - 1]) !== null)
  );
}
