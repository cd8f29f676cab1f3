/**
 * Whether a sentence says the opposite of the place of a source that it rests on. The sentence and the place are compared clause by
 * clause. An even number of differences is a paraphrase: "is excluded if it is more than 5" and "is included if it is at most 5".
 */
import { attachmentOf } from './attachedValues.ts';
import { type Clause, clausesOf, type Word } from './clauses.ts';
import { MAY, MUST, NEGATOR, PAIRS, PARTIES } from './opposingWords.ts';
import type { ReadText } from './readAtoms.ts';
import { bestPlaces, type SourceText, type Statement, weightOf } from './sourceStatements.ts';

export interface Opposite {
  /** Words of the sentence. */
  readonly words: string;
  /** Words of the source that they are compared with. */
  readonly sourceWords: string;
}

/** Share of the meaning words of the shorter of two clauses that they have in common. */
const ALIGNED = 0.5;
const CLOSE = 0.6;
/** Places of a source that a sentence may rest on. */
const PLACES = 3;

export function oppositesOf(text: string, read: ReadText, sources: readonly SourceText[]): Opposite[] {
  const values = [...read.quantities, ...read.dates].sort((one, other) => one.start - other.start);
  const claim: Statement = { clauses: clausesOf(text, values) };
  const results = sources.map((source) => compareWith(claim, source));
  // A sentence that rests on two sources may differ from the one that it shares less with.
  const best = Math.max(0, ...results.map(({ score }) => score));
  const near = results.filter(({ score }) => score >= best * 0.8);
  return near.length > 0 && near.every(({ found }) => found.length > 0) ? (near[0]?.found ?? []) : [];
}

function compareWith(claim: Statement, source: SourceText): { score: number; found: Opposite[] } {
  const places = bestPlaces(claim, source, PLACES);
  const [first] = places;
  if (first === undefined) return { score: 0, found: [] };
  const turned: Opposite[] = [];
  const decisive: Opposite[] = [...attachmentOf(claim, source, first.statement)];
  const all = places.flatMap(({ statement }) => statement.clauses);
  for (const clause of claim.clauses) {
    const other = closest(clause, all, source);
    if (other === null) continue;
    compareClauses(clause, other, claim, source, turned, decisive);
  }
  const found = decisive.length > 0 ? decisive : turned.length % 2 === 1 ? turned : [];
  return { score: first.score, found: found.slice(0, 2) };
}

interface Aligned {
  readonly clause: Clause;
  /** Share of the words of the shorter clause, by weight. */
  readonly share: number;
}

function closest(clause: Clause, others: readonly Clause[], source: SourceText): Aligned | null {
  let best: Aligned | null = null;
  let most = 0;
  for (const other of others) {
    let shared = 0;
    let count = 0;
    for (const stem of clause.stems) {
      if (!other.stems.has(stem)) continue;
      shared += weightOf(source, stem);
      count += 1;
    }
    if (count < 2) continue;
    const whole = (stems: ReadonlySet<string>) => [...stems].reduce((sum, stem) => sum + weightOf(source, stem), 0);
    const share = shared / Math.min(whole(clause.stems), whole(other.stems));
    const rank = shared * share;
    if (share >= ALIGNED && rank > most) {
      best = { clause: other, share };
      most = rank;
    }
  }
  return best;
}

function compareClauses(
  clause: Clause,
  { clause: other, share }: Aligned,
  claim: Statement,
  source: SourceText,
  turned: Opposite[],
  decisive: Opposite[],
): void {
  const shown = (word: Word | undefined): Opposite => ({ words: word ? around(clause, word) : written(clause), sourceWords: written(other) });
  if (clause.isRegardless && other.isCondition && !other.isRegardless) decisive.push(shown(undefined));
  const own = negations(clause, other);
  const theirs = negations(other, clause);
  if (own.length % 2 !== theirs.length % 2 && !isUncertain(clause, other)) turned.push(shown(own[0]));
  for (const word of clause.words) {
    if (word.direction === 0) continue;
    const same = other.words.find(({ stem }) => stem === word.stem && stem !== '');
    if (same && same.direction === -word.direction) turned.push(shown(word));
  }
  const everything = claim.clauses.flatMap(({ words }) => words);
  for (const pair of PAIRS) {
    for (const [mine, opposite] of [
      [pair.one, pair.other],
      [pair.other, pair.one],
    ] as const) {
      const at = clause.words.findIndex(({ text, value }) => value === null && mine.test(text));
      const there = other.words.findIndex(({ text, value }) => value === null && opposite.test(text));
      if (at < 0 || there < 0) continue;
      if (other.words.some(({ text }) => mine.test(text)) || everything.some(({ text }) => opposite.test(text))) continue;
      if (pair.anchored && !sameAfter(clause, at, other, there)) continue;
      (pair.decisive ? decisive : turned).push(shown(clause.words[at]));
    }
  }
  compareModals(clause, other, share, decisive, shown);
  compareParties(clause, other, share, decisive, shown);
  void source;
}

/** Negators of a clause that negate something which the other clause says too. */
function negations(clause: Clause, other: Clause): Word[] {
  return clause.negators.flatMap((at) => {
    const word = clause.words[at];
    const after = clause.words.slice(at + 1).filter(({ stem }) => stem !== '').slice(0, 3);
    const isGerman = /^(?:nicht|kein|nie|ohne|weder)/.test(word?.text ?? '');
    const before = isGerman ? clause.words.slice(0, at).filter(({ stem }) => stem !== '').slice(-2) : [];
    const anchors = after.length > 0 || isGerman ? [...after, ...before] : clause.words.slice(0, at).slice(-3);
    return word && anchors.some(({ stem }) => other.stems.has(stem)) ? [word] : [];
  });
}

/** One of two clauses denies without a negator. */
const isUncertain = (one: Clause, other: Clause) => one.isImplied !== other.isImplied || (one.isImplied && other.isImplied);

/** The same word that means something follows closely in both. */
function sameAfter(one: Clause, at: number, other: Clause, there: number): boolean {
  const next = (clause: Clause, from: number) =>
    clause.words.slice(from + 1, from + 5).flatMap(({ stem }) => (stem === '' ? [] : [stem])).slice(0, 2);
  const stems = next(one, at);
  return next(other, there).some((stem) => stems.includes(stem));
}

type Shown = (word: Word | undefined) => Opposite;

/** "may elect" for "must elect", with the same verb. */
function compareModals(clause: Clause, other: Clause, share: number, decisive: Opposite[], shown: Shown): void {
  if (clause.modal === null || other.modal === null || clause.modal === other.modal || share < CLOSE) return;
  if (clause.negators.length > 0 || other.negators.length > 0 || clause.isImplied || other.isImplied) return;
  if (clause.words.some(({ direction }) => direction !== 0)) return;
  const verbs = (one: Clause) => {
    const at = one.words.findIndex(({ text }) => MAY.test(text) || MUST.test(text));
    return one.words.slice(at + 1).flatMap(({ stem }) => (stem === '' ? [] : [stem]));
  };
  const theirs = new Set(verbs(other));
  const mine = verbs(clause);
  if (mine.length > 0 && mine.slice(0, 2).some((verb) => theirs.has(verb)))
    decisive.push(shown(clause.words.find(({ text }) => MAY.test(text) || MUST.test(text))));
}

/** "The tenant repairs the roof" for "The landlord repairs the roof". */
function compareParties(clause: Clause, other: Clause, share: number, decisive: Opposite[], shown: Shown): void {
  if (share < CLOSE) return;
  for (const [one, two] of PARTIES) {
    const actor = (of: Clause): { at: number; side: number } => {
      const places = of.words.flatMap(({ text }, at) => (one.test(text) ? [{ at, side: 1 }] : two.test(text) ? [{ at, side: 2 }] : []));
      const by = places.find(({ at }) => of.words.slice(Math.max(0, at - 2), at).some(({ text }) => /^(?:by|von|vom|durch)$/.test(text)));
      return by ?? places[0] ?? { at: -1, side: 0 };
    };
    const mine = actor(clause);
    const theirs = actor(other);
    if (mine.side === 0 || theirs.side === 0 || mine.side === theirs.side) continue;
    const both = (of: Clause) => of.words.some(({ text }) => one.test(text)) && of.words.some(({ text }) => two.test(text));
    if (both(clause) !== both(other)) continue;
    decisive.push(shown(clause.words[mine.at]));
  }
}

const written = ({ words }: Clause) => words.map(({ text }) => text).join(' ');

function around(clause: Clause, word: Word): string {
  const at = clause.words.indexOf(word);
  return clause.words
    .slice(Math.max(0, at - 2), at + 4)
    .map(({ text }) => text)
    .join(' ');
}

export const isNegator = (word: string) => NEGATOR.test(word);
