/** Numbers in digits and words without their unit: "1.16 million", "7½", "two-thirds", "one hundred fifty thousand". */
import { FRACTIONS, type ReadNumber, readNumberWords, scaleOf, smallNumber } from './numberWords.ts';
import { add, multiply, type Rational, rational } from './rational.ts';
import type { Token } from './tokens.ts';

export interface Amount {
  readonly value: Rational;
  readonly next: number;
  readonly spelled: boolean;
  readonly scaled: boolean;
  readonly step: Rational | null;
  /** True for "one-half" and "2/3", which are shares unless a unit follows. */
  readonly share: boolean;
}

const VULGAR = new Map<string, readonly [number, number]>([
  ['½', [1, 2]],
  ['¼', [1, 4]],
  ['¾', [3, 4]],
  ['⅓', [1, 3]],
  ['⅔', [2, 3]],
  ['⅕', [1, 5]],
  ['⅖', [2, 5]],
  ['⅗', [3, 5]],
  ['⅘', [4, 5]],
  ['⅙', [1, 6]],
  ['⅛', [1, 8]],
  ['⅜', [3, 8]],
  ['⅝', [5, 8]],
  ['⅞', [7, 8]],
  ['⅒', [1, 10]],
]);
/** Fractions with a slash that are no dates: halves to tenths and a few more. */
const DENOMINATORS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 20, 25, 32, 50, 100]);

/** Reads the number that starts at a token; null if none does. */
export function readAmount(tokens: readonly Token[], at: number, money: boolean): Amount | null {
  const token = tokens[at];
  if (token === undefined) return null;
  if (token.type === 'number') return amountInDigits(tokens, at, token, money);
  const vulgar = VULGAR.get(token.text);
  if (vulgar) return shareOf(vulgar[0], vulgar[1], at + 1, false);
  if (token.type !== 'word') return null;
  return shareInWords(tokens, at) ?? amountInWords(tokens, at);
}

function shareOf(numerator: number | bigint, denominator: number, next: number, spelled: boolean): Amount {
  return { value: rational(numerator, denominator), next, spelled, scaled: false, step: null, share: true };
}

function amountInDigits(tokens: readonly Token[], at: number, token: Token, money: boolean): Amount | null {
  if (token.value === null) return null;
  let value = token.value;
  let step: Rational | null = lastDigit(token.text, value);
  let next = at + 1;
  let scaled = false;
  const following = tokens[next];
  const fraction =
    VULGAR.get(following?.text ?? '') ?? slashFraction(tokens, tokens[next]?.text === '-' ? next + 1 : next);
  const slash = slashFraction(tokens, at);
  if (slash) return shareOf(slash[0], slash[1], at + 3, false);
  if (fraction && value.denominator === 1n && following !== undefined) {
    value = add(value, rational(fraction[0], fraction[1]));
    step = null;
    next += VULGAR.has(following.text) ? 1 : following.text === '-' ? 4 : 3;
  } else {
    const half = money ? null : andAHalf(tokens, next);
    if (half) {
      value = add(value, half.value);
      step = null;
      next = half.next;
    }
  }
  const hyphen = tokens[next]?.text === '-' && tokens[next + 1]?.type === 'word' ? 1 : 0;
  const scale =
    scaleOf(tokens[next + hyphen]?.text ?? '') ?? (money ? shortScale(tokens[next], tokens[next - 1]) : undefined);
  if (scale !== undefined) {
    value = multiply(value, rational(scale));
    step = step && multiply(step, rational(scale));
    scaled = true;
    next += hyphen + 1;
    // "2.5 million million"
    for (let more = scaleOf(tokens[next]?.text ?? ''); more !== undefined; more = scaleOf(tokens[next]?.text ?? '')) {
      value = multiply(value, rational(more));
      step = null;
      next += 1;
    }
  }
  return { value, next, spelled: false, scaled, step, share: false };
}

function shortScale(token: Token | undefined, before: Token | undefined): bigint | undefined {
  if (token === undefined || token.type !== 'word') return undefined;
  const attached = token.start === before?.end;
  if (attached && token.text === 'k') return 1_000n;
  if (/^(?:mn|mio)$/.test(token.text) || (attached && token.text === 'm')) return 1_000_000n;
  return token.text === 'bn' || (attached && token.text === 'b') ? 1_000_000_000n : undefined;
}

/** The value of the last digit that is no zero before the point, or of the last decimal. */
function lastDigit(written: string, value: Rational): Rational {
  const decimals = /\.(\d+)$/.exec(written)?.[1]?.length ?? 0;
  if (decimals > 0) return rational(1n, 10n ** BigInt(decimals));
  const zeros = /0*$/.exec(String(value.numerator))?.[0].length ?? 0;
  return rational(value.numerator === 0n ? 1n : 10n ** BigInt(zeros));
}

function slashFraction(tokens: readonly Token[], at: number): readonly [number, number] | null {
  const [top, slash, bottom] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (top?.type !== 'number' || (slash?.text !== '/' && slash?.text !== '⁄') || bottom?.type !== 'number') return null;
  const numerator = Number(top.text);
  const denominator = Number(bottom.text);
  return numerator > 0 && numerator < denominator && DENOMINATORS.has(denominator) ? [numerator, denominator] : null;
}

/** "two and a half", "7 and one-half". */
export function andAHalf(tokens: readonly Token[], at: number): { value: Rational; next: number } | null {
  if (tokens[at]?.text !== 'and') return null;
  let next = at + 1;
  if (/^(?:a|one)$/.test(tokens[next]?.text ?? '')) next += 1;
  if (tokens[next]?.text === '-') next += 1;
  if (next === at + 1 || tokens[next + 1]?.text === 'of') return null;
  const word = tokens[next]?.text ?? '';
  if (word === 'half') return { value: rational(1, 2), next: next + 1 };
  return word === 'quarter' ? { value: rational(1, 4), next: next + 1 } : null;
}

/** "one-half", "two-thirds", "three quarters", "a fifth of", "half of". */
function shareInWords(tokens: readonly Token[], at: number): Amount | null {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1]?.text ?? '';
  if (word === 'half') {
    if (next === '-') return null;
    if (/^(?:million|billion|thousand)$/.test(scaleWord(tokens, at + 1))) return shareOfScale(tokens, at + 1, 1, 2);
    return shareOf(1, 2, at + 1, true);
  }
  const numerator = word === 'a' || word === 'an' ? 1 : smallNumber(word);
  if (numerator === undefined || numerator === 0) return null;
  const hyphen = next === '-' ? 1 : 0;
  const part = tokens[at + 1 + hyphen]?.text ?? '';
  const denominator = FRACTIONS.get(part);
  if (denominator === undefined || numerator >= denominator) return null;
  const end = at + 2 + hyphen;
  // "a third person", "one fifth year": without hyphen and "of" it may be an ordinal.
  const plural = part.endsWith('s') || part === 'halves';
  const sure =
    hyphen === 1 ||
    part === 'half' ||
    plural ||
    /^(?:of|the|is|are|was|were|may|can)$/.test(tokens[end]?.text ?? '') ||
    /^[.,;:)]$/.test(tokens[end]?.text ?? '.');
  if (!sure || (part === 'quarters' && numerator > 3)) return null;
  if (/^(?:million|billion|thousand)$/.test(scaleWord(tokens, end)) && part === 'half')
    return shareOfScale(tokens, end, 1, 2);
  // "three-quarters of a million"
  if (tokens[end]?.text === 'of' && /^(?:million|billion)$/.test(scaleWord(tokens, end + 1)))
    return shareOfScale(tokens, end + 1, numerator, denominator);
  return shareOf(numerator, denominator, end, true);
}

const scaleWord = (tokens: readonly Token[], at: number) => {
  const article = /^(?:a|of)$/.test(tokens[at]?.text ?? '') ? 1 : 0;
  return tokens[at + article]?.text ?? '';
};

/** "half a million". */
function shareOfScale(tokens: readonly Token[], at: number, numerator: number, denominator: number): Amount {
  const article = /^(?:a|of)$/.test(tokens[at]?.text ?? '') ? 1 : 0;
  const scale = scaleOf(tokens[at + article]?.text ?? '') ?? 1n;
  const value = rational(scale * BigInt(numerator), denominator);
  return { value, next: at + article + 1, spelled: true, scaled: true, step: null, share: false };
}

/** "tenfold" */
function readMultiple(word: string, at: number): ReadNumber | null {
  const value = word.endsWith('fold') ? smallNumber(word.slice(0, -4)) : undefined;
  return value === undefined ? null : { value: BigInt(value), next: at + 1 };
}

function amountInWords(tokens: readonly Token[], at: number): Amount | null {
  const word = tokens[at]?.text ?? '';
  if (word === 'dozen')
    return { value: rational(12), next: at + 1, spelled: true, scaled: false, step: null, share: false };
  const read = readNumberWords(tokens, at) ?? readMultiple(word, at);
  if (read === null) return null;
  // "million" alone is no number, "a million" and "per thousand" are.
  const isBareScale = read.next === at + 1 && scaleOf(word) !== undefined;
  if (isBareScale && !/^(?:an?|per|each|every)$/.test(tokens[at - 1]?.text ?? '')) return null;
  const half = andAHalf(tokens, read.next);
  const value = half ? add(rational(read.value), half.value) : rational(read.value);
  const step = half ? null : lastDigit(String(read.value), rational(read.value));
  return { value, next: half?.next ?? read.next, spelled: true, scaled: false, step, share: false };
}
