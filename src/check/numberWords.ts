/** Numbers in words, as far as they occur in amounts, rates, periods and counts: "one hundred fifty thousand", "two and a half". */
import type { Token } from './tokens.ts';

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';

const SMALL = new Map<string, number>([
  ...UNITS.split(' ').map((word, value): [string, number] => [word, value]),
  ...TENS.split(' ').map((word, at): [string, number] => [word, (at + 2) * 10]),
]);

const GERMAN =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig';
for (const [value, word] of GERMAN.split(' ').entries()) SMALL.set(word, value);

const SCALES = new Map<string, bigint>([
  ['tausend', 1_000n],
  ['mio', 1_000_000n],
  ['millionen', 1_000_000n],
  ['mrd', 1_000_000_000n],
  ['milliarden', 1_000_000_000n],
  ['hundred', 100n],
  ['thousand', 1_000n],
  ['million', 1_000_000n],
  ['billion', 1_000_000_000n],
  ['trillion', 1_000_000_000_000n],
]);

const ORDINALS = new Map<string, number>(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
    .split(' ')
    .map((word, at): [string, number] => [word, at + 1]),
);

/** Denominators of fractions in words. */
export const FRACTIONS = new Map<string, number>([
  ['half', 2],
  ['halves', 2],
  ...[
    'third',
    'quarter',
    'fourth',
    'fifth',
    'sixth',
    'seventh',
    'eighth',
    'ninth',
    'tenth',
    'twelfth',
    'hundredth',
  ].flatMap((word): [string, number][] => {
    const value = word === 'quarter' ? 4 : word === 'hundredth' ? 100 : (ORDINALS.get(word) ?? 1);
    return [
      [word, value],
      [`${word}s`, value],
    ];
  }),
]);

export const scaleOf = (word: string): bigint | undefined => SCALES.get(word.endsWith('s') ? word.slice(0, -1) : word);

export const ordinalOf = (word: string): number | undefined => ORDINALS.get(word);

export const smallNumber = (word: string): number | undefined => SMALL.get(word);

export interface ReadNumber {
  readonly value: bigint;
  /** The index after the last token of the number. */
  readonly next: number;
}

/** Reads the longest number in words that starts at a token; null if none does. */
export function readNumberWords(tokens: readonly Token[], at: number): ReadNumber | null {
  let total = 0n;
  let group = 0n;
  let read = at;
  let next = at;
  let seen = false;
  while (read < tokens.length && read - at < 16) {
    const token = tokens[read];
    if (token === undefined) break;
    // Hyphens and "and" continue a number only if a number word follows.
    if (seen && (token.text === '-' || (token.text === 'and' && group % 100n === 0n && group + total > 0n))) {
      const following = tokens[read + 1]?.text ?? '';
      const small = SMALL.get(following);
      const tens = group % 100n >= 20n && group % 10n === 0n;
      // "nine-million dollars"
      if (token.text === '-' && SCALES.has(following)) {
        read += 1;
        continue;
      }
      if (small === undefined || (token.text === '-' && !(tens && small < 10 && small > 0))) break;
      read += 1;
      continue;
    }
    if (token.type !== 'word') break;
    const small = SMALL.get(token.text);
    const scale = SCALES.get(token.text);
    if (small !== undefined) {
      const room = group % 100n === 0n || (group % 10n === 0n && group % 100n >= 20n && small < 10);
      if (seen && !room) break;
      if (seen && group === 0n && total === 0n) break;
      group += BigInt(small);
    } else if (scale === 100n && (seen ? group > 0n && group < 100n : true)) {
      group = (seen ? group : 1n) * 100n;
    } else if (scale !== undefined && scale > 100n) {
      // "two million million"
      if (seen && group === 0n && total > 0n) total *= scale;
      else total += (seen ? group : 1n) * scale;
      group = 0n;
    } else break;
    seen = true;
    read += 1;
    next = read;
  }
  return seen ? { value: total + group, next } : null;
}
