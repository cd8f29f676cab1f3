/** A source as statements: sentences, and items of lists with the words above them. */

import type { TextRange } from '../../text/findQuotation.ts';
import { sentencesOf } from '../sentences.ts';
import type { Evidence } from '../statedInText.ts';
import { kindOf } from '../values/legalCitations.ts';
import type { ReadText } from '../values/readValues.ts';
import type { DateAtom, Quantity } from '../values/value.ts';
import { type Clause, clausesOf, type Word } from './clauses.ts';

export interface Statement {
  readonly text: string;
  readonly clauses: readonly Clause[];
  /** Those of all clauses. */
  readonly words: readonly Word[];
  readonly stems: ReadonlySet<string>;
  /** Stems of the heading above it. */
  readonly heading: ReadonlySet<string>;
}

export function statementOf(text: string, read: Pick<ReadText, 'quantities' | 'dates'>, heading = ''): Statement {
  const clauses = clausesOf(text, read);
  const stemsOf = (all: readonly Clause[]) => new Set(all.flatMap(({ stems }) => [...stems]));
  return {
    text,
    clauses,
    words: clauses.flatMap(({ words }) => words),
    stems: stemsOf(clauses),
    heading: stemsOf(clausesOf(heading, { quantities: [], dates: [] })),
  };
}

export interface SourceText {
  readonly statements: readonly Statement[];
  /** In how many statements a stem is. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface FoundPlace {
  readonly statement: Statement;
  /** Share of the words of the sentence that the place has, by weight. */
  readonly score: number;
}

/** Statements of one source that are read. */
const MOST = 400;
/** Characters of one statement. */
const LONGEST = 1500;
/** Share of the words of a sentence that a place must have. */
const ENOUGH = 0.3;

export function sourceTextOf({ text, quantities, dates }: Evidence): SourceText {
  const statements = rangesOf(text)
    .slice(0, MOST)
    .map(({ ranges, heading }) => {
      let whole = '';
      const inside: { quantities: Quantity[]; dates: DateAtom[] } = { quantities: [], dates: [] };
      for (const { start, end } of ranges) {
        const shift = whole.length - start;
        const moved = <Value extends TextRange>(values: readonly Value[]) =>
          values
            .filter((value) => value.start >= start && value.end <= end)
            .map((value) => ({ ...value, start: value.start + shift, end: value.end + shift }));
        inside.quantities.push(...moved(quantities));
        inside.dates.push(...moved(dates));
        // Without the label of an item, which would end a clause.
        whole += `${text.slice(start, end).replace(ITEM, (label) => ' '.repeat(label.length))} `;
      }
      return statementOf(whole, inside, heading);
    })
    .filter(({ clauses }) => clauses.length > 0);
  const counts = new Map<string, number>();
  for (const { stems } of statements) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return { statements, counts };
}

/** Words that many statements have say less about a place. */
export const weightOf = ({ counts }: SourceText, stem: string): number => 1 / Math.sqrt(counts.get(stem) ?? 1);

/** The statements that have most of the words of a sentence. */
export function bestPlaces({ stems }: Statement, source: SourceText, most: number): FoundPlace[] {
  const weigh = (some: readonly string[]) => some.reduce((sum, stem) => sum + weightOf(source, stem), 0);
  if (stems.size < 2) return [];
  const whole = weigh([...stems]);
  return source.statements
    .map((statement) => {
      const shared = [...stems].filter((stem) => statement.stems.has(stem));
      // Values alone say nothing about the place.
      return { statement, score: shared.every((stem) => stem.includes(':')) ? 0 : weigh(shared) / whole };
    })
    .filter(({ score }) => score >= ENOUGH)
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
}

/** How much of a sentence the sources must have if it cites another one, and how little the cited ones have then. */
const ELSEWHERE = 0.5;
const HARDLY = 0.6;
/** Words that mean something of a sentence that shows where it is from. */
const FEWEST_STEMS = 4;

/** The only source that the sentence can be from, if it cites others. The index in `all`; -1 if there is none. */
export function trueSource(claim: Statement, cited: readonly SourceText[], all: readonly SourceText[]): number {
  if (claim.stems.size < FEWEST_STEMS) return -1;
  const scores = all.map((source) => bestPlaces(claim, source, 1)[0]?.score ?? 0);
  const bestOf = (isWanted: (source: SourceText) => boolean) =>
    Math.max(0, ...scores.filter((_, at) => all[at] && isWanted(all[at])));
  const best = bestOf((source) => !cited.includes(source));
  const own = bestOf((source) => cited.includes(source));
  return best >= ELSEWHERE && own < best * HARDLY ? scores.indexOf(best) : -1;
}

const ITEM = /^[ \t]*\(([a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)/;

/** Sentences. An item of a list has the lines above it that lead to it. */
function rangesOf(text: string): { ranges: TextRange[]; heading: string }[] {
  const result: { ranges: TextRange[]; heading: string }[] = [];
  let heading = '';
  let leads: { kind: string; range: TextRange }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const label = ITEM.exec(line)?.[1];
    if (line.trim() !== '') {
      const kind = label === undefined ? '' : /^[ivx]+$/.test(label) ? 'roman' : kindOf(label);
      const level = leads.findIndex((lead) => lead.kind === kind);
      if (level >= 0) leads = leads.slice(0, level);
      for (const sentence of line.startsWith('#') ? [] : sentencesOf(line)) {
        const range = { start: start + sentence.start, end: start + Math.min(sentence.end, sentence.start + LONGEST) };
        const length = leads.reduce((sum, lead) => sum + lead.range.end - lead.range.start, 0);
        const ranges = label !== undefined && length < LONGEST ? [...leads.map((lead) => lead.range), range] : [range];
        result.push({ ranges, heading });
      }
      if (line.startsWith('#')) {
        leads = [];
        heading = line;
      } else if (!/[.;,]\s*$|\b(?:and|or|und|oder)\s*$/.test(line)) leads.push({ kind, range: { start, end } });
    }
    start = end + 1;
  }
  return result;
}
