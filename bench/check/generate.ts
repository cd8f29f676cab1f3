/**
 * Makes cases from the text of documents: faithful sentences with their figures in another form, and the same with one planted fault. The
 * same seed gives the same cases. They measure how the check does on text that it was not written for.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckCase } from './cases.ts';

type Random = () => number;

/** A small generator of random numbers, so that a seed gives the same cases everywhere. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Passage {
  readonly title: string;
  readonly text: string;
}

export function readPassages(folder: string): Passage[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
      return text
        .split(/\n(?=## )/)
        .slice(1)
        .map((section) => ({ title, text: section.slice(0, 1500) }))
        .filter((passage) => passage.text.length > 200);
    });
}

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const inWords = (value: number): string =>
  value < 20
    ? (WORDS[value] ?? '')
    : `${TENS[Math.floor(value / 10)]}${value % 10 === 0 ? '' : `-${WORDS[value % 10]}`}`;

interface Form {
  readonly level: 'must' | 'should';
  readonly text: string;
}

interface Kind {
  readonly flag: string;
  readonly pattern: RegExp;
  /** Ways to write what the pattern matched. */
  readonly forms: (match: RegExpMatchArray) => Form[];
  /** Another value in the form of the match. */
  readonly altered: (match: RegExpMatchArray, random: Random) => string;
}

const number = (written: string | undefined) => Number((written ?? '').replaceAll(',', ''));
const changed = (value: number, random: Random) => {
  const digits = String(value);
  const zeros = /0*$/.exec(digits)?.[0].length ?? 0;
  const significant = Math.max(1, Number(digits.slice(0, digits.length - zeros)));
  const step = 1 + Math.floor(random() * 8);
  return (significant + step) * 10 ** zeros;
};

const KINDS: readonly Kind[] = [
  {
    flag: 'amount',
    pattern: /\$(\d{1,3}(?:,\d{3})+|\d{2,3})(?![\d.,]\d| (?:million|billion))/g,
    forms: ([written, digits]) => {
      const value = number(digits);
      const forms: Form[] = [
        { level: 'must', text: written },
        { level: 'must', text: `**${written}**` },
        { level: 'should', text: `USD ${digits}` },
        { level: 'should', text: `${digits} dollars` },
      ];
      if (value % 100_000 === 0) forms.push({ level: 'must', text: `$${value / 1_000_000} million` });
      if (value % 1_000 === 0 && value < 100_000)
        forms.push({ level: 'should', text: `${inWords(value / 1_000)} thousand dollars` });
      return forms;
    },
    altered: ([, digits], random) => `$${changed(number(digits), random).toLocaleString('en-US')}`,
  },
  {
    flag: 'percent',
    pattern: /(?<![\d.])\b(\d{1,3}(?:\.\d)?) percent/g,
    forms: ([written, digits]) => {
      const value = number(digits);
      const forms: Form[] = [
        { level: 'must', text: written },
        { level: 'must', text: `${digits} %` },
        { level: 'must', text: `${digits}%` },
      ];
      if (Number.isInteger(value) && value < 100) forms.push({ level: 'should', text: `${inWords(value)} percent` });
      if (value === 50) forms.push({ level: 'must', text: 'one-half' });
      return forms;
    },
    altered: ([, digits], random) =>
      `${Math.round((number(digits) % 90) + 1 + random() * 8)}.${1 + Math.floor(random() * 8)} percent`,
  },
  {
    flag: 'date',
    pattern: new RegExp(`\\b(${MONTHS.join('|')}) (\\d{1,2}), (\\d{4})`, 'g'),
    forms: ([written, month = '', day, year]) => [
      { level: 'must', text: written },
      { level: 'must', text: `${day} ${month} ${year}` },
      {
        level: 'should',
        text: `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
      },
    ],
    altered: ([, month, day, year], random) => `${month} ${day}, ${number(year) + 1 + Math.floor(random() * 7)}`,
  },
  {
    flag: 'count',
    pattern: /\b(\d{1,2})(-| )(days?|months?|years?)\b/g,
    forms: ([written, digits, joint, unit = '']) => {
      const value = number(digits);
      const forms: Form[] = [
        { level: 'must', text: written },
        { level: 'must', text: `${inWords(value)}${joint}${unit}` },
      ];
      if (unit.startsWith('year') && joint === ' ' && value < 4)
        forms.push({ level: 'should', text: `${value * 12} months` });
      return forms;
    },
    altered: ([, digits, joint, unit], random) => `${number(digits) + 1 + Math.floor(random() * 9)}${joint}${unit}`,
  },
  {
    flag: 'section',
    pattern: /\bsection (\d{2,4})(\([a-z]\))?(?![\w(])/g,
    forms: ([written, digits, pin = '']) => [
      { level: 'must', text: written },
      { level: 'must', text: `§ ${digits}${pin}` },
      { level: 'should', text: `IRC § ${digits}${pin}` },
      { level: 'should', text: `26 U.S.C. § ${digits}${pin}` },
    ],
    altered: ([, digits, pin = ''], random) => `section ${number(digits) + 1 + Math.floor(random() * 8)}${pin}`,
  },
];

/** The sentence with one value changed to one that is not in `known`; null if it has no value or no other can be found. */
export function plantFault(
  sentence: string,
  known: string,
  random: Random,
): { readonly sentence: string; readonly value: string } | null {
  if (/[“"]/.test(sentence)) return null;
  for (const kind of KINDS) {
    const match = [...sentence.matchAll(kind.pattern)][0];
    if (match === undefined) continue;
    const value = kind.altered(match, random);
    if (isKnown(value, known)) continue;
    return {
      sentence: `${sentence.slice(0, match.index)}${value}${sentence.slice(match.index + match[0].length)}`,
      value,
    };
  }
  return null;
}

/** Whether the figure of a planted value is in a text. It would then be no fault. */
function isKnown(value: string, known: string): boolean {
  const planted = /\d[\d,.]*\d|\d/.exec(value.replace(/^[A-Z][a-z]+ \d+, /, ''))?.[0] ?? '';
  return new RegExp(`(?<![\\d.,])${planted.replaceAll('.', '\\.')}(?![\\d])`).test(known);
}

export function generateCases(passages: readonly Passage[], count: number, seed: number): CheckCase[] {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const cases: CheckCase[] = [];
  for (let tries = 0; cases.length < count && tries < count * 60; tries += 1) {
    const passage = pick(passages);
    const other = pick(passages);
    const kind = KINDS[cases.length % KINDS.length];
    if (passage === undefined || other === undefined || kind === undefined || other.title === passage.title) continue;
    const sentence = pick(sentencesWith(passage.text, kind.pattern));
    if (sentence === undefined) continue;
    const made = makeCase({
      id: `X${cases.length + 1}`,
      passage,
      other,
      kind,
      sentence,
      random,
      fault: cases.length % 2 === 0,
    });
    if (made) cases.push(made);
  }
  return cases;
}

function sentencesWith(text: string, pattern: RegExp): string[] {
  return plainSentences(text).filter((line) => line.search(pattern) >= 0);
}

/** Sentences of a passage that can be repeated in an answer. */
export function plainSentences(text: string): string[] {
  return text
    .split(/\n+|(?<=\.)\s+(?=[A-Z])/)
    .filter(
      (line) =>
        !line.startsWith('#') && line.length > 50 && line.length < 500 && !/\bStat\.|\bL\. \d|\bFed$/.test(line),
    )
    .map((line) =>
      line
        .replace(/^\(\w+\)\s*/, '')
        .replace(/\s+([,.])/g, '$1')
        .replace(/[,;.]?\s*(?:and|or)?\s*$/, ''),
    );
}

interface Parts {
  readonly id: string;
  readonly passage: Passage;
  readonly other: Passage;
  readonly kind: Kind;
  readonly sentence: string;
  readonly random: Random;
  readonly fault: boolean;
}

function makeCase({ id, passage, other, kind, sentence, random, fault }: Parts): CheckCase | null {
  const matches = [...sentence.matchAll(kind.pattern)];
  const match = matches[Math.floor(random() * matches.length)];
  // Another form inside quotation marks would be a changed quotation.
  if (match === undefined || /[“"]/.test(sentence)) return null;
  const swap = random() < 0.5;
  const sources = swap ? [other, passage] : [passage, other];
  const mark = swap ? '[2]' : '[1]';
  const value = fault ? kind.altered(match, random) : null;
  const forms = kind.forms(match);
  const form = forms[Math.floor(random() * forms.length)];
  if (form === undefined) return null;
  const known = `${passage.title} ${passage.text} ${other.title} ${other.text}`;
  if (value !== null && isKnown(value, known)) return null;
  const claim = `${sentence.slice(0, match.index)}${value ?? form.text}${sentence.slice(match.index + match[0].length)} ${mark}.`;
  const lead = random() < 0.3 ? 'The rule is as follows. ' : '';
  const list = random() < 0.3;
  const answer = list
    ? `- ${claim}\n- Check the facts with the client.`
    : `${lead}${claim} Check the facts with the client.`;
  return {
    id,
    group: fault ? `fault-${kind.flag}` : `ok-${kind.flag}`,
    level: fault ? 'must' : form.level,
    question: 'What does the rule say?',
    sources: [...sources],
    answer,
    expect: [
      {
        sentence: fault ? claim : null,
        flag: fault ? kind.flag : 'none',
        value,
        accept: ['wrong-source', 'foreign-authority', 'section'],
      },
    ],
  };
}
