/** Dates in words and digits, and the bounds that words such as "after" and "until" make of them. */
import type { DateAtom } from './atom.ts';
import { ordinalOf } from './numberWords.ts';
import type { Token } from './tokens.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH_NUMBERS = new Map<string, number>([
  ...MONTHS.map((name, at): [string, number] => [name, at + 1]),
  ...MONTHS.map((name, at): [string, number] => [name.slice(0, 3), at + 1]),
  ['sept', 9],
  ...'januar februar märz april mai juni juli august september oktober november dezember'
    .split(' ')
    .map((name, at): [string, number] => [name, at + 1]),
]);

type DateFields = Pick<DateAtom, 'year' | 'month' | 'day' | 'otherReading'>;
interface Read extends DateFields {
  readonly next: number;
  /** "end of 2021", "beginning of 1992". */
  readonly edge: 'start' | 'end' | null;
}

export interface ReadDate {
  readonly atom: DateAtom;
  readonly next: number;
}

/** Reads the date that starts at a token; null if none does. */
export function readDate(tokens: readonly Token[], at: number): ReadDate | null {
  const read =
    writtenInDigits(tokens, at) ?? monthFirst(tokens, at) ?? dayFirst(tokens, at) ?? edgeOfPeriod(tokens, at);
  return read && finished(tokens, at, read);
}

/** A number that is a year. The caller has found no unit after it. */
export function readYear(tokens: readonly Token[], at: number): ReadDate | null {
  const year = yearOf(tokens[at]);
  if (year === null) return null;
  const read = { year, month: null, day: null, otherReading: null, edge: null, next: at + 1 };
  return finished(tokens, at, read);
}

/** "FY24", "FY 24". Years with four digits are read as numbers. */
export function readFiscalYear(tokens: readonly Token[], at: number): ReadDate | null {
  const token = tokens[at + 1];
  if (tokens[at]?.text !== 'fy' || token?.type !== 'number' || !/^\d\d$/.test(token.text)) return null;
  const year = 2000 + Number(token.text);
  return finished(tokens, at, { year, month: null, day: null, otherReading: null, edge: null, next: at + 2 });
}

/** "25" in "2018-25". */
export function readYearAfterDash(tokens: readonly Token[], at: number, from: number): ReadDate | null {
  const token = tokens[at];
  if (token?.type !== 'number' || !/^\d\d$/.test(token.text)) return null;
  const year = from - (from % 100) + Number(token.text);
  if (year <= from) return null;
  return finished(tokens, at, { year, month: null, day: null, otherReading: null, edge: null, next: at + 1 });
}

function writtenInDigits(tokens: readonly Token[], at: number): Read | null {
  const token = tokens[at];
  if (token?.type !== 'date') return null;
  const [first = 0, second = 0, third = 0] = token.text.split(/[-/.]/).map(Number);
  const edge = null;
  const next = at + 1;
  if (token.text.indexOf('-') === 4 || token.text.indexOf('/') === 4) {
    return { year: first, month: second, day: third, otherReading: null, edge, next };
  }
  const dotted = token.text.includes('.');
  if (first > 12 || dotted) return { year: third, month: second, day: first, otherReading: null, edge, next };
  const otherReading = second <= 12 ? { month: second, day: first } : null;
  return { year: third, month: first, day: second, otherReading, edge, next };
}

/** "December 31, 2020", "June 18th, 1980", "Dec. 2020", "April 15". */
function monthFirst(tokens: readonly Token[], at: number): Read | null {
  const month = monthOf(tokens[at]);
  if (month === null) return null;
  let next = at + 1;
  if (tokens[next]?.text === '.') next += 1;
  const year = yearOf(tokens[next]);
  if (year !== null) return { year, month, day: null, otherReading: null, edge: null, next: next + 1 };
  const day = dayOf(tokens, next);
  if (day === null) return null;
  next = day.next;
  let withYear = next;
  while (tokens[withYear]?.text === ',' || tokens[withYear]?.text === 'of') withYear += 1;
  const dayYear = yearOf(tokens[withYear]);
  if (dayYear === null) return valid({ year: null, month, day: day.value, otherReading: null, edge: null, next });
  return valid({ year: dayYear, month, day: day.value, otherReading: null, edge: null, next: withYear + 1 });
}

/** "31 December 2020", "the 15th day of April", "first day of January 1992". */
function dayFirst(tokens: readonly Token[], at: number): Read | null {
  const day = dayOf(tokens, at);
  if (day === null) return null;
  let next = day.next;
  if (tokens[next]?.text === 'day') next += 1;
  if (tokens[next]?.text === '.') next += 1;
  if (tokens[next]?.text === 'of') next += 1;
  const month = monthOf(tokens[next]);
  if (month === null) {
    // "the first day of 1992"
    const year = day.value === 1 && next - at > 1 ? yearOf(tokens[next]) : null;
    return year === null ? null : { year, month: 1, day: 1, otherReading: null, edge: null, next: next + 1 };
  }
  next += 1;
  while (tokens[next]?.text === ',' || tokens[next]?.text === '.' || tokens[next]?.text === 'of') {
    if (yearOf(tokens[next + 1]) === null) break;
    next += 1;
  }
  const year = yearOf(tokens[next]);
  return valid({
    year,
    month,
    day: day.value,
    otherReading: null,
    edge: null,
    next: year === null ? next : next + 1,
  });
}

/** "the end of 2021", "year-end 1987", "the close of calendar year 2020", "the last day of 2020". */
function edgeOfPeriod(tokens: readonly Token[], at: number): Read | null {
  const word = tokens[at]?.text ?? '';
  let next = at + 1;
  let edge: Read['edge'] = null;
  if (word === 'year' && tokens[next]?.text === '-' && tokens[next + 1]?.text === 'end') {
    edge = 'end';
    next += 2;
  } else if (word === 'last' && tokens[next]?.text === 'day') {
    edge = 'end';
    next += 1;
  } else if (word === 'end' || word === 'close') edge = 'end';
  else if (word === 'beginning' || word === 'start') edge = 'start';
  if (edge === null) return null;
  for (
    let skipped = 0;
    skipped < 4 && /^(?:of|the|calendar|tax|taxable|year|fiscal)$/.test(tokens[next]?.text ?? '');
    skipped += 1
  )
    next += 1;
  if (tokens[next - 1]?.text === word && word !== 'year') return null;
  const year = yearOf(tokens[next]);
  if (year === null) return null;
  const last = edge === 'end';
  return { year, month: last ? 12 : 1, day: last ? 31 : 1, otherReading: null, edge, next: next + 1 };
}

function valid(read: Read): Read | null {
  const { month, day } = read;
  if (month === null || month < 1 || month > 12 || day === null || day < 1 || day > 31) return null;
  return read;
}

function monthOf(token: Token | undefined): number | null {
  if (token?.type !== 'word') return null;
  const month = MONTH_NUMBERS.get(token.text) ?? null;
  // "may" and "march" are words too.
  return (month === 5 || month === 3) && !token.capital ? null : month;
}

export function yearOf(token: Token | undefined): number | null {
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

function finished(tokens: readonly Token[], at: number, read: Read): ReadDate {
  const period = periodOf(read);
  const relation = relationBefore(tokens, at) ?? relationAfter(tokens, read.next);
  let boundary: number | null = null;
  if (period) {
    const [start, end] = period;
    if (relation === 'after' || relation === 'until' || relation === 'through') boundary = end;
    else if (relation === 'before' || relation === 'from') boundary = start;
    else if (read.edge !== null) boundary = read.edge === 'end' ? end : start;
  }
  const { year, month, day, otherReading, next } = read;
  const start = tokens[at]?.start ?? 0;
  const end = tokens[next - 1]?.end ?? start;
  const side = sideOf(relation, read.edge);
  const includesEnd = relation === 'through';
  return { atom: { type: 'date', year, month, day, otherReading, boundary, side, includesEnd, start, end }, next };
}

type Relation = 'after' | 'before' | 'from' | 'until' | 'through';

function sideOf(relation: Relation | null, edge: Read['edge']): DateAtom['side'] {
  if (relation === 'after' || relation === 'from') return 'begins';
  if (relation === 'before' || relation === 'until' || relation === 'through') return 'ends';
  return edge === null ? null : edge === 'end' ? 'ends' : 'begins';
}

function relationBefore(tokens: readonly Token[], at: number): Relation | null {
  for (let index = at - 1; index >= Math.max(0, at - 6); index -= 1) {
    const word = tokens[index]?.text ?? '';
    const before = tokens[index - 1]?.text ?? '';
    const inclusive = before === 'or' && tokens[index - 2]?.text === 'on';
    if (/^[.,;:()]$/.test(word)) return null;
    if (word === 'nach') return 'after';
    if (word === 'vor') return 'before';
    if (word === 'bis') return 'through';
    if (word === 'ab' || word === 'seit') return 'from';
    if (word === 'after' || word === 'following') return inclusive ? 'from' : 'after';
    if (word === 'before' || word === 'preceding') return inclusive ? 'until' : 'before';
    if (word === 'to' && before === 'prior') return 'before';
    if (word === 'than' && before === 'later') return 'until';
    if (word === 'than' && before === 'earlier') return 'from';
    // "from January 1, 2018 to December 31, 2025"
    if (word === 'to' && index === at - 1 && isRange(tokens, index)) return 'until';
    if (/^(?:through|thru)$/.test(word)) return 'through';
    if (/^(?:until|till|by|ending|ended|expiring)$/.test(word)) return 'until';
    if (/^(?:since|from|beginning|starting|commencing|effective)$/.test(word)) return 'from';
    if (/^(?:and|or|between)$/.test(word)) return null;
  }
  return null;
}

/** Whether a date or year is before the word "to", after "from" or "between". */
function isRange(tokens: readonly Token[], to: number): boolean {
  const before = tokens.slice(Math.max(0, to - 6), to);
  return (
    before.some(({ text }) => text === 'from') && (tokens[to - 1]?.type === 'date' || yearOf(tokens[to - 1]) !== null)
  );
}

function relationAfter(tokens: readonly Token[], next: number): Relation | null {
  const joined = /^(?:or|and)$/.test(tokens[next]?.text ?? '');
  const word = tokens[joined ? next + 1 : next]?.text ?? '';
  if (/^(?:later|after|onwards?|thereafter|beyond)$/.test(word) && (joined || word.startsWith('onward'))) return 'from';
  return joined && /^(?:earlier|before)$/.test(word) ? 'until' : null;
}
