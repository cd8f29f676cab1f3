/** Dates in a text, in figures and in English and German words. */

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const GERMAN_MONTHS = 'jan feb mär apr mai jun jul aug sep okt nov dez'.split(' ');
export const DATE = String.raw`(?:(?<day1>\d{1,2})\.\s?(?<month1>\d{1,2})\.(?<year1>\d{4})|(?<month2>\p{Lu}\p{L}{2,8})\.?\s(?<day2>\d{1,2})\s?,\s(?<year2>\d{4})|(?<day3>\d{1,2})\.?\s(?<month3>\p{Lu}\p{L}{2,8})\s(?<year3>\d{4})|(?<iso>\d{4}-\d{2}-\d{2}))`;
const ANY_DATE = new RegExp(DATE, 'gu');

/** One date, also with slashes, whose order of day and month is not known. Without groups of its own. */
export const DATE_PATTERN = String.raw`(?:${DATE.replace(/\?<\w+>/g, '?:')}|\d{1,2}/\d{1,2}/\d{4})`;

/** As YYYY-MM-DD. */
export function datesIn(text: string): string[] {
  return Array.from(text.matchAll(ANY_DATE), ({ groups = {} }) => {
    if (groups.iso) return groups.iso;
    const written = groups.month2 ?? groups.month3 ?? '';
    const month = groups.month1 === undefined ? monthOf(written) : Number(groups.month1);
    const day = Number(groups.day1 ?? groups.day2 ?? groups.day3);
    const year = groups.year1 ?? groups.year2 ?? groups.year3 ?? '';
    if (month < 1 || month > 12 || day < 1 || day > 31) return '';
    return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  }).filter((date) => date !== '');
}

function monthOf(name: string): number {
  const short = name.slice(0, 3).toLowerCase();
  return 1 + Math.max(MONTHS.indexOf(short), GERMAN_MONTHS.indexOf(short));
}
