/**
 * Whether a sentence says the opposite of the place of a source that it rests on. The sentence and the place are compared clause by
 * clause. An even number of differences is a paraphrase: "is excluded if it is more than 5" and "is included if it is at most 5".
 */
import type { Quantity } from './atom.ts';
import { attachmentOf } from './attachedValues.ts';
import { type Clause, clausesOf, type Word } from './clauses.ts';
import { conclusionOf } from './conclusion.ts';
import { EXCEPTING, MAY, MUST, NEGATOR, PAIRS, PARTIES } from './opposingWords.ts';
import type { Opposite } from './opposite.ts';
import type { ReadText } from './readAtoms.ts';
import { bestPlaces, type SourceText, type Statement, weightOf } from './sourceStatements.ts';

/** Share of the meaning words of the shorter of two clauses that they have in common. */
const ALIGNED = 0.5;
const CLOSE = 0.6;
/** Places of a source that a sentence may rest on. */
const PLACES = 3;

/** `asked`: what the user's question states. */
export function oppositesOf(
  text: string,
  read: ReadText,
  sources: readonly SourceText[],
  asked: readonly Quantity[],
): Opposite[] {
  const values = [...read.quantities, ...read.dates].sort((one, other) => one.start - other.start);
  const claim: Statement = { clauses: clausesOf(text, values), heading: new Set() };
  return fromSources(claim, { asked, isCalculation: CALCULATION.test(text) }, sources);
}

/** How much of a sentence the sources must have if it cites another one, and how little the cited ones have then. */
const ELSEWHERE = 0.5;
const HARDLY = 0.6;

/** The only source that the sentence can be from, if it cites others. The index in `all`; -1 if there is none. */
export function trueSource(
  text: string,
  read: ReadText,
  cited: readonly SourceText[],
  all: readonly SourceText[],
): number {
  const values = [...read.quantities, ...read.dates].sort((one, other) => one.start - other.start);
  const claim: Statement = { clauses: clausesOf(text, values), heading: new Set() };
  if (new Set(claim.clauses.flatMap(({ stems }) => [...stems])).size < FEWEST_STEMS) return -1;
  const scoreOf = (source: SourceText) => bestPlaces(claim, source, 1)[0]?.score ?? 0;
  const own = Math.max(0, ...cited.map(scoreOf));
  const scores = all.map((source) => (cited.includes(source) ? 0 : scoreOf(source)));
  const best = Math.max(0, ...scores);
  return best >= ELSEWHERE && own < best * HARDLY ? scores.indexOf(best) : -1;
}

/** Words that mean something of a sentence that shows where it is from. */
const FEWEST_STEMS = 4;

interface Given {
  /** What the user's question states. */
  readonly asked: readonly Quantity[];
  readonly isCalculation: boolean;
}

/** Signs between numbers. */
const CALCULATION = /[=+×*÷\u2212]|\d\s*\/|\bplus\b|\bminus\b|\btimes\b/;

function fromSources(claim: Statement, given: Given, sources: readonly SourceText[]): Opposite[] {
  const results = sources.map((source) => compareWith(claim, given, source));
  // A sentence that rests on two sources may differ from the one that it shares less with.
  const best = Math.max(0, ...results.map(({ score }) => score));
  const near = results.filter(({ score }) => score >= best * 0.8);
  return near.length > 0 && near.every(({ found }) => found.length > 0) ? (near[0]?.found ?? []) : [];
}

function compareWith(
  claim: Statement,
  { asked, isCalculation }: Given,
  source: SourceText,
): { score: number; found: Opposite[] } {
  const places = bestPlaces(claim, source, PLACES);
  const [first] = places.filter(({ words }) => words > 0);
  const decisive: Opposite[] = [...attachmentOf(claim, source, isCalculation), ...conclusionOf(claim, asked, source)];
  if (first === undefined) return { score: 0, found: decisive };
  const turned: Opposite[] = [];
  const all = places.flatMap(({ statement }) => statement.clauses);
  const statementOf = (clause: Clause) =>
    places
      .find(({ statement }) => statement.clauses.includes(clause))
      ?.statement.clauses.flatMap(({ words }) => words) ?? [];
  const limits = first.statement.clauses.flatMap(({ words }) => words.filter(({ direction }) => direction !== 0));
  for (const clause of claim.clauses) {
    for (const word of clause.words) {
      const same = clause.stems.size > 1 ? limits.filter(({ stem }) => stem === word.stem) : [];
      // "$27,400,000 is above $25,000,000" compares facts with a limit.
      const isFact = clause.words.some((one) => one.start < word.start && isLike(one.value, word.value));
      if (
        !isFact &&
        word.direction !== 0 &&
        same.length > 0 &&
        same.every(({ direction }) => direction === -word.direction)
      )
        turned.push({ words: around(clause, word), sourceWords: same[0]?.text ?? '' });
    }
    const other = closest(clause, all, source);
    if (other !== null)
      compareClauses(clause, other, { claim, all, source, nearby: statementOf(other.clause) }, turned, decisive);
  }
  const found = decisive.length > 0 ? decisive : turned.length % 2 === 1 ? turned : [];
  return { score: first.score, found: found.slice(0, 2) };
}

const isLike = (one: Word['value'], other: Word['value']) =>
  one?.type === 'quantity' && other?.type === 'quantity' && one.unit === other.unit && one.currency === other.currency;

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

interface Surroundings {
  readonly claim: Statement;
  readonly all: readonly Clause[];
  readonly source: SourceText;
  /** The words of the statement that the clause of the source belongs to. */
  readonly nearby: readonly Word[];
}

function compareClauses(
  clause: Clause,
  { clause: other, share }: Aligned,
  { claim, all, source, nearby }: Surroundings,
  turned: Opposite[],
  decisive: Opposite[],
): void {
  const shown = (word: Word | undefined): Opposite => ({
    words: word ? around(clause, word) : written(clause),
    sourceWords: written(other),
  });
  if (clause.isRegardless && other.isCondition && !other.isRegardless) decisive.push(shown(undefined));
  const own = negations(clause, other);
  const theirs = negations(other, clause);
  const isTurned = own.length % 2 !== theirs.length % 2;
  if (
    isTurned &&
    !isUncertain(clause, other) &&
    !isSaidToo(clause, other, all) &&
    !(own.length > 0 && source.hasExceptions)
  )
    turned.push(shown(own[0]));
  const everything = claim.clauses.flatMap(({ words }) => words);
  for (const pair of PAIRS) {
    for (const [mine, opposite] of [
      [pair.one, pair.other],
      [pair.other, pair.one],
    ] as const) {
      const at = clause.words.findIndex(({ text, value }) => value === null && mine.test(text));
      const place = pair.anchored ? other.words : nearby;
      const there = place.findIndex(({ text, value }) => value === null && opposite.test(text));
      if (at < 0 || there < 0) continue;
      if (place.some(({ text }) => mine.test(text)) || everything.some(({ text }) => opposite.test(text))) continue;
      if (pair.anchored && !sameAfter(clause.words, at, place, there)) continue;
      (pair.decisive ? decisive : turned).push(shown(clause.words[at]));
    }
  }
  compareModals(clause, other, share, decisive, shown);
  compareParties(clause, other, share, decisive, shown);
}

/** Negators of a clause that negate something which the other clause says too. */
function negations(clause: Clause, other: Clause): Word[] {
  return clause.negators.flatMap((at) => {
    const word = clause.words[at];
    if (word && EXCEPTING.test(word.text)) return [...clause.stems].some((stem) => other.stems.has(stem)) ? [word] : [];
    const rest = clause.words.slice(at + 1);
    const end = rest.findIndex(({ text }) => /^(?:and|und|but|aber)$/.test(text));
    const after = negated(end < 0 ? rest : rest.slice(0, end));
    const isGerman = /^(?:nicht|kein|nie|ohne|weder)/.test(word?.text ?? '');
    const before = isGerman
      ? clause.words
          .slice(0, at)
          .filter(({ stem }) => stem !== '')
          .slice(-1)
      : [];
    const anchors = after.length > 0 || isGerman ? [...after, ...before] : clause.words.slice(0, at).slice(-3);
    return word && anchors.some((anchor) => other.stems.has(anchor.stem) || isOpposedIn(anchor, other)) ? [word] : [];
  });
}

/** "include" where the other clause has "exclude". */
const isOpposedIn = ({ text }: Word, { words }: Clause) =>
  PAIRS.some(
    ({ one, other }) =>
      (one.test(text) && words.some((word) => other.test(word.text))) ||
      (other.test(text) && words.some((word) => one.test(word.text))),
  );

/** The first word that means something, and those that "or" joins to it: "no gain or loss". */
function negated(words: readonly Word[]): Word[] {
  const found: Word[] = [];
  for (const [at, word] of words.entries()) {
    if (word.stem === '') continue;
    if (found.length > 0 && !/^(?:or|oder|nor)$/.test(words[at - 1]?.text ?? '')) break;
    found.push(word);
  }
  return found;
}

/** A clause denies without a negator, or only one of them is a condition. */
const isUncertain = (one: Clause, other: Clause) =>
  one.isImplied ||
  other.isImplied ||
  one.isCondition !== other.isCondition ||
  // What has to be done is often written as what follows if it is not done.
  (one.modal === 'must' && other.modal === null && one.negators.length === 0);

/** Another clause of the source has as many words of the sentence and agrees with it. */
const isSaidToo = (clause: Clause, other: Clause, all: readonly Clause[]) =>
  all.some((one) => {
    if (one === other || clause.negators.length % 2 !== one.negators.length % 2) return false;
    const shared = [...clause.stems].filter((stem) => one.stems.has(stem));
    return shared.length >= 2 && shared.some((stem) => !other.stems.has(stem));
  });

/** The same word that means something follows closely in both. */
function sameAfter(one: readonly Word[], at: number, other: readonly Word[], there: number): boolean {
  const next = (words: readonly Word[], from: number) =>
    words
      .slice(from + 1, from + 5)
      .flatMap(({ stem }) => (stem === '' ? [] : [stem]))
      .slice(0, 2);
  const stems = next(one, at);
  return next(other, there).some((stem) => stems.includes(stem));
}

const GERMAN = /\b(?:kann|können|darf|dürfen|muss|müssen|ist|sind)\b/;

type Shown = (word: Word | undefined) => Opposite;

/** "may elect" for "must elect", with the same verb. */
function compareModals(clause: Clause, other: Clause, share: number, decisive: Opposite[], shown: Shown): void {
  if (clause.modal === null || other.modal === null || clause.modal === other.modal || share < CLOSE) return;
  if (
    [clause, other].some(({ words }) => words.some(({ text }) => NEGATOR.test(text))) ||
    clause.isImplied ||
    other.isImplied
  )
    return;
  const verbs = (one: Clause) => {
    const at = one.words.findIndex(({ text }) => MAY.test(text) || MUST.test(text));
    // The verb of a German clause is at its end.
    const last = one.words.findLast(({ stem }) => stem !== '');
    return [...(last && GERMAN.test(written(one)) ? [last] : []), ...one.words.slice(at + 1)].flatMap(({ stem }) =>
      stem === '' ? [] : [stem],
    );
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
      const places = of.words.flatMap(({ text }, at) =>
        one.test(text) ? [{ at, side: 1 }] : two.test(text) ? [{ at, side: 2 }] : [],
      );
      const by = places.find(({ at }) =>
        of.words.slice(Math.max(0, at - 2), at).some(({ text }) => /^(?:by|von|vom|durch)$/.test(text)),
      );
      return by ?? places[0] ?? { at: -1, side: 0 };
    };
    const mine = actor(clause);
    const theirs = actor(other);
    if (mine.side === 0 || theirs.side === 0 || mine.side === theirs.side) continue;
    const both = (of: Clause) =>
      of.words.some(({ text }) => one.test(text)) && of.words.some(({ text }) => two.test(text));
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
