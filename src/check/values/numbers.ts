/** Numbers in digits and words without their unit: "1.16 million", "7½", "two-thirds", "one hundred fifty thousand". */
import type { Token } from './tokens.ts';

export interface Amount {
  readonly value: number;
  readonly next: number;
  readonly spelled: boolean;
  readonly scaled: boolean;
  readonly step: number | null;
  /** True for "one-half" and "2/3", which are shares unless a unit follows. */
  readonly share: boolean;
}

const inOrder = (words: string, first: number, step = 1): [string, number][] =>
  words.split(' ').map((word, at) => [word, first + at * step]);

const SMALL = new Map<string, number>([
  ...inOrder(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    0,
  ),
  ...inOrder('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
  ...inOrder(
    'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    0,
  ),
  ...inOrder('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
]);
const SCALES = new Map<string, number>([
  ['hundred', 100],
  ...['thousand', 'tausend'].map((word): [string, number] => [word, 1_000]),
  ...['million', 'mio', 'millionen'].map((word): [string, number] => [word, 1_000_000]),
  ...['billion', 'mrd', 'milliarden'].map((word): [string, number] => [word, 1_000_000_000]),
  ['trillion', 1_000_000_000_000],
]);
const ORDINALS = new Map<string, number>(
  inOrder(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
    1,
  ),
);
/** Denominators that are no ordinals. */
const PARTS = new Map<string, number>([
  ['half', 2],
  ['halve', 2],
  ['quarter', 4],
  ['hundredth', 100],
]);
/** Fractions with a slash that are no dates: halves to tenths and a few more. */
const DENOMINATORS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 32, 50, 100]);

export const ordinalOf = (word: string): number | undefined => ORDINALS.get(word);

const singular = (word: string) => word.replace(/s$/, '');

const scaleOf = (word = ''): number | undefined => SCALES.get(word) ?? SCALES.get(singular(word));

export const amountOf = (value: number, next: number, more: Partial<Amount> = {}): Amount => ({
  value,
  next,
  spelled: false,
  scaled: false,
  step: null,
  share: false,
  ...more,
});

/** Reads the number that starts at a token; null if none does. */
export function readAmount(tokens: readonly Token[], at: number, money: boolean): Amount | null {
  const token = tokens[at];
  if (token?.type === 'number') return inDigits(tokens, at, token, money);
  if (token?.type === 'word') return shareInWords(tokens, at) ?? inWords(tokens, at);
  const vulgar = vulgarFraction(token);
  return vulgar === null ? null : amountOf(vulgar, at + 1, { share: true });
}

/** "½" */
function vulgarFraction(token: Token | undefined): number | null {
  if (token?.type !== 'sign') return null;
  const [, top, bottom] = /^(\d+)\u2044(\d+)$/.exec(token.text.normalize('NFKC')) ?? [];
  return bottom === undefined ? null : Number(top) / Number(bottom);
}

function inDigits(tokens: readonly Token[], at: number, token: Token, money: boolean): Amount | null {
  if (token.value === null) return null;
  const share = slashFraction(tokens, at);
  if (share) return amountOf(share, at + 3, { share: true });
  let { value } = token;
  let step: number | null = lastDigit(token.text, value);
  let next = at + 1;
  const vulgar = vulgarFraction(tokens[next]);
  const hyphened = tokens[next]?.text === '-' ? 1 : 0;
  const slash = slashFraction(tokens, next + hyphened);
  const fraction = Number.isInteger(value) ? (vulgar ?? slash) : null;
  if (fraction !== null) {
    value += fraction;
    step = null;
    next += vulgar ? 1 : 3 + hyphened;
  }
  const hyphen = tokens[next]?.text === '-' && tokens[next + 1]?.type === 'word' ? 1 : 0;
  const scale =
    scaleOf(tokens[next + hyphen]?.text) ?? (money ? shortScale(tokens[next], tokens[next - 1]) : undefined);
  if (scale === undefined) return amountOf(value, next, { step });
  value *= scale;
  step = step && step * scale;
  next += hyphen + 1;
  // "2.5 million million"
  for (let more = scaleOf(tokens[next]?.text); more !== undefined; more = scaleOf(tokens[next]?.text)) {
    value *= more;
    step = null;
    next += 1;
  }
  return amountOf(value, next, { step, scaled: true });
}

const SHORT = new Map([
  ['k', 1_000],
  ['m', 1_000_000],
  ['b', 1_000_000_000],
]);

/** "$10K" */
function shortScale(token: Token | undefined, before: Token | undefined): number | undefined {
  return token && token.start === before?.end ? SHORT.get(token.text) : undefined;
}

/** The value of the last digit that is no zero before the point, or of the last decimal. */
function lastDigit(written: string, value: number): number {
  const decimals = /\.(\d+)$/.exec(written)?.[1]?.length ?? 0;
  if (decimals > 0) return 10 ** -decimals;
  const zeros = /0*$/.exec(String(value))?.[0].length ?? 0;
  return value === 0 ? 1 : 10 ** zeros;
}

function slashFraction(tokens: readonly Token[], at: number): number | null {
  const [top, slash, bottom] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (top?.type !== 'number' || !/^[/\u2044]$/.test(slash?.text ?? '') || bottom?.type !== 'number') return null;
  const [numerator, denominator] = [Number(top.text), Number(bottom.text)];
  return numerator > 0 && numerator < denominator && DENOMINATORS.has(denominator) ? numerator / denominator : null;
}

/** "two and a half", "7 and one-half". */
export function andAHalf(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  const words = tokens.slice(at, at + 4).map(({ text }) => text);
  const [, article = '', , part] = /^and (a|one)( -)? (half|quarter)\b/.exec(words.join(' ')) ?? [];
  if (part === undefined) return null;
  const next = at + words.indexOf(part) + 1;
  if (article === '' || tokens[next]?.text === 'of') return null;
  return { value: part === 'half' ? 1 / 2 : 1 / 4, next };
}

/** "one-half", "two-thirds", "three quarters", "a fifth of", "half of", "half a million". */
function shareInWords(tokens: readonly Token[], at: number): Amount | null {
  const word = tokens[at]?.text ?? '';
  if (word === 'half') return ofScale(tokens, at + 1, 1 / 2) ?? amountOf(1 / 2, at + 1, { spelled: true, share: true });
  const numerator = /^an?$/.test(word) ? 1 : (SMALL.get(word) ?? 0);
  const hyphen = tokens[at + 1]?.text === '-' ? 1 : 0;
  const part = tokens[at + 1 + hyphen]?.text ?? '';
  const denominator = PARTS.get(singular(part)) ?? ORDINALS.get(singular(part)) ?? 0;
  if (numerator === 0 || denominator < 2 || part === 'second' || numerator >= denominator) return null;
  const end = at + 2 + hyphen;
  const value = numerator / denominator;
  return ofScale(tokens, end, value) ?? amountOf(value, end, { spelled: true, share: true });
}

/** "a million" after "half", "of a million" after "three-quarters". */
function ofScale(tokens: readonly Token[], at: number, share: number): Amount | null {
  let next = at;
  while (/^(?:of|a)$/.test(tokens[next]?.text ?? '') && next < at + 2) next += 1;
  const scale = scaleOf(tokens[next]?.text);
  if (scale === undefined || scale < 1_000) return null;
  return amountOf(share * scale, next + 1, { spelled: true, scaled: true });
}

function inWords(tokens: readonly Token[], at: number): Amount | null {
  const word = tokens[at]?.text ?? '';
  const multiple = word.endsWith('fold') ? SMALL.get(word.slice(0, -4)) : undefined;
  const read = wholeInWords(tokens, at) ?? (multiple === undefined ? null : { value: multiple, next: at + 1 });
  if (read === null) return null;
  const half = andAHalf(tokens, read.next);
  if (half) return amountOf(read.value + half.value, half.next, { spelled: true });
  return amountOf(read.value, read.next, { spelled: true, step: lastDigit(String(read.value), read.value) });
}

/** Letters of a number in one word. */
const LONGEST_WORD = 60;

/** "fünfundzwanzigtausend", "einhundertfünfzig"; null for other words. */
function germanCompound(word: string): number | null {
  if (word.length > LONGEST_WORD || !/hundert|tausend|[zß]ig$/.test(word)) return null;
  const [, left, scale, right = ''] =
    /^(.*)(tausend)(?:und)?(.*)$/.exec(word) ?? /^(.*)(hundert)(?:und)?(.*)$/.exec(word) ?? [];
  const numberOf = (part: string) => (part === 'ein' ? 1 : (SMALL.get(part) ?? germanCompound(part)));
  if (scale !== undefined) {
    const times = left === '' ? 1 : numberOf(left ?? '');
    const rest = right === '' ? 0 : numberOf(right);
    return times === null || rest === null ? null : times * (scale === 'tausend' ? 1000 : 100) + rest;
  }
  const [, one = '', ten = ''] = /^(.+)und(.+zig|.+ßig)$/.exec(word) ?? [];
  const [ones, tens] = [one === 'ein' ? 1 : SMALL.get(one), SMALL.get(ten)];
  return ones === undefined || tens === undefined || ones > 9 ? null : ones + tens;
}

/** Reads the longest whole number in words that starts at a token; null if none does. */
function wholeInWords(tokens: readonly Token[], at: number): { value: number; next: number } | null {
  let total = 0;
  let group = 0;
  let next = at;
  let seen = false;
  for (let read = at; read < at + 16; read += 1) {
    const text = tokens[read]?.text ?? '';
    const following = tokens[read + 1]?.text ?? '';
    // Hyphens and "and" continue a number only if a number word follows.
    if (seen && text === '-' && (SCALES.has(following) || (fitsTens(group) && isDigit(following)))) continue;
    if (seen && text === 'and' && group % 100 === 0 && group + total > 0 && SMALL.has(following)) continue;
    const small = SMALL.get(text);
    const scale = SCALES.get(text);
    const compound = seen || small !== undefined || scale !== undefined ? null : germanCompound(text);
    if (compound !== null) total = compound;
    else if (small !== undefined) {
      if (seen && !(group % 100 === 0 && group + total > 0) && !(fitsTens(group) && small < 10)) break;
      group += small;
    } else if (scale === 100 && (!seen || (group > 0 && group < 100))) group = (seen ? group : 1) * 100;
    else if (scale !== undefined && scale > 100) {
      // "two million million"
      if (seen && group === 0 && total > 0) total *= scale;
      else total += (seen ? group : 1) * scale;
      group = 0;
    } else break;
    seen = true;
    next = read + 1;
  }
  return seen ? { value: total + group, next } : null;
}

const fitsTens = (group: number) => group % 100 >= 20 && group % 10 === 0;

const isDigit = (word: string) => (SMALL.get(word) ?? 0) > 0 && (SMALL.get(word) ?? 10) < 10;
