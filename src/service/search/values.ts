/**
 * Writes the values of a text in one form each, so that "$1.16 million", "1,160,000" and "1.160.000,00 €" are the same word, as are
 * "11/23/2024" and "November 23, 2024". Each pattern begins with what is rare in a text, because all documents are read.
 */
import { monthName, monthOf } from '../../text/months.ts';

/** The language of a document decides how its words are stemmed. All but German are stemmed as English. */
export type Language = 'en' | 'de';

const MAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}.-]{1,250}/gu;
/** `U.S.`, `J.P.` */
const INITIALS = /(?:\p{Lu}\.){2,5}/gu;
/** `RE-20151008-504`, `1099-MISC`. */
const LABEL = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[-/_][A-Za-z0-9]+)+/g;
const ISO_DATE = /^(?:19|20)\d\d-\d\d-\d\d$/;
const SLASHED_DATE = /^\d{1,2}\/\d{1,2}\/(?:19|20)\d\d$/;
const DOTTED_DATE = /(?<![\d.])\d{1,2}\.[ \u00a0]?\d{1,2}\.[ \u00a0]?(?:19|20)\d\d(?!\d)/g;
const DATE_IN_WORDS = /\d{1,2}(?:st|nd|rd|th)?(?:,? |(?:\.? (?:of )?|-)(\p{L}{3,9})(?:\.?,? |-))(?:19|20)\d\d(?!\d)/gu;
const MONTH_BEFORE = /(\p{L}{3,9})\.? {1,2}$/u;
/** Plans are called by the subsection that they are named after, written with and without brackets. */
const PLAN = /\b(401|403|457)\(([kb])\)/g;

const UNIT = 'thousand|millions?|billions?|Tsd|Tausend|Mio|Millionen|Mrd|Milliarden|bn|mn';
const AMOUNT = new RegExp(
  String.raw`\d+(?:(?:[.,'\u00a0\u202f]\d+)+|(?: \d{3})+(?=(?:,\d+)? ?(?:€|EUR|Euro)))(?:(?:[ -](?:${UNIT})|[kKmMbB])\b)?|\d+(?:[ -](?:${UNIT})|[kKmMbB])\b`,
  'g',
);
const FACTORS: Readonly<Record<string, number>> = { t: 1e3, k: 1e3, m: 1e6, b: 1e9 };

/** The text with each value in the form in which it is compared. */
export function findValues(text: string, language: Language): string {
  let found = text;
  if (found.includes('@')) found = found.replace(MAIL, (mail) => `${apart(mail)} ${joined(mail)}`);
  if (/\.\p{Lu}\./u.test(found)) found = found.replace(INITIALS, (initials) => `${joined(initials)} `);
  if (!/\d/.test(found)) return found;
  if (/\d\.[ \u00a0]?\d\d?\.[ \u00a0]?\d\d/.test(found))
    found = found.replace(DOTTED_DATE, (date) => dateOf(numbersIn(date).toReversed()));
  found = found.replace(DATE_IN_WORDS, (date, between: string | undefined, at: number, whole: string) => {
    const month = monthOf(between ?? MONTH_BEFORE.exec(whole.slice(Math.max(0, at - 12), at))?.[1] ?? '');
    const [day, year] = numbersIn(date);
    if (month === null) return date;
    return between === undefined ? `${date} ${dateWord(year, month, day)}` : dateOf([year, month, day]);
  });
  if (/\d[-/_]|[-/_]\d/.test(found)) found = found.replace(LABEL, labelOf);
  found = found.replace(AMOUNT, (amount, at: number, whole: string) => {
    const around = whole.slice(Math.max(0, at - 4), at) + whole.slice(at + amount.length, at + amount.length + 5);
    return amountOf(amount, language, /[$€£]|USD|EUR|Euro|CHF|GBP/.test(around));
  });
  return found.includes('(k)') || found.includes('(b)') ? found.replace(PLAN, '$& $1$2') : found;
}

function labelOf(label: string): string {
  if (!/\d/.test(label)) return label;
  if (ISO_DATE.test(label)) return dateOf(numbersIn(label));
  if (SLASHED_DATE.test(label)) {
    const [first = 0, second, year] = numbersIn(label);
    return first > 12 ? dateOf([year, second, first]) : dateOf([year, first, second]);
  }
  // "60-day" and "2024/25" are words and numbers of their own.
  return /\p{Lu}|\d[-/_]\d+[-/_]\d/u.test(label) ? `${label} ${joined(label)}` : label;
}

/** Month, day and year in words, and the date as one word. */
function dateOf([year, month = 0, day = 0]: readonly (number | undefined)[]): string {
  const name = monthName(month);
  if (name === undefined || day < 1 || day > 31) return `${day} ${month} ${year}`;
  return `${name} ${day} ${year} ${dateWord(year, month, day)}`;
}

function dateWord(year = 0, month = 0, day = 0): string {
  return `d${year * 10_000 + month * 100 + day}`;
}

function numbersIn(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function amountOf(amount: string, language: Language, hasCurrency: boolean): string {
  const [number = '', unit = ''] = amount.split(/[ -]?(?=\p{L})/u);
  // "50K" without a currency may be anything.
  const isScaled = unit.length > 1 || (unit !== '' && hasCurrency);
  const plain = plainNumber(number, language, hasCurrency || isScaled);
  if (!isScaled || !/^\d+(?:\.\d+)?$/.test(plain)) return plain.replaceAll('.', 'p') + unit;
  const factor = FACTORS[/^M(?:rd|illia)/.test(unit) ? 'b' : unit.charAt(0).toLowerCase()] ?? 1;
  return String(Math.round(Number(plain) * factor * 100) / 100).replace('.', 'p');
}

/** The number with a point before its decimals, and nothing between its thousands. "1.263.4" keeps its points. */
function plainNumber(number: string, language: Language, isAmount: boolean): string {
  const digits = number.replace(/[ '\u00a0\u202f]/g, '');
  const lastSign = digits.match(/[.,](?=\d+$)/)?.[0];
  const isMixed = digits.includes(',') && digits.includes('.');
  const decimal = isMixed ? lastSign : language === 'de' ? ',' : '.';
  const [inGroups, ofDecimals] = decimal === '.' ? [GROUPED, GROUPED_GERMAN] : [GROUPED_GERMAN, GROUPED];
  let found: string;
  if (inGroups.test(digits)) found = withoutGroups(digits, decimal === '.' ? ',' : '.');
  // Three digits after the sign of decimals are thousands if the number is an amount or has more such groups.
  else if (ofDecimals.test(digits) && (isAmount || digits.length > 7)) found = digits.replace(/[.,]/g, '');
  else found = digits.replaceAll(',', '.');
  return isAmount && /^\d+\.\d+$/.test(found) ? found.replace(/\.?0+$/, '') : found;
}

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const GROUPED_GERMAN = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/;

function withoutGroups(digits: string, sign: string): string {
  return digits.replaceAll(sign, '').replace(',', '.').replace(/\.0+$/, '');
}

function apart(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ');
}

function joined(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
