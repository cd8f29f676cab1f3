/** Chooses the nodes of a document that answer a question. */
import type { DatabaseSync } from 'node:sqlite';
import { isWithin } from '../nodeMarks.ts';
import { isBoilerplate, withoutBoilerplate } from './boilerplate.ts';
import { readParts } from './documentNodes.ts';
import type { Query } from './query.ts';
import { type Quotable, quotablesOf } from './quotable.ts';
import type { PassageScorer } from './scorePassages.ts';
import type { FoundDocument } from './searchResult.ts';
import { asksFor, hasValue, namesValue } from './wanted.ts';
import { stemsOf } from './words.ts';

export interface Candidate {
  readonly document: FoundDocument;
  readonly quotable: Quotable;
  /** Comparable among the candidates of one question. */
  readonly score: number;
}

/** Weights of the parts of a node's score, fitted on the evaluation questions (docs/library.md). */
const BODY = 2;
const WHOLE = 1;
const DISTINCT = 2;
const DISTINCT_ADDED = 0.65;
const HEADING = 0.5;
const HEADING_COVERED = 0.35;
const FIRST = 0.4;
const EARLY = 1.2;
const GENERAL = 0.35;
const SPECIAL = -0.9;
const VALUE = 0.9;
const VALUE_HEADING = 0.4;
const LENGTH = 0.2;
/** More than any words can add. */
export const PINNED = 1000;

const GENERAL_HEADING = /\b(?:in general|general rules?)\b/i;
const SPECIAL_HEADING =
  /\b(?:special rules?|exceptions?|transition|regulations?|cross references?|coordination|effective dates?|certain|other|reporting|clerical|reductions?|phase-?outs?)\b/i;

/** The candidates of a document, best first. */
export function candidatesOf(
  database: DatabaseSync,
  document: FoundDocument,
  query: Query,
  scorer: PassageScorer,
): Candidate[] {
  const parts = readParts(
    database,
    document.id,
    document.passages.map((passage) => passage.id),
  );
  const wanted = asksFor(query.question);
  const pin = document.cited?.pin ?? '';
  const quotables = parts
    .map(withoutBoilerplate)
    .flatMap(quotablesOf)
    .filter((quotable) => !isBoilerplate(quotable));
  const texts = quotables.map((quotable) => textOf(quotable));
  const distinct = distinctWords(
    query,
    quotables.map((quotable, at) => `${texts[at]} ${quotable.headings.join(' ')}`),
  );
  const weight = Math.max(1, scorer.weight);
  // "What does section 1031 say?" names nothing but the section.
  const titled = new Set(stemsOf(`${document.title} section code`));
  const sectionOnly = query.terms.every((term) => term.weight < 1 || titled.has(term.stem) || /^\d/.test(term.word));
  return quotables
    .map((quotable, at) => {
      const text = texts[at] ?? '';
      const heading = quotable.headings.join(' ');
      const own = quotable.headings.at(-1) ?? '';
      const covered = headingWords(own, query, scorer);
      let score =
        (BODY * scorer.score({ heading: '', text }, 1)) / weight +
        (WHOLE * scorer.score({ heading: `${document.title} ${heading}`, text }, 1)) / weight +
        (distinct[at] ?? 0) +
        (HEADING * covered.weight) / weight +
        HEADING_COVERED * covered.share +
        EARLY / (1 + at) +
        LENGTH * Math.log(text.length + 1);
      if (at === 0) score += FIRST;
      if (GENERAL_HEADING.test(own)) score += GENERAL;
      if (SPECIAL_HEADING.test(heading) && !SPECIAL_HEADING.test(query.question)) score += SPECIAL;
      if (wanted.value !== null && hasValue(text, wanted.value)) {
        score += VALUE;
        if (namesValue(own, wanted.value)) score += VALUE_HEADING;
      }
      return { document, quotable, score: score + pinned(quotable, pin, document, at, sectionOnly) };
    })
    .sort((one, other) => other.score - one.score);
}

/** The text in which the words of the question are looked for: title, headings and lines. */
export function searchedText({ document, quotable }: Candidate): string {
  return [document.title, ...quotable.headings, textOf(quotable)].join('\n');
}

function textOf(quotable: Quotable): string {
  return [...quotable.leadIn.flat(), ...quotable.lines].map((line) => line.text).join('\n');
}

/** For each text, how much the words of the question in it tell it apart from the other nodes of its document. */
function distinctWords({ terms, added }: Query, texts: readonly string[]): number[] {
  const sets = texts.map((text) => new Set(stemsOf(text)));
  const scores = texts.map(() => 0);
  const number = Math.max(1, terms.length);
  for (const [list, factor] of [
    [terms, DISTINCT],
    [added, DISTINCT_ADDED],
  ] as const) {
    for (const term of list) {
      const count = sets.filter((set) => set.has(term.stem)).length;
      if (count === 0) continue;
      const gain = (factor * term.weight * Math.log(1 + (sets.length - count + 0.5) / (count + 0.5))) / number;
      for (const [at, set] of sets.entries()) if (set.has(term.stem)) scores[at] = (scores[at] ?? 0) + gain;
    }
  }
  return scores;
}

/** The words of the question in a heading by their weight, and their share of the words of the heading. */
function headingWords(
  heading: string,
  { terms, added }: Query,
  scorer: PassageScorer,
): { weight: number; share: number } {
  const stems = [...new Set(stemsOf(heading))].filter((own) => /[a-z]{3}/.test(own));
  const asked = terms.filter((term) => stems.includes(term.stem));
  const all = asked.length + added.filter((term) => stems.includes(term.stem)).length;
  return {
    weight: asked.reduce((sum, term) => sum + scorer.weightOf(term.stem), 0),
    share: stems.length === 0 ? 0 : Math.min(1, all / stems.length),
  };
}

/** A cited subsection comes first. A cited section begins with its first subsection. */
function pinned(quotable: Quotable, pin: string, { cited }: FoundDocument, at: number, sectionOnly: boolean): number {
  if (!cited) return 0;
  if (pin === '') return at === 0 && cited.certain && sectionOnly ? PINNED : 0;
  if (isWithin(quotable.path, pin)) return PINNED - at * 0.01;
  return isWithin(pin, quotable.path) && quotable.path !== '' && quotable.lines.some((line) => isWithin(line.path, pin))
    ? PINNED
    : 0;
}
