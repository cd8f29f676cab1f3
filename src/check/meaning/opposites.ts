/**
 * Whether a sentence says the opposite of the place of a source that it rests on. The sentence and the place are compared clause by
 * clause. An even number of differences is a paraphrase: "is excluded if it is more than 5" and "is included if it is at most 5".
 */

import type { Opposite } from '../sentenceVerdict.ts';
import type { Quantity } from '../values/value.ts';
import { attachmentOf } from './attachedValues.ts';
import { type Clause, isLike, type Word } from './clauses.ts';
import { conclusionOf } from './conclusionFromLimit.ts';
import { EXCEPTING, MUST, PAIRS } from './meaningWordLists.ts';
import { bestPlaces, type SourceText, type Statement, weightOf } from './sourceStatements.ts';

/** Share of the meaning words of the shorter of two clauses that they have in common. */
const ALIGNED = 0.5;
/** Places of a source that a sentence may rest on. */
const PLACES = 3;

/** `asked`: what the user's question states. */
export function oppositesOf(claim: Statement, sources: readonly SourceText[], asked: readonly Quantity[]): Opposite[] {
  const found = sources.map((source) => compareWith(claim, asked, source));
  // A sentence that rests on two sources agrees with one of them.
  return found.every(({ length }) => length > 0) ? (found[0] ?? []) : [];
}

function compareWith(claim: Statement, asked: readonly Quantity[], source: SourceText): Opposite[] {
  const places = bestPlaces(claim, source, PLACES).map(({ statement }) => statement);
  const ofValues = [...attachmentOf(claim, source), ...conclusionOf(claim, asked, source)];
  const differences = [
    ...turnedLimits(claim, places[0]),
    ...claim.clauses.flatMap((clause) => compareClause(clause, claim, places, source)),
  ];
  const found = ofValues.length > 0 || differences.length % 2 === 0 ? ofValues : differences;
  return found.slice(0, 2);
}

/** "at least 5" for "at most 5" */
function turnedLimits(claim: Statement, place: Statement | undefined): Opposite[] {
  const limits = place?.words.filter(({ direction }) => direction !== 0) ?? [];
  return claim.clauses.flatMap((clause) =>
    clause.words.flatMap((word) => {
      const same = clause.stems.size > 1 ? limits.filter(({ stem }) => stem === word.stem) : [];
      const isTurned = word.direction !== 0 && same.every(({ direction }) => direction === -word.direction);
      // "$27,400,000 is above $25,000,000" compares facts with a limit.
      const { value } = word;
      const isFact =
        value?.type === 'quantity' && clause.words.some((one) => one.start < word.start && isLike(one.value, value));
      return same[0] && isTurned && !isFact ? [{ words: around(clause, word), sourceWords: same[0].text }] : [];
    }),
  );
}

/** The clause of these places that has most of the words. */
function closest(clause: Clause, places: readonly Statement[], source: SourceText): Clause | null {
  let best: Clause | null = null;
  let most = 0;
  const weigh = (stems: Iterable<string>) => [...stems].reduce((sum, stem) => sum + weightOf(source, stem), 0);
  for (const place of places) {
    for (const other of place.clauses) {
      const common = [...clause.stems].filter((stem) => other.stems.has(stem));
      if (common.length < 2) continue;
      const shared = weigh(common);
      const share = shared / Math.min(weigh(clause.stems), weigh(other.stems));
      if (share < ALIGNED || shared <= most) continue;
      best = other;
      most = shared;
    }
  }
  return best;
}

function compareClause(clause: Clause, claim: Statement, places: readonly Statement[], source: SourceText): Opposite[] {
  const other = closest(clause, places, source);
  if (other === null) return [];
  const found: Opposite[] = [];
  const add = (word: Word | undefined) =>
    found.push({ words: word ? around(clause, word) : written(clause), sourceWords: written(other) });
  const own = negations(clause, other);
  const isTurned = own.length % 2 !== negations(other, clause).length % 2;
  if (isTurned && !isUncertain(clause, other) && !isSaidToo(clause, other, places)) add(own[0]);
  for (const [one, two] of PAIRS) {
    for (const [mine, opposite] of [
      [one, two],
      [two, one],
    ] as const) {
      const at = clause.words.findIndex(({ text, value }) => value === null && mine.test(text));
      if (at < 0 || !other.words.some(({ text, value }) => value === null && opposite.test(text))) continue;
      if (other.words.some(({ text }) => mine.test(text)) || claim.words.some(({ text }) => opposite.test(text)))
        continue;
      add(clause.words[at]);
    }
  }
  return found;
}

/** Negators of a clause that negate something which the other clause says too. */
function negations({ words, negators }: Clause, other: Clause): Word[] {
  return negators.flatMap((at) => {
    const word = words[at];
    const isShared =
      EXCEPTING.test(word?.text ?? '') || negated(words.slice(at + 1)).some(({ stem }) => other.stems.has(stem));
    return word && isShared ? [word] : [];
  });
}

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
  (has(one, MUST) && !has(other, MUST) && one.negators.length === 0);

const has = ({ words }: Clause, pattern: RegExp) => words.some(({ text }) => pattern.test(text));

/** Another clause of the source has as many words of the sentence and agrees with it. */
const isSaidToo = (clause: Clause, other: Clause, places: readonly Statement[]) =>
  places
    .flatMap(({ clauses }) => clauses)
    .some((one) => {
      if (one === other || clause.negators.length % 2 !== one.negators.length % 2) return false;
      const shared = [...clause.stems].filter((stem) => one.stems.has(stem));
      return shared.length >= 2 && shared.some((stem) => !other.stems.has(stem));
    });

const written = ({ words }: Clause) => words.map(({ text }) => text).join(' ');

function around({ words }: Clause, word: Word): string {
  const at = words.indexOf(word);
  return words
    .slice(Math.max(0, at - 2), at + 4)
    .map(({ text }) => text)
    .join(' ');
}
