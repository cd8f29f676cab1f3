/** Whether the values of a sentence belong to the same things as in its source. */
import type { Word } from './clauses.ts';
import type { Opposite } from './opposites.ts';
import { type SourceText, type Statement, weightOf } from './sourceStatements.ts';

/** Words before and after a value that say what it is. */
const NEAR = 7;

interface Attached {
  readonly word: Word;
  /** Stems around the value, with their distance. */
  readonly context: ReadonlyMap<string, number>;
  readonly words: readonly Word[];
}

/** Findings for values that are exchanged, or belong to another year or thing. */
export function attachmentOf(claim: Statement, source: SourceText, place: Statement): Opposite[] {
  const mine = valuesOf(claim);
  if (mine.length === 0) return [];
  const theirs = source.statements.flatMap(valuesOf);
  void place;
  return [...swapped(mine, theirs, source), ...otherYear(claim, source), ...otherBase(mine, theirs)];
}

function valuesOf(statement: Statement): Attached[] {
  const words = statement.clauses.flatMap((clause) => clause.words);
  return words.flatMap((word, at): Attached[] => {
    if (word.value === null) return [];
    const context = new Map<string, number>();
    for (const step of [-1, 1]) {
      let seen = 0;
      for (let index = at + step; seen < NEAR && words[index] !== undefined; index += step) {
        const other = words[index];
        if (other === undefined || isSameKind(other, word)) break;
        if (other.stem === '') continue;
        seen += 1;
        const near = 1 / (seen + (step > 0 ? 1 : 1));
        context.set(other.stem, Math.max(context.get(other.stem) ?? 0, near));
      }
    }
    return [{ word, context, words }];
  });
}

const isSameKind = (one: Word, other: Word) => kindOf(one) !== '' && kindOf(one) === kindOf(other);

const kindOf = ({ value }: Word): string => {
  if (value === null) return '';
  return value.type === 'date' ? 'date' : value.unit === 'months' || value.unit === 'days' ? 'period' : value.unit;
};

function likeness(one: Attached, other: Attached, source: SourceText): number {
  let sum = 0;
  for (const [stem, near] of one.context) sum += Math.sqrt(near * (other.context.get(stem) ?? 0)) * weightOf(source, stem);
  return sum;
}

/** How much nearer the values must be to each other's things. */
const MARGIN = 1.6;
const LEAST = 0.25;

function swapped(mine: readonly Attached[], theirs: readonly Attached[], source: SourceText): Opposite[] {
  for (const [at, one] of mine.entries()) {
    for (const other of mine.slice(at + 1)) {
      if (!isSameKind(one.word, other.word) || one.word.stem === other.word.stem) continue;
      const best = (claimed: Attached, stem: string) =>
        Math.max(0, ...theirs.filter(({ word }) => word.stem === stem).map((stated) => likeness(claimed, stated, source)));
      if (![one, other].every(({ word }) => theirs.some((stated) => stated.word.stem === word.stem))) continue;
      const straight = best(one, one.word.stem) + best(other, other.word.stem);
      const crossed = best(one, other.word.stem) + best(other, one.word.stem);
      if (crossed > straight * MARGIN && crossed - straight > LEAST) {
        return [{ words: `${one.word.text} … ${other.word.text}`, sourceWords: `${other.word.text} … ${one.word.text}` }];
      }
    }
  }
  return [];
}

/** An amount of one year said of another: no statement of the source has both, and the amount is stated with another year. */
function otherYear(claim: Statement, source: SourceText): Opposite[] {
  for (const clause of [{ words: claim.clauses.flatMap(({ words }) => words) }]) {
    const values = clause.words.filter(({ value }) => value !== null);
    const dates = values.filter(({ value }) => value?.type === 'date');
    const amounts = values.filter((word) => /^(?:money|percent|count|plain)$/.test(kindOf(word)));
    const [date] = dates;
    if (dates.length !== 1 || date === undefined) continue;
    for (const amount of amounts) {
      const stating = source.statements.filter((statement) => has(statement, amount.stem));
      const dated = stating.flatMap((statement) => statement.clauses.flatMap(({ words }) => words.filter(({ value }) => value?.type === 'date')));
      if (stating.length === 0 || dated.length === 0) continue;
      if (dated.some((one) => isSameDate(one, date))) continue;
      const known = source.statements.some((statement) =>
        statement.clauses.some(({ words }) => words.some((one) => one.value?.type === 'date' && isSameDate(one, date))),
      );
      if (known) return [{ words: `${amount.text} … ${date.text}`, sourceWords: `${amount.text} … ${dated[0]?.text ?? ''}` }];
    }
  }
  return [];
}

const has = ({ clauses }: Statement, stem: string) => clauses.some(({ stems }) => stems.has(stem));

function isSameDate({ value: one }: Word, { value: other }: Word): boolean {
  if (one?.type !== 'date' || other?.type !== 'date') return false;
  if (one.year === null || other.year === null) return one.month === other.month;
  return Math.abs(one.year - other.year) === 0 || (one.boundary !== null && one.boundary === other.boundary);
}

/** "20 percent of the tax" for "20 percent of the underpayment": another thing of the same source. */
function otherBase(mine: readonly Attached[], theirs: readonly Attached[]): Opposite[] {
  for (const { word, words } of mine) {
    if (kindOf(word) !== 'percent') continue;
    const base = baseOf(words, word);
    const stated = theirs.filter((one) => one.word.stem === word.stem);
    const bases = stated.map((one) => baseOf(one.words, one.word));
    if (base.length === 0 || bases.length === 0 || bases.some((one) => one.length === 0)) continue;
    const first = base.slice(0, 2);
    if (bases.some((one) => one.some((stem) => first.includes(stem)))) continue;
    const isOther = theirs.some(({ words: all }) => all.some(({ stem }) => first.includes(stem)));
    if (isOther) return [{ words: `${word.text} … ${base.join(' ')}`, sourceWords: `${word.text} … ${bases[0]?.join(' ')}` }];
  }
  return [];
}

/** Stems after "of" that follow a percentage. */
function baseOf(words: readonly Word[], word: Word): string[] {
  const at = words.indexOf(word);
  if (!/^(?:of|von|des|der)$/.test(words[at + 1]?.text ?? '')) return [];
  const stems: string[] = [];
  for (const { stem, value } of words.slice(at + 2, at + 14)) {
    if (value !== null) break;
    if (stem !== '') stems.push(stem);
  }
  return stems.slice(0, 5);
}
