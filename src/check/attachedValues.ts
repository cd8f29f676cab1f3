/** Whether the values of a sentence belong to the same things as in its source. */
import type { DateAtom } from './atom.ts';
import type { Word } from './clauses.ts';
import { periodOf } from './dates.ts';
import { PERIOD_WORDS } from './opposingWords.ts';
import type { Opposite } from './opposite.ts';
import { type SourceText, type Statement, weightOf } from './sourceStatements.ts';

/** Findings for values that are exchanged, or belong to another year or period. `isCalculation`: the sentence calculates with its values, so their order says nothing. */
export function attachmentOf(claim: Statement, source: SourceText, isCalculation: boolean): Opposite[] {
  const words = claim.clauses.flatMap((clause) => clause.words);
  if (!words.some(({ value }) => value !== null)) return [];
  return [
    ...(isCalculation ? [] : exchanged(claim, words, source)),
    ...ofAnotherTime(words, source),
    ...perAnotherPeriod(words, source),
  ];
}

const kindOf = ({ value }: Word): string => {
  if (value === null) return '';
  if (value.type === 'date') return 'date';
  return value.unit === 'months' || value.unit === 'days' ? 'period' : value.unit === 'count' ? 'plain' : value.unit;
};

const isAmount = (word: Word) => /^(?:money|percent|plain|period)$/.test(kindOf(word));

const wordsOf = ({ clauses }: Statement): Word[] => clauses.flatMap(({ words }) => words);

const statedIn = (source: Pick<SourceText, 'statements'>, stem: string) =>
  source.statements.filter(({ clauses }) => clauses.some(({ stems }) => stems.has(stem)));

/** Stems between a value and the value of the same kind before it or after it. */
const MOST_NEAR = 9;

function segment(words: readonly Word[], at: number, step: 1 | -1): Set<string> {
  const stems = new Set<string>();
  const own = words[at];
  for (let index = at + step; own && stems.size < MOST_NEAR; index += step) {
    const word = words[index];
    if (word === undefined || kindOf(word) === kindOf(own)) break;
    if (word.stem !== '' && word.value === null) stems.add(word.stem);
  }
  return stems;
}

/** The words on one side of a value, wherever it is stated. Both sides of the only value of its clause or statement. */
function segmentsOf(statements: readonly Statement[], stem: string, step: 1 | -1): Set<string> {
  const stems = new Set<string>();
  for (const statement of statedIn({ statements }, stem)) {
    const all = wordsOf(statement);
    const clause = statement.clauses.find((one) => one.stems.has(stem))?.words ?? all;
    const isOnly = (words: readonly Word[]) => {
      const value = words.find((word) => word.stem === stem);
      return words.filter((word) => value && kindOf(word) === kindOf(value)).length === 1;
    };
    const words = isOnly(clause) && !isOnly(all) ? clause : all;
    const at = words.findIndex((word) => word.stem === stem);
    for (const side of isOnly(words) ? ([1, -1] as const) : [step]) {
      for (const one of segment(words, at, side)) stems.add(one);
    }
    if (isOnly(all)) for (const one of statement.heading) stems.add(one);
  }
  return stems;
}

/** A value that a sentence repeats is not clearly one thing. */
const isStatedOnce = (source: SourceText, stem: string) => {
  const stating = statedIn(source, stem);
  return stating.length > 0 && stating.every((one) => wordsOf(one).filter((word) => word.stem === stem).length === 1);
};

/** How much more the words must speak for the exchange. */
const MARGIN = 1.5;
const LEAST = 0.6;

/** How well the words around two values fit, and how many of the values have a word that fits. */
interface Fit {
  readonly sum: number;
  readonly values: number;
}

const NOTHING: Fit = { sum: 0, values: 0 };

function better(best: Fit, one: number, other: number): Fit {
  const fit = { sum: one + other, values: Number(one > 0) + Number(other > 0) };
  return fit.values > best.values || (fit.values === best.values && fit.sum > best.sum) ? fit : best;
}

/** "The deposit is $18,400 and the rent $55,200" for the other way round. */
function exchanged(claim: Statement, words: readonly Word[], source: SourceText): Opposite[] {
  const places = words.flatMap((word, at) => (isAmount(word) ? [at] : []));
  for (const [index, at] of places.entries()) {
    for (const next of places.slice(index + 1)) {
      const [one, other] = [words[at], words[next]];
      if (!one || !other || kindOf(one) !== kindOf(other) || one.stem === other.stem) continue;
      if (![one, other].every(({ stem }) => isStatedOnce(source, stem))) continue;
      let straight = NOTHING;
      let crossed = NOTHING;
      for (const mine of [1, -1] as const) {
        const [first, second] = [segmentsOf([claim], one.stem, mine), segmentsOf([claim], other.stem, mine)];
        for (const theirs of [1, -1] as const) {
          const [atOne, atOther] = [
            segmentsOf(source.statements, one.stem, theirs),
            segmentsOf(source.statements, other.stem, theirs),
          ];
          const onlyOne = [...atOne].filter((stem) => !atOther.has(stem));
          const onlyOther = [...atOther].filter((stem) => !atOne.has(stem));
          const shared = (stems: ReadonlySet<string>, not: ReadonlySet<string>, among: readonly string[]) =>
            among.reduce((sum, stem) => sum + (stems.has(stem) && !not.has(stem) ? weightOf(source, stem) : 0), 0);
          straight = better(straight, shared(first, second, onlyOne), shared(second, first, onlyOther));
          crossed = better(crossed, shared(first, second, onlyOther), shared(second, first, onlyOne));
        }
      }
      const isClearer = crossed.sum > straight.sum * MARGIN && crossed.sum - straight.sum > LEAST;
      if (isClearer || (crossed.values > straight.values && crossed.sum >= straight.sum)) {
        return [{ words: `${one.text} … ${other.text}`, sourceWords: `${other.text} … ${one.text}` }];
      }
    }
  }
  return [];
}

const datesOf = (words: readonly Word[]) =>
  words.flatMap(({ value }) => (value?.type === 'date' && value.year !== null ? [value] : []));

/** An amount said of a year for which no place of the source states it. */
function ofAnotherTime(words: readonly Word[], source: SourceText): Opposite[] {
  const [date, more] = datesOf(words);
  if (date === undefined || more !== undefined || date.side !== null) return [];
  for (const amount of words) {
    if (!isAmount(amount) || (kindOf(amount) === 'plain' && amount.text.length < 3)) continue;
    const stating = statedIn(source, amount.stem).map((statement) => datesOf(wordsOf(statement)));
    if (
      stating.length === 0 ||
      stating.some(
        (dates) =>
          dates.length === 0 ||
          (dates.some((one) => mayContain(one, date)) && !dates.some((one) => excludes(one, date))),
      )
    )
      continue;
    const stated = stating.flat().map(({ year }) => year);
    return [
      { words: `${amount.text} … ${date.year}`, sourceWords: `${amount.text} … ${[...new Set(stated)].join(', ')}` },
    ];
  }
  return [];
}

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

/** "$31.50 each month" for "$31.50 per year" */
function perAnotherPeriod(words: readonly Word[], source: SourceText): Opposite[] {
  for (const [at, amount] of words.entries()) {
    if (!isAmount(amount)) continue;
    const mine = periodsNear(words, at);
    if (mine.size === 0) continue;
    const theirs = statedIn(source, amount.stem).map((statement) => {
      const all = wordsOf(statement);
      return periodsNear(
        all,
        all.findIndex(({ stem }) => stem === amount.stem),
      );
    });
    if (theirs.length === 0 || theirs.some((one) => one.size === 0 || [...mine].some((period) => one.has(period))))
      continue;
    return [
      {
        words: `${amount.text} … ${[...mine].join(', ')}`,
        sourceWords: `${amount.text} … ${[...(theirs[0] ?? [])].join(', ')}`,
      },
    ];
  }
  return [];
}

function periodsNear(words: readonly Word[], at: number): Set<string> {
  const found = new Set<string>();
  for (const { text, value } of words.slice(at + 1, at + 10)) {
    if (value !== null) break;
    for (const [period, pattern] of PERIOD_WORDS) if (pattern.test(text)) found.add(period);
  }
  return found;
}
