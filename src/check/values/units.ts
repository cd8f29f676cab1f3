/** The unit of a number: percent, currency, period, or what is counted. */

import { monthOf } from '../../text/months.ts';
import { type Amount, andAHalf, ordinalOf } from './numbers.ts';
import type { Token } from './tokens.ts';
import type { Unit } from './value.ts';

const periods = (words: string, unit: Unit, factor: number) =>
  words.split(' ').map((word) => [word, { unit, factor }] as const);
export const PERIODS = new Map<string, { readonly unit: Unit; readonly factor: number }>([
  ...periods('minute', 'days', 1 / 1440),
  ...periods('hour hr', 'days', 1 / 24),
  ...periods('day tag tage tagen', 'days', 1),
  ...periods('week woche wochen', 'days', 7),
  ...periods('fortnight', 'days', 14),
  ...periods('month mo monat monate monaten', 'months', 1),
  ...periods('quarter', 'months', 3),
  ...periods('year yr y jahr jahre jahren kalenderjahre kalenderjahren', 'months', 12),
  ...periods('decade', 'months', 120),
  ...periods('century', 'months', 1200),
]);
/** Words between a number and the period that it counts: "6 succeeding taxable years". */
const BEFORE_PERIOD =
  /^(?:calendar|taxable|tax|consecutive|business|full|whole|complete|additional|more|working|plan|school|fiscal|further|successive|succeeding|preceding|prior|previous|following|immediately|last|first|next|such|equal|or|other|policy|short|normal|fewer|less|straight|separate|different|entire)$/;
/** Words that name nothing that is counted. */
const NOT_A_NOUN =
  /^(?:of|to|and|or|in|on|at|for|the|a|an|is|are|was|were|be|been|if|per|after|before|by|from|with|within|under|over|than|that|which|who|as|but|not|no|may|shall|must|will|can|does|do|did|each|every|all|more|less|fewer|through|until|when|where|while|then|so|it|its|he|she|they|this|these|those|such|only|also|plus|minus|times|equals|makes|make|exceeds?|applies|instead|because|since|against|between|during|into|unless|except|whichever|whether|however|allowed|allowable|here|there|above|below|up)$/;
export interface ReadUnit {
  readonly unit: Unit;
  readonly value: number;
  /** What a number is multiplied with to be in the unit. */
  readonly factor: number;
  readonly next: number;
  readonly currency: string;
  readonly noun: string;
}

export const plainUnit = (value: number, next: number): ReadUnit => ({
  unit: 'plain',
  value,
  factor: 1,
  next,
  currency: '',
  noun: '',
});

export function readUnit(tokens: readonly Token[], at: number, { value, next, share, spelled }: Amount): ReadUnit {
  const plain = plainUnit(value, next);
  const hyphen = tokens[next]?.text === '-' && tokens[next]?.start === tokens[next - 1]?.end ? 1 : 0;
  const after = next + hyphen;
  const word = tokens[after]?.text ?? '';
  const isAttached = tokens[next]?.start === tokens[next - 1]?.end;
  if (!spelled && isAttached && /^(?:st|nd|rd|th)$/.test(tokens[next]?.text ?? ''))
    return { ...plain, unit: 'ordinal', next: next + 1 };
  const percent = percentAfter(tokens, after, value, share);
  if (percent) return { ...plain, ...percent, unit: 'percent' };
  const money = currencyAfter(tokens, after);
  if (money) return { ...plain, ...money, unit: 'money' };
  if (/^(?:cents?|¢)$/.test(word))
    return { ...plain, unit: 'money', currency: 'USD', ...scaled(value, 1 / 100), next: after + 1 };
  const period = periodAfter(tokens, after, value, share);
  if (period) return { ...plain, ...period };
  if (isAge(tokens, at)) return { ...plain, noun: 'age', unit: 'months', ...scaled(value, 12) };
  if (share) return { ...plain, unit: 'percent', ...scaled(value, 100) };
  if (/fold$/.test(tokens[next - 1]?.text ?? '')) return { ...plain, unit: 'count', noun: 'fold' };
  const noun = nounAfter(tokens, after);
  return noun ? { ...plain, ...noun, unit: 'count' } : plain;
}

/** What a unit changes of a number. */
type Read = Partial<ReadUnit> | null;

function percentAfter(tokens: readonly Token[], at: number, value: number, share: boolean): Read {
  const written = tokens.slice(at, at + 4).map(({ text }) => text);
  const [match] = PERCENT.exec(written.join(' ')) ?? [];
  const isHundredth = match?.startsWith('b') ?? false;
  if (match) return { ...scaled(value, isHundredth ? 1 / 100 : 1), next: at + match.split(' ').length };
  // "one-half of 1 percent", "half a percent"
  const [small] = (share && /^(?:of (?:1|one|a)|a) (?:percent|%)/.exec(written.join(' '))) || [];
  return small === undefined ? null : { value, factor: 1, next: at + small.split(' ').length };
}

const PERCENT =
  /^(?:%|percent\b|pct\b|prozent\b|percentages\b|per cent(?:um)?\b|percentage points?\b|bps\b|basis points?\b)/;

const scaled = (value: number, factor: number) => ({ value: value * factor, factor });

function periodAfter(tokens: readonly Token[], at: number, value: number, share: boolean): Read {
  let next = at;
  // "half a year"; but "half of the year" is a share.
  if (share && /^(?:a|an)$/.test(tokens[next]?.text ?? '')) next += 1;
  for (let skipped = 0; skipped < 3 && BEFORE_PERIOD.test(tokens[next]?.text ?? ''); skipped += 1)
    next += tokens[next + 1]?.text === '-' ? 2 : 1;
  if (share && next > at + 1) return null;
  const word = tokens[next]?.text ?? '';
  const period = PERIODS.get(word) ?? PERIODS.get(word.replace(/'?s'?$/, ''));
  if (period === undefined) return null;
  const { unit, factor } = period;
  const half = share ? null : andAHalf(tokens, next + 1);
  // "a year and a half" is read by the caller; "one year and a half" here.
  return { unit, value: (value + (half?.value ?? 0)) * factor, factor, next: half?.next ?? next + 1 };
}

function isAge(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at - 1]?.text ?? '';
  if (/^(?:age|aged|ages|turns|turned)$/.test(word)) return true;
  return word === 'of' && tokens[at - 2]?.text === 'age';
}

/** "12 members" */
function nounAfter(tokens: readonly Token[], at: number): Read {
  const { type, text } = tokens[at] ?? { type: 'sign', text: '' };
  if (type !== 'word' || text.length < 3 || NOT_A_NOUN.test(text) || ordinalOf(text) !== undefined) return null;
  // "7 February 1, 2031": the number of a row in front of a date.
  if (monthOf(text) !== null && tokens[at + 1]?.type === 'number') return null;
  return { noun: singular(text), next: at + 1 };
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const CURRENCY_WORDS = {
  USD: '$ usd dollar dollars',
  EUR: '€ eur euro euros',
  GBP: '£ gbp',
  JPY: '¥ yen',
  CHF: 'chf',
  CAD: 'cad',
};
const CURRENCIES = new Map(
  Object.entries(CURRENCY_WORDS).flatMap(([currency, words]) =>
    words.split(' ').map((word) => [word, currency] as const),
  ),
);

/** `next` is the index of the token that follows. "$", "US$", "U.S. $", "USD". */
export function currencyBefore(tokens: readonly Token[], at: number): { currency: string; next: number } | null {
  const token = tokens[at];
  if (token === undefined) return null;
  const currency = CURRENCIES.get(token.text);
  if (currency !== undefined && token.text !== 'dollar' && token.text !== 'dollars') {
    // "$(1,234)" is a negative amount.
    const next = tokens[at + 1]?.text === '(' || tokens[at + 1]?.text === '-' ? at + 2 : at + 1;
    return { currency, next };
  }
  return token.text === 'us' && tokens[at + 1]?.text === '$' ? { currency: 'USD', next: at + 2 } : null;
}

/** "dollars", "USD", "U.S. dollars". A currency between two numbers belongs to the second one, if that is on the same line. */
function currencyAfter(tokens: readonly Token[], at: number): { currency: string; next: number } | null {
  const word = tokens[at]?.text ?? '';
  const written = word === 'u' ? tokens.slice(at, at + 5).map(({ text }) => text) : [];
  if (/^u\.s\.dollars?$/.test(written.join(''))) return { currency: 'USD', next: at + 5 };
  const currency = CURRENCIES.get(word);
  const following = tokens[at + 1];
  if (currency === undefined || (following?.type === 'number' && !following.onNewLine)) return null;
  return { currency, next: at + 1 };
}
