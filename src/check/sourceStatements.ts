/** A source as statements: sentences, and items of lists with the words above them. */
import type { DateAtom, Quantity } from './atom.ts';
import { type Clause, clausesOf } from './clauses.ts';
import type { Evidence } from './evidence.ts';

export interface Statement {
  readonly clauses: readonly Clause[];
  /** Stems of the heading above it. */
  readonly heading: ReadonlySet<string>;
}

export interface SourceText {
  readonly statements: readonly Statement[];
  /** In how many statements a stem is. */
  readonly counts: ReadonlyMap<string, number>;
  /** Some statement says that a rule does not apply. */
  readonly hasExceptions: boolean;
}

export interface FoundPlace {
  readonly statement: Statement;
  /** Share of the words of the sentence that the place has, by weight. */
  readonly score: number;
  /** Words in common that are no values. */
  readonly words: number;
}

/** Statements of one source that are read. */
const MOST = 400;
/** Characters of one statement. */
const LONGEST = 1500;
/** Share of the words of a sentence that a place must have. */
const ENOUGH = 0.3;

export function sourceTextOf({ text, quantities, dates }: Evidence): SourceText {
  const values = [...quantities, ...dates].sort((one, other) => one.start - other.start);
  const statements = rangesOf(text)
    .slice(0, MOST)
    .map(({ ranges, heading }): Statement => {
      let whole = '';
      const inside: (Quantity | DateAtom)[] = [];
      for (const { start, end } of ranges) {
        const shift = whole.length - start;
        for (const value of values) {
          if (value.start >= start && value.end <= end)
            inside.push({ ...value, start: value.start + shift, end: value.end + shift });
        }
        // Without the label of an item, which would end a clause.
        whole += `${text.slice(start, end).replace(ITEM, (label) => ' '.repeat(label.length))} `;
      }
      return { clauses: clausesOf(whole, inside), heading: headingOf(heading) };
    })
    .filter(({ clauses }) => clauses.length > 0);
  const counts = new Map<string, number>();
  for (const { clauses } of statements) {
    for (const stem of new Set(clauses.flatMap(({ stems }) => [...stems])))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return { statements, counts, hasExceptions: EXCEPTIONS.test(text) };
}

/** Words that many statements have say less about a place. */
export const weightOf = ({ counts }: SourceText, stem: string): number => 1 / Math.sqrt(counts.get(stem) ?? 1);

export function bestPlaces(claim: Statement, source: SourceText, most: number): FoundPlace[] {
  const stems = new Set(claim.clauses.flatMap((clause) => [...clause.stems]));
  let whole = 0;
  for (const stem of stems) whole += weightOf(source, stem);
  if (stems.size < 2) return [];
  return source.statements
    .map((statement): FoundPlace => {
      let shared = 0;
      let words = 0;
      for (const stem of new Set([...statement.heading, ...statement.clauses.flatMap((clause) => [...clause.stems])])) {
        if (!stems.has(stem)) continue;
        shared += weightOf(source, stem);
        if (!stem.includes(':')) words += 1;
      }
      return { statement, score: shared / whole, words };
    })
    .filter(({ score }) => score >= ENOUGH)
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
}

const headingOf = (line: string) => new Set(clausesOf(line, []).flatMap(({ stems }) => [...stems]));

interface Range {
  readonly start: number;
  readonly end: number;
}

const EXCEPTIONS = /\bnot apply\b|\bgilt nicht\b|\bgelten nicht\b|\bnicht anzuwenden\b|\bsuspen/i;

const ITEM = /^[ \t]*\(([a-z]{1,4}|[A-Z]{1,4}|\d{1,3})\)/;

/** Sentences. An item of a list has the lines above it that lead to it. */
function rangesOf(text: string): { ranges: Range[]; heading: string }[] {
  const result: { ranges: Range[]; heading: string }[] = [];
  let heading = '';
  let above = '';
  let leads: { kind: string; range: Range }[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const label = ITEM.exec(line)?.[1];
    if (line.trim() !== '') {
      const kind = label === undefined ? '' : kindOf(label);
      const level = leads.findIndex((lead) => lead.kind === kind);
      if (level >= 0) leads = leads.slice(0, level);
      for (const range of line.startsWith('#') ? [] : sentencesIn(text, start, end)) {
        const length = leads.reduce((sum, lead) => sum + lead.range.end - lead.range.start, 0);
        const ranges = label !== undefined && length < LONGEST ? [...leads.map((lead) => lead.range), range] : [range];
        result.push({ ranges, heading });
      }
      const isOpen = !/[.;,]\s*$|\b(?:and|or|und|oder)\s*$/.test(line) && (line.length > 30 || label === undefined);
      if (isOpen && !line.startsWith('#')) leads.push({ kind, range: { start, end } });
      if (line.startsWith('#')) leads = [];
      if (line.startsWith('#')) above = line;
      if (line.startsWith('#') || (label !== undefined && line.length < 50 && /[^.;,:]\s*$/.test(line)))
        heading = `${above}\n${line}`;
    }
    start = end + 1;
  }
  return result;
}

function kindOf(label: string): string {
  if (/^\d/.test(label)) return 'digit';
  if (/^[ivx]+$/.test(label)) return 'roman';
  return label === label.toLowerCase() ? 'lower' : 'upper';
}

const STOP = /[.;?!]["'\u201d)]*(?=\s+[\p{Lu}(\d"'\u201c]|\s*$)/gu;

function sentencesIn(text: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  let start = from;
  for (const match of text.slice(from, to).matchAll(STOP)) {
    const end = from + match.index + match[0].length;
    if (end - start < 40 || /[^\d,.]\d{1,2}\.$/.test(text.slice(end - 4, end))) continue;
    ranges.push({ start, end: Math.min(end, start + LONGEST) });
    start = end;
  }
  if (to > start) ranges.push({ start, end: Math.min(to, start + LONGEST) });
  return ranges;
}
