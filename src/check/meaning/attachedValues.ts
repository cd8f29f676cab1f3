/** Whether the values of a sentence belong to the same things as in its source. */

import type { Opposite } from '../sentenceVerdict.ts';
import { periodOf } from '../values/dates.ts';
import type { DateAtom } from '../values/value.ts';
import type { Word } from './clauses.ts';
import { PERIOD_WORDS } from './meaningWordLists.ts';
import type { SourceText, Statement } from './sourceStatements.ts';

/** Findings for values that are exchanged, or belong to another year or period. */
export function attachmentOf(claim: Statement, source: SourceText): Opposite[] {
  return [...exchanged(claim, source), ...ofAnotherYear(claim, source), ...perAnotherPeriod(claim, source)];
}

const kindOf = ({ value }: Word): string => {
  if (value === null) return '';
  if (value.type === 'date') return 'date';
  return value.unit === 'months' || value.unit === 'days' ? 'period' : value.unit === 'count' ? 'plain' : value.unit;
};

const isAmount = (word: Word) => /^(?:money|percent|plain|period)$/.test(kindOf(word));

const statedIn = (statements: readonly Statement[], stem: string) => statements.filter(({ stems }) => stems.has(stem));

/** The words on one side of a value, wherever it is stated. Both sides of the only value of its clause or statement. */
function wordsBeside(statements: readonly Statement[], stem: string, step: 1 | -1): string[] {
  return statedIn(statements, stem).flatMap(({ words: all, clauses, heading }) => {
    const clause = clauses.find(({ stems }) => stems.has(stem))?.words ?? all;
    const isOnly = (words: readonly Word[]) => {
      const value = words.find((word) => word.stem === stem);
      return words.filter((word) => value && kindOf(word) === kindOf(value)).length === 1;
    };
    const words = isOnly(clause) && !isOnly(all) ? clause : all;
    const at = words.findIndex((word) => word.stem === stem);
    const before = stemsUntil(words.slice(0, at).reverse(), words[at]);
    const after = stemsUntil(words.slice(at + 1), words[at]);
    if (isOnly(words)) return [...before, ...after, ...(isOnly(all) ? heading : [])];
    return step === 1 ? after : before;
  });
}

function stemsUntil(words: readonly Word[], value: Word | undefined): string[] {
  const end = words.findIndex((word) => value && kindOf(word) === kindOf(value));
  const near = words.slice(0, end < 0 ? words.length : end);
  return near.flatMap((word) => (word.stem !== '' && word.value === null ? word.stem : []));
}

/** A value that a sentence repeats is not clearly one thing. */
const isStatedOnce = ({ statements }: SourceText, stem: string) => {
  const stating = statedIn(statements, stem);
  return stating.length > 0 && stating.every(({ words }) => words.filter((word) => word.stem === stem).length === 1);
};

/** Signs between numbers, so that their order says nothing. */
const CALCULATION = /[=+×*÷\u2212]|\d\s*\/|\bplus\b|\bminus\b|\btimes\b/;

/** "The deposit is $18,400 and the rent $55,200" for the other way round. */
function exchanged(claim: Statement, source: SourceText): Opposite[] {
  if (CALCULATION.test(claim.text)) return [];
  const amounts = claim.words.filter((word) => isAmount(word) && isStatedOnce(source, word.stem));
  for (const [at, one] of amounts.entries()) {
    for (const other of amounts.slice(at + 1)) {
      if (kindOf(one) !== kindOf(other) || one.stem === other.stem) continue;
      const [straight, crossed] = fitsOf(claim, source, one.stem, other.stem);
      if (crossed > straight)
        return [{ words: `${one.text} … ${other.text}`, sourceWords: `${other.text} … ${one.text}` }];
    }
  }
  return [];
}

/**
 * The number of the two values that share neighboring words with a value of the source: when each is compared with the same value, and
 * when each is compared with the other one.
 */
function fitsOf(claim: Statement, source: SourceText, one: string, other: string): [number, number] {
  const fits = ([1, -1] as const).map((side) => {
    const wordsOfOne = (all: readonly Statement[], stem: string, not: string) => {
      const others = wordsBeside(all, not, side);
      return wordsBeside(all, stem, side).filter((word) => !others.includes(word));
    };
    const mine = [wordsOfOne([claim], one, other), wordsOfOne([claim], other, one)];
    const theirs = [wordsOfOne(source.statements, one, other), wordsOfOne(source.statements, other, one)];
    const sharing = (order: readonly (readonly string[])[]) =>
      mine.filter((words, at) => words.some((word) => order[at]?.includes(word))).length;
    return { straight: sharing(theirs), crossed: sharing(theirs.toReversed()) };
  });
  return [Math.max(...fits.map(({ straight }) => straight)), Math.max(...fits.map(({ crossed }) => crossed))];
}

const datesOf = (words: readonly Word[]) =>
  words.flatMap(({ value }) => (value?.type === 'date' && value.year !== null ? [value] : []));

/**
 * An amount said of something for which no place of the source states it: of another year, or of another period. `of`: what the words say
 * of the value at a place. `agrees`: whether what the source says of the value is compatible.
 */
function ofAnother<Said>(
  { words }: Statement,
  { statements }: SourceText,
  of: (words: readonly Word[], at: number) => readonly Said[],
  agrees: (stated: readonly Said[], claimed: readonly Said[]) => boolean,
  show: (said: Said) => string,
): Opposite[] {
  for (const [at, amount] of words.entries()) {
    const claimed = isAmount(amount) ? of(words, at) : [];
    if (claimed.length === 0) continue;
    const stated = statedIn(statements, amount.stem).map(({ words: all }) =>
      of(
        all,
        all.findIndex(({ stem }) => stem === amount.stem),
      ),
    );
    if (stated.length === 0 || stated.some((one) => one.length === 0 || agrees(one, claimed))) continue;
    const written = (said: readonly Said[]) => `${amount.text} … ${[...new Set(said.map(show))].join(', ')}`;
    return [{ words: written(claimed), sourceWords: written(stated.flat()) }];
  }
  return [];
}

function ofAnotherYear(claim: Statement, source: SourceText): Opposite[] {
  const [date, more] = datesOf(claim.words);
  if (date === undefined || more !== undefined || date.side !== null) return [];
  const agrees = (stated: readonly DateAtom[]) =>
    stated.some((one) => mayContain(one, date)) && !stated.some((one) => excludes(one, date));
  return ofAnother(claim, source, datesOf, agrees, ({ year }) => String(year));
}

/** "$31.50 each month" for "$31.50 per year" */
const perAnotherPeriod = (claim: Statement, source: SourceText): Opposite[] =>
  ofAnother(claim, source, periodsNear, (stated, mine) => mine.some((period) => stated.includes(period)), String);

function mayContain(stated: DateAtom, claimed: DateAtom): boolean {
  if (stated.side !== null && stated.boundary !== null) return !excludes(stated, claimed);
  return stated.year === claimed.year;
}

/** The period of a claim lies outside of what a date of the source begins or ends. */
function excludes(stated: DateAtom, claimed: DateAtom): boolean {
  const period = periodOf(claimed);
  if (stated.side === null || stated.boundary === null || period === null) return false;
  return stated.side === 'begins' ? period[1] <= stated.boundary : period[0] >= stated.boundary;
}

function periodsNear(words: readonly Word[], at: number): string[] {
  const near = words.slice(at + 1, at + 10);
  const next = near.findIndex(({ value }) => value !== null);
  return (next < 0 ? near : near.slice(0, next)).flatMap(({ text }) =>
    PERIOD_WORDS.flatMap(([period, pattern]) => (pattern.test(text) ? period : [])),
  );
}
