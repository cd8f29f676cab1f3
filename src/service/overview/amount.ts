/** Amounts as documents write them. */
import { CURRENCY } from '../documents/currencies.ts';
import { datesIn } from '../documents/writtenDates.ts';

export interface Amount {
  readonly amount: number;
  /** Code or sign; empty if none is stated. */
  readonly currency: string;
}

export type DecimalSign = '.' | ',';

/** Digits in groups that begin with 0 are no amount: "030 123 456". */
const PARTS = new RegExp(
  String.raw`^(?<sign>[-−–+])?\s?(?<before>${CURRENCY})?\s?(?<inner>[-−–])?\s?(?<number>(?!0)\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,4})?|\d+(?:[.,]\d{1,4})?)\s?(?<after>${CURRENCY})?(?<end>-)?$`,
  'u',
);

/** A minus as accountants write it: "(96,000)", "$(96,000)", "($96,000)", "(96,000) EUR". */
const IN_BRACKETS = new RegExp(String.raw`^(${CURRENCY}?\s?)\(([^()]+)\)(\s?${CURRENCY}?)$`, 'u');
/** "+49 932 431 500" */
const TELEPHONE = /^\+\d+(?: \d+)+$/;

/** The sign before the decimals in most of these texts. A sign before three digits says nothing. */
export function decimalSignOf(texts: readonly string[], language: string): DecimalSign {
  let commas = 0;
  for (const text of texts) {
    const [, sign] = /\d([.,])\d{1,2}(?!\d)(?![.,]\d)/.exec(text) ?? [];
    if (sign !== undefined && datesIn(text).length === 0) commas += sign === ',' ? 1 : -1;
  }
  if (commas === 0) return language === 'de' ? ',' : '.';
  return commas > 0 ? ',' : '.';
}

/** Null if the text is more or less than one amount. */
export function readAmount(text: string, decimal: DecimalSign): Amount | null {
  const written = text.trim();
  const [, before = '', inBrackets, after = ''] = IN_BRACKETS.exec(written) ?? [];
  const { groups } = PARTS.exec(inBrackets === undefined ? written : before + inBrackets + after) ?? {};
  if (!groups || TELEPHONE.test(written)) return null;
  const digits = (groups.number ?? '').replace(/['’ \u00a0\u202f]/g, '');
  const [, last] = /([.,])\d+$/.exec(digits) ?? [];
  const isMixed = digits.includes('.') && digits.includes(',');
  const isGrouped = /^(?!0)\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(digits);
  // "1.163" is a thousand where decimals have a comma.
  const sign = isMixed ? last : isGrouped && (last !== decimal || digits.split(/[.,]/).length > 2) ? '' : last;
  const plain = sign === undefined || sign === '' ? digits.replace(/[.,]/g, '') : plainOf(digits, sign);
  if (plain.length > 15) return null;
  const amount = Number(plain);
  const isNegative = [inBrackets, groups.inner, groups.end].some(Boolean) || /[-−–]/.test(groups.sign ?? '');
  return {
    amount: isNegative && amount !== 0 ? -amount : amount,
    currency: currencyOf(groups.before ?? groups.after ?? ''),
  };
}

function plainOf(digits: string, sign: string): string {
  const at = digits.lastIndexOf(sign);
  return `${digits.slice(0, at).replace(/[.,]/g, '')}.${digits.slice(at + 1)}`;
}

const SIGNS: Readonly<Record<string, string>> = { '€': 'EUR', Euro: 'EUR', '£': 'GBP' };

/** The code of a currency whose sign belongs to one currency, else the sign. */
function currencyOf(written: string): string {
  return SIGNS[written] ?? written;
}
