/** Labels and values within one line. */
import { CURRENCIES, CURRENCY } from './currencies.ts';
import { partyOf } from './partyLabels.ts';
import { DATE_PATTERN } from './writtenDates.ts';

export interface ValuePair {
  readonly label: string;
  readonly value: string;
  /** Of a row: the cell of the value, from 0. */
  readonly cell?: number;
}

const LONGEST_LABEL = 50;
const MOST_WORDS = 7;
const LONGEST_VALUE = 120;
/** Longest reference in a row, such as a number of an order. */
const LONGEST_REFERENCE = 40;

const NUMBER = String.raw`\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,4})?(?!\d)|\d+(?:[.,]\d{1,4})?(?!\d)`;
/** An amount with its currency, if it has one. */
const AMOUNT = String.raw`[(]?[-−–+]?\s?(?:${CURRENCY}\s?)?[-−–]?\s?(?:${NUMBER})(?:\s?(?:${CURRENCY}|%))?(?:\)|-(?!\w))?`;
const ONLY_AMOUNT = new RegExp(`^(?:${AMOUNT})$`, 'u');
/** The value that a text begins with. What follows it can still belong to it: "3 items", "1.1.2025 to 31.3.2025". */
const FIRST_VALUE = new RegExp(String.raw`^(?:${DATE_PATTERN}|(?:${AMOUNT})(?=$|\s|[,;](?!\d)))`, 'u');
/** An amount of money or a rate: nothing that follows belongs to it. */
const WITH_CURRENCY = new RegExp(String.raw`${CURRENCY}|%|[.,]\d\d(?!\d)`, 'u');
/** What ends a value. */
const VALUE_END = /^(?:$|[,;]|\.(?=\s|$)|\s{2})/;
const ONLY_DATE = new RegExp(`^(?:${DATE_PATTERN})$`, 'u');
const UNIT = new RegExp(String.raw`^(?:${CURRENCY}|%|\(\p{L}{1,4}\)|\*+|\p{L}{1,3})$`, 'u');
const PERCENT = /^-?\d+(?:[.,]\d+)?\s?%$/;

/** A colon between a label and its value; not one of a time or an address. */
const COLON = /\s?:(?=\s|$)|(?<=\p{L}):(?=\d)/gu;
/** Not after an abbreviation such as "USt.", "No." or "excl.". */
const SENTENCE_END = /(?<!excl|incl|exkl|inkl)(?<=\p{Ll}{3}|\p{Lu}{3}|\d)[.;!?](?=\s)/gu;

/** `Rechnung Nr. 17/2025 vom 1.3.2025`, `Invoice # RE-507 issued at 2019-06-10`, `Facture n° 17 du 1er mars 2025`. */
const NUMBERED = new RegExp(
  String.raw`(?<![\p{L}\d])(?<label>\p{L}[\p{L}-]{2,30} ?(?:\([^()]{1,20}\) ?)?(?:[Nn]r\.?|No\.?|Number|Nummer|#|№|[Nn][°º])) ?(?<value>(?=\S{0,30}\d)[\p{L}\d](?:[\p{L}\d./_-]{0,40}[\p{L}\d])?)(?![-\p{L}\d])(?: {1,2}(?<dated>vom|von|van|du|dated|date|of|issued (?:at|on)) (?<date>${DATE_PATTERN}))?`,
  'gu',
);
/** `TOTAL $821.14` as a line of its own. */
const LABEL_AND_MONEY = new RegExp(
  String.raw`^(?<label>\p{L}[^\d\p{Sc}:]{1,40}?)\s{1,3}(?<value>[-−]?(?:${CURRENCY}\s?[-−]?(?:${NUMBER})|(?:${NUMBER})\s?${CURRENCY}))$`,
  'u',
);
const DATED = new RegExp(`^(?<dated>Dated|Issued (?:at|on)) (?<date>${DATE_PATTERN})`, 'u');
/** The form of a company after a comma. It is part of the name, with its full stop. */
const FORM = String.raw`(?:, (?:Inc|Corp|Ltd|Co|L\.?L\.?C|L\.?L\.?P|L\.?P|P\.?C|N\.?A)\b\.?)?`;
/** The parties of a contract. */
const BETWEEN = new RegExp(
  String.raw`(?<![\p{L}\d])(?<label>between|zwischen(?: der| dem)?) (?<one>\p{Lu}[^()]{3,70}?)(?: \([^()]{1,60}\))?,? (?<and>and|und)(?: der| dem)? (?<other>\p{Lu}[^()]{3,70}?${FORM})(?= ?[(;]|[,.](?:\s|$)|\s?$)`,
  'u',
);
/** A name that ends with the form of a company, at the end of a text. */
const FORM_AT_END = /,? (?:Inc|Corp|Ltd|Co)$/;

/** The text as a label; empty if it is none. */
export function labelOf(text: string): string {
  const label = text.replace(/^[\s*_#>-]+|[\s*_]+$/g, '');
  const isLabel = /^\p{L}/u.test(label) && label.length <= LONGEST_LABEL && !/[:|\t]/.test(label);
  return isLabel && label.split(/\s+/).length <= MOST_WORDS ? label : '';
}

/** `cells` are those of one row. */
export function rowPairs(cells: readonly string[]): ValuePair[] {
  const pairs: ValuePair[] = [];
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? '';
    const next = cells[at + 1] ?? '';
    const label = labelOf(cell.replace(/\s?:$/, ''));
    if (label !== '' && next !== '' && cell.endsWith(':') !== next.startsWith(':')) {
      pairs.push(...pairOf(label, next.replace(/^:\s*/, ''), at + 1));
      at += 1;
    } else pairs.push(...pairsInText(cell).map((pair) => ({ ...pair, cell: at })));
  }
  return pairs.length > 0 ? pairs : amountOfRow(cells);
}

/** The only value of a row after a label: `Tax | EUR | 54.44`. */
function amountOfRow([first = '', ...rest]: readonly string[]): ValuePair[] {
  const label = labelOf(first);
  if (label === '') return [];
  const values: { value: string; cell: number }[] = [];
  for (const [at, value] of rest.entries()) {
    if (value === '' || UNIT.test(value) || PERCENT.test(value) || rest[at + 1] === '%') continue;
    if (!isValue(value)) return [];
    values.push({ value, cell: at + 1 });
  }
  const [only] = values;
  if (only === undefined || values.length > 1) return [];
  // The currency is in a cell of its own.
  const currency = rest.find((cell) => CURRENCIES.has(cell));
  return pairOf(currency === undefined ? label : `${label} ${currency}`, only.value, only.cell);
}

/** An amount, or a whole number that can be one. */
export function isAmount(text: string): boolean {
  return ONLY_AMOUNT.test(text) && !PERCENT.test(text);
}

function isValue(text: string): boolean {
  return (
    ONLY_AMOUNT.test(text) || ONLY_DATE.test(text) || (text.length <= LONGEST_REFERENCE && /^\S*\d\S*$/.test(text))
  );
}

/** `Subject: Re: Invoice 17`: a field of a message, whose value is the whole rest of the line. */
export function fieldOfHeader(text: string): ValuePair[] {
  const at = text.indexOf(':');
  return at < 0 ? [] : pairOf(labelOf(text.slice(0, at)), text.slice(at + 1));
}

export function pairsInText(text: string): ValuePair[] {
  const hasDigit = /\d/.test(text);
  const pairs = [...(hasDigit ? numberedPairs(text) : []), ...partyPairs(text), ...pairsAtColons(text)];
  if (pairs.length > 0 || !hasDigit) return pairs;
  const { label = '', value = '' } = LABEL_AND_MONEY.exec(text)?.groups ?? {};
  return pairOf(labelOf(label), value);
}

function numberedPairs(text: string): ValuePair[] {
  const numbered = Array.from(text.matchAll(NUMBERED), ({ groups = {} }) => [
    ...pairOf(groups.label ?? '', groups.value ?? ''),
    ...pairOf(groups.dated === undefined ? '' : `${groups.label} ${groups.dated}`, groups.date ?? ''),
  ]).flat();
  const { dated = '', date = '' } = DATED.exec(text)?.groups ?? {};
  return [...numbered, ...pairOf(dated, date)];
}

function partyPairs(text: string): ValuePair[] {
  const { label = '', one = '', and = '', other = '' } = BETWEEN.exec(text)?.groups ?? {};
  return [...pairOf(label, one), ...pairOf(and, other)];
}

function pairsAtColons(text: string): ValuePair[] {
  if (!text.includes(':')) return [];
  const pairs: ValuePair[] = [];
  const pieces = text.split(COLON);
  let label = labelAtEnd(pieces[0] ?? '');
  for (const [at, piece] of pieces.slice(1).entries()) {
    const isLast = at === pieces.length - 2;
    const rest = piece.replace(/^[\s*_]+/, '');
    const end =
      firstValueEnd(rest, isLast) ??
      (partyOf(label) !== null ? nameEnd(rest, isLast) : isLast ? rest.length : sentenceEnd(rest));
    if (label !== '') pairs.push(...pairOf(label, rest.slice(0, end)));
    label = labelAtEnd(rest.slice(end));
  }
  return pairs;
}

/** Undefined if the text does not begin with a value, or with more than one. */
function firstValueEnd(text: string, isLast: boolean): number | undefined {
  const [value = ''] = FIRST_VALUE.exec(text) ?? [];
  if (value === '') return undefined;
  const behind = text.slice(value.length);
  const isWhole = VALUE_END.test(behind) || (!ONLY_DATE.test(value) && WITH_CURRENCY.test(value));
  // The label of the next value.
  const isBeforeLabel = !isLast && /^\s\p{Lu}/u.test(behind) && labelAtEnd(behind) !== '';
  return isWhole || isBeforeLabel ? value.length : undefined;
}

/** The words after the last sentence end. */
function labelAtEnd(text: string): string {
  const end = Array.from(text.matchAll(SENTENCE_END)).at(-1);
  return labelOf((end ? text.slice(end.index + 1) : text).replace(/^[\s,;)]+/, ''));
}

function sentenceEnd(text: string): number {
  return text.match(/[.;!?](?=\s{1,3}\p{Lu})/u)?.index ?? text.length;
}

/** The end of the sentence that begins with a name: "Pier Nine Properties. 8,900 sq ft." */
function nameEnd(text: string, isLast: boolean): number {
  const first = Array.from(text.matchAll(SENTENCE_END))[0]?.index ?? text.length;
  const end = isLast ? first : Math.min(first, sentenceEnd(text));
  return FORM_AT_END.test(text.slice(0, end)) ? Math.min(end + 1, text.length) : end;
}

function pairOf(label: string, written: string, cell?: number): ValuePair[] {
  const value = written.replace(/^[\s*_`]+|[\s*_`]+$/g, '');
  // Text that ends with a colon is a label itself.
  if (label === '' || value === '' || value.length > LONGEST_VALUE || value.endsWith(':')) return [];
  return [{ label, value, ...(cell !== undefined && { cell }) }];
}
