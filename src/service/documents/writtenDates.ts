/** Dates in a text, in figures and in words of the languages of `months.ts`. */
import { MONTH_NAME, monthOf } from '../../text/months.ts';

export const DATE = String.raw`(?<!\d)(?:(?<day1>\d{1,2})\.\s?(?<month1>\d{1,2})\.(?<year1>\d{4})|(?<month2>\p{Lu}\p{L}{2,8})\.?\s(?<day2>\d{1,2})(?:st|nd|rd|th)?\s?,\s(?<year2>\d{4})|(?<day3>\d{1,2})(?:er)?(?:\.?\s|-)(?<month3>\p{Lu}\p{L}{2,8}|${MONTH_NAME})(?:\.?,?\s|-)(?<year3>\d{4})|(?<![\p{L}-])(?<year4>\d{4})-(?<month4>\d{2})-(?<day4>\d{2})(?!-))(?!\d)`;
const ANY_DATE = new RegExp(DATE, 'gu');

/** One date, also with slashes, whose order of day and month is not known. The pattern has no groups. */
export const DATE_PATTERN = String.raw`(?:${DATE.replace(/\?<\w+>/g, '?:')}|\d{1,2}/\d{1,2}/\d{4})`;

/** As YYYY-MM-DD. */
export function datesIn(text: string): string[] {
  return Array.from(text.matchAll(ANY_DATE), ({ groups = {} }) => {
    const written = groups.month2 ?? groups.month3 ?? '';
    const month = Number(groups.month1 ?? groups.month4 ?? monthOf(written) ?? 0);
    const day = Number(groups.day1 ?? groups.day2 ?? groups.day3 ?? groups.day4);
    return isoDate(Number(groups.year1 ?? groups.year2 ?? groups.year3 ?? groups.year4), month, day);
  }).filter((date) => date !== '');
}

const SLASHED = /^\d{1,2}\/\d{1,2}\/\d{4}$/;
/** Longest text that is a date. */
const LONGEST_DATE = 45;

/** A date whose order of day and month the text does not say. */
export function isSlashedDate(text: string): boolean {
  return SLASHED.test(text);
}

/** YYYY-MM-DD if the text is one date. "03/04/2025" is either of two, so it is none. */
export function dateOf(text: string): string {
  if (text.length > LONGEST_DATE) return '';
  if (isSlashedDate(text)) {
    const [first = 0, second = 0, year = 0] = text.split('/').map(Number);
    if (first > 12 === second > 12 && first !== second) return '';
    const [month = 0, day = 0] = first > 12 ? [second, first] : [first, second];
    return isoDate(year, month, day);
  }
  const dates = datesIn(text);
  return dates.length === 1 ? (dates[0] ?? '') : '';
}

/** As YYYY-MM-DD. Empty if the calendar has no such day. */
function isoDate(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay ? date.toISOString().slice(0, 10) : '';
}
