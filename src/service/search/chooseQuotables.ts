/** Chooses the nodes of a document that answer a question. */
import { isWithin } from '../nodeMarks.ts';
import { isBoilerplate, isRemoved, withoutBoilerplate } from './boilerplate.ts';
import { asksForMeaning, pathDefinedFor } from './definingNodes.ts';
import { asksForHead, isHead } from './documentHead.ts';
import type { DocumentPart } from './documentNodes.ts';
import { PINNED } from './pin.ts';
import { HALF, hasTerm, type Query } from './query.ts';
import { endsSentence, nodeOf, type Quotable, quotablesOf, textOf } from './quotable.ts';
import type { PassageScorer } from './scorePassages.ts';
import type { FoundDocument } from './searchResult.ts';
import { askedValue, countedNoun, countedWords, hasValue } from './wanted.ts';
import { type Language, stemsOf, wordsInName } from './words.ts';

export interface Candidate {
  readonly document: FoundDocument;
  readonly quotable: Quotable;
  /** Comparable among the candidates of one document. */
  readonly score: number;
  /** How much of the score of its document the node has (0-1). */
  readonly share: number;
  /** Whether the node only asks questions, and the library was not asked for questions, or states a rule that has ended. */
  readonly answersNothing: boolean;
}

/**
 * Weights of the parts of the score of a node of a section, against its share of the BM25 score and of the words of its heading. They were
 * rounded from a conditional logit over the evaluation questions. Of the words that tell a node apart from the others of its section:
 */
const DISTINCT = 3;
/** Of the first node, which states the rule most often. The n-th has the n-th part of it. */
const EARLY = 3;
/** Subsection (a) is often only the occasion of the rule that was asked for. */
const FIRST_SUBSECTION = -2;
const FIRST_ITEM = 1;
/** Of a node with the kind of value that the question asks for. */
const VALUE = 2;
/** Share of the score that a passage of a law in one file keeps if it does not have the kind of value that the question asks for. */
const OTHER_VALUE = 0.6;
/** Of an exception or a detail, unless the question asks for one. */
const SPECIAL = -1;

const SPECIAL_HEADING =
  /\b(?:special rules?|exceptions?|transition|regulations?|cross references?|coordination|effective dates?|certain|other|reporting|clerical|reductions?|phase-?outs?)\b/i;

/** The likelihood of a node counts to this power against those of other documents: the document says more than the node. */
const LIKELIHOOD = 0.1;

/** The candidates of a document with these parts, best first. */
export function candidatesOf(
  document: FoundDocument,
  parts: readonly DocumentPart[],
  query: Query,
  scorer: PassageScorer,
): Candidate[] {
  // The weights below are those of sections of statutes. Elsewhere the passages that the search found come first.
  const nodes = document.isAuthority && document.authority !== '' ? nodesOfSection : nodesOfPassages;
  const own = parts.map(withoutBoilerplate);
  const quotables = own
    .flatMap(quotablesOf)
    .filter((quotable) => !isBoilerplate(quotable) && (!isRemoved(quotable) || isCitedWhole(quotable, document)));
  // Of those that are not in force, only the cited ones are left. They answer the question.
  const isAsked = ({ quotable }: Candidate) => isRemoved(quotable);
  return nodes(removedOf(own, quotables, document) ?? quotables, document, query, scorer)
    .map((node) => (isAsked(node) ? { ...node, share: 1, answersNothing: false } : node))
    .sort(
      (one, other) =>
        Number(one.answersNothing) - Number(other.answersNothing) || Number(isAsked(other)) - Number(isAsked(one)),
    );
}

/** What the document has of a cited section or subsection that is not in force: no other rule of it is quoted. Null if there is none. */
function removedOf(
  parts: readonly DocumentPart[],
  quotables: readonly Quotable[],
  document: FoundDocument,
): Quotable[] | null {
  const { citedPassages, citedPins } = document;
  const isCited = ({ lines }: Quotable) =>
    citedPassages.length === 0 || lines.some(({ passage }) => citedPassages.includes(passage.id));
  const [pin = '', ...others] = citedPins;
  if (others.length > 0) return null;
  if (pin === '') return citedPassages.length > 0 && quotables.some(isRemoved) ? quotables.filter(isCited) : null;
  const nodes = parts.flatMap((part) => nodeOf(part, pin) ?? []).filter(isCited);
  if (nodes.length === 0 || !nodes.every((node) => isRemoved(node) && isCitedWhole(node, document))) return null;
  return nodes.map((node) => ({ ...node, leadIn: [], goesOn: false }));
}

/** Whether the question certainly cites what the lines state as a whole: a section, or a subsection, but not one of its paragraphs. */
function isCitedWhole({ lines }: Quotable, { cited, citedPassages, citedPins }: FoundDocument): boolean {
  if (!cited?.certain || !lines.every((line) => citedPins.includes(line.path))) return false;
  return citedPassages.length === 0 || lines.some(({ passage }) => citedPassages.includes(passage.id));
}

/** The best node of each passage that the search found, in its order, and all nodes of a passage that was cited. */
function nodesOfPassages(
  quotables: readonly Quotable[],
  document: FoundDocument,
  query: Query,
  scorer: PassageScorer,
): Candidate[] {
  const best = document.passages[0]?.score ?? 0;
  const states = document.isAuthority ? valueTest(query, document.language) : null;
  const scoreOf = (quotable: Quotable) =>
    scorer.score(
      scorer.words({ heading: quotable.headings.join(' '), text: textOf(quotable), language: document.language }),
    );
  const isCitedNode = ({ lines }: Quotable) => lines.some(({ passage }) => document.citedPassages.includes(passage.id));
  const keepsHeads = document.isAuthority || asksForHead(query.question);
  // "Theo Marchetti, February 3, 2026", or an address, below a title that has the words of the question.
  const isByline = (quotable: Quotable) => quotable === quotables[0] && isNoSentence(textOf(quotable), query, document);
  const isLeftOut = (quotable: Quotable) =>
    !keepsHeads && (isHead(quotable) || isByline(quotable)) && !isCitedNode(quotable);
  const taken = new Set<Quotable>();
  const isOnlyFound = document.passages.length === 1;
  const candidates = document.passages.flatMap((passage): Candidate[] => {
    const inside = quotables
      .filter((quotable) => !taken.has(quotable) && quotable.lines.some((line) => line.passage.id === passage.id))
      .map((quotable) => ({ quotable, score: scoreOf(quotable) }))
      .sort((one, other) => other.score - one.score);
    const share = best > 0 ? Math.min(1, passage.score / best) : 1;
    const isCited = document.citedPassages.includes(passage.id);
    const chosen = inside.slice(0, isCited ? inside.length : 1).map(({ quotable }) => quotable);
    const shown = chosen.flatMap((quotable) => {
      if (!isLeftOut(quotable)) return [quotable];
      // The head found the document. What follows it is what the document says.
      const next = quotables.slice(quotables.indexOf(quotable)).find((other) => !taken.has(other) && !isLeftOut(other));
      return isOnlyFound ? (next ?? quotable) : [];
    });
    return shown.map((quotable) => {
      taken.add(quotable);
      const value = states === null || states(textOf(quotable)) ? 1 : OTHER_VALUE;
      return {
        document,
        quotable,
        score: passage.score * value,
        share: share * value,
        answersNothing: isPublishersNote(quotable) || (!isCited && answersNothing(quotable, query, scorer)),
      };
    });
  });
  return candidates.sort((one, other) => other.score - one.score);
}

/** Whether a text is at most two lines that end no sentence, and has no word of the question that the name of the document lacks. */
function isNoSentence(text: string, { terms }: Query, { title, name, language }: FoundDocument): boolean {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  if (rows.length > 2 || rows.some(endsSentence)) return false;
  const stems = new Set(stemsOf(text, language));
  const named = new Set(stemsOf(`${title}\n${wordsInName(name)}`, language));
  return !terms.some((term) => hasTerm(stems, term) && !hasTerm(named, term));
}

/** The nodes of a section, best first. */
function nodesOfSection(
  quotables: readonly Quotable[],
  document: FoundDocument,
  query: Query,
  scorer: PassageScorer,
): Candidate[] {
  const states = valueTest(query, document.language);
  const asksSpecial = SPECIAL_HEADING.test(query.question);
  const { language } = document;
  const nodes = quotables.map((quotable) => {
    const text = textOf(quotable);
    const heading = quotable.headings.join(' ');
    return { quotable, text, heading, words: scorer.words({ heading, text, language }) };
  });
  // "What does section 1031 say?" names nothing but the section. It begins with the first node, or with the first one that has the value asked for.
  const titled = new Set(stemsOf(`${document.title} section code`));
  const sectionOnly = query.terms.every((term) => term.weight < 1 || hasTerm(titled, term) || /^\d/.test(term.word));
  const begins = Math.max(
    0,
    nodes.findIndex(({ text }) => states === null || states(text)),
  );
  const stems = nodes.map(({ words }) => new Set([...words.text, ...words.heading]));
  const distinct = distinctWords(query, stems);
  const weight = scorer.weight || 1;
  const alone = nodes.map(({ quotable, text, heading, words }, at): ScoredNode => {
    const own = quotable.headings.at(-1) ?? '';
    let score = scorer.score(words) / weight + (distinct[at] ?? 0) + headingShare(own, query) + EARLY / (1 + at);
    if (isWithin(quotable.path, 'a')) score += FIRST_SUBSECTION;
    if (/(?:^|\.)(?:1|a|A|i)$/.test(quotable.path)) score += FIRST_ITEM;
    if (SPECIAL_HEADING.test(heading) && !asksSpecial) score += SPECIAL;
    if (states?.(text)) score += VALUE;
    return { quotable, score, pinned: pinned(quotable, document, at, sectionOnly && at === begins) };
  });
  const scored = asksForMeaning(query.question) ? alone : rulesBeforeDefinitions(alone);
  const best = Math.max(...scored.map(({ score }) => score));
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - best), 0);
  const nodesInOrder = scored
    .map(
      ({ quotable, score, pinned }): Candidate => ({
        document,
        quotable,
        // Whoever cites a rule that has ended asks for it.
        answersNothing: pinned === 0 && answersNothing(quotable, query, scorer),
        score: score + pinned,
        share: pinned > 0 ? 1 : (Math.exp(score - best) / total) ** LIKELIHOOD,
      }),
    )
    .sort((one, other) => other.score - one.score);
  return inTurns(nodesInOrder, document.citedPassages.length > 0 ? [] : document.citedPins);
}

interface ScoredNode {
  readonly quotable: Quotable;
  readonly score: number;
  readonly pinned: number;
}

/** A node that only defines words of another subsection exchanges its score with the best node of that subsection, if that has less. */
function rulesBeforeDefinitions(nodes: readonly ScoredNode[]): ScoredNode[] {
  const scores = nodes.map(({ score }) => score);
  for (const [at, { quotable, score }] of nodes.entries()) {
    const path = pathDefinedFor(quotable);
    if (path === null) continue;
    const rules = nodes.flatMap((other, place) => (place !== at && isOf(other.quotable, path) ? [place] : []));
    const [best] = rules.toSorted((one, other) => (nodes[other]?.score ?? 0) - (nodes[one]?.score ?? 0));
    const other = best === undefined ? score : (scores[best] ?? 0);
    if (best !== undefined && other < score) [scores[best], scores[at]] = [score, other];
  }
  return nodes.map((node, at) => ({ ...node, score: scores[at] ?? node.score }));
}

/** Whether a text has the kind of value that the question asks for. Null if it asks for none. */
export function valueTest({ question, terms, added }: Query, language: Language): ((text: string) => boolean) | null {
  const wanted = askedValue(question);
  if (wanted === null) return null;
  const noun = stemsOf(countedNoun(question) ?? '', language);
  // "How many of them?"
  if (!terms.some((term) => hasTerm(new Set(noun), term))) return (text) => hasValue(text, wanted);
  const nouns = new Set([...noun, ...added.flatMap(({ stems }) => stems)]);
  return (text) => stemsOf(countedWords(text), language).some((stem) => nouns.has(stem));
}

/** The text in which the words of the question are looked for: title, headings and lines. */
export function searchedText({ document, quotable }: Candidate, scorer: PassageScorer): string {
  return [document.title, ...quotable.headings, scorer.stated(textOf(quotable))].join('\n');
}

/** "(+++ § 24a: Zur Anwendung vgl. § 52 +++)": a note of the publisher of German laws. It comes after the rule. */
function isPublishersNote({ lines }: Quotable): boolean {
  return lines.every(({ text }) => /^\(\+{3} [\s\S]*\+{3}\)$/.test(text.trim()));
}

function answersNothing(quotable: Quotable, { question }: Query, scorer: PassageScorer): boolean {
  const text = textOf(quotable);
  return scorer.stated(text) === '' || hasEnded(text, question);
}

/**
 * Whether a node states that it no longer applies: "(iv) Termination … paid or accrued after December 31, 2021". False if the
 * question names a year in which it still applied.
 */
function hasEnded(text: string, question: string): boolean {
  const year = /\bTerminat(?:ion|es)\b[^.]{0,240}?\bafter\s+\p{L}+ \d{1,2}\s?,\s*(\d{4})/u.exec(text)?.[1];
  if (year === undefined || Number(year) >= new Date().getFullYear()) return false;
  return !(question.match(/\b(?:19|20)\d\d\b/g) ?? []).some((asked) => Number(asked) <= Number(year));
}

/**
 * For each node, how much the words of the question in it tell it apart from the other nodes of its document. For a word that
 * none of them has, its synonyms count half, as they do in the search.
 */
function distinctWords({ terms, added }: Query, nodes: readonly ReadonlySet<string>[]): number[] {
  const scores = nodes.map(() => 0);
  const number = Math.max(1, terms.length);
  for (const own of terms) {
    const synonyms = () => added.filter(({ of = '' }) => own.stems.includes(of)).flatMap(({ stems }) => stems);
    const term = nodes.some((set) => hasTerm(set, own))
      ? own
      : { ...own, stems: synonyms(), weight: HALF * own.weight };
    const count = nodes.filter((set) => hasTerm(set, term)).length;
    if (count === 0) continue;
    const gain = (DISTINCT * term.weight * Math.log(1 + (nodes.length - count + 0.5) / (count + 0.5))) / number;
    for (const [at, set] of nodes.entries()) if (hasTerm(set, term)) scores[at] = (scores[at] ?? 0) + gain;
  }
  return scores;
}

/** The share of the words of a heading that are words of the question. */
function headingShare(heading: string, { terms, added }: Query): number {
  const stems = [...new Set(stemsOf(heading))].filter((own) => /[a-z]{3}/.test(own));
  if (stems.length === 0) return 0;
  return stems.filter((own) => [...terms, ...added].some((term) => term.stems.includes(own))).length / stems.length;
}

/** A cited subsection comes first. A cited section begins with the node that `begins` it. */
function pinned(
  quotable: Quotable,
  { cited, citedPassages, citedPins }: FoundDocument,
  at: number,
  begins: boolean,
): number {
  if (!cited) return 0;
  if (citedPassages.length > 0) {
    const ids = new Set(quotable.lines.map((line) => line.passage.id));
    const place = citedPassages.findIndex((id) => ids.has(id));
    if (place === -1) return 0;
    const within = citedPins.some((pin) => pin === '' || quotable.lines.some((line) => isWithin(line.path, pin)));
    return PINNED + Number(within) - place * 0.1 - at * 0.0001;
  }
  if (citedPins.every((pin) => pin === '')) return cited.certain && begins ? PINNED : 0;
  return citedPins.some((pin) => isOf(quotable, pin)) ? PINNED - at * 0.01 : 0;
}

/** Whether the node is part of a cited subsection, or has it. */
function isOf({ path, lines }: Quotable, pin: string): boolean {
  if (pin === '' || isWithin(path, pin)) return pin !== '';
  return path !== '' && isWithin(pin, path) && lines.some((line) => isWithin(line.path, pin));
}

/** Nodes of several cited subsections in turns, before all others. */
function inTurns(nodes: readonly Candidate[], pins: readonly string[]): Candidate[] {
  const places = new Map<Candidate, number>();
  for (const [at, pin] of pins.entries())
    for (const [nth, node] of nodes.filter(({ quotable }) => isOf(quotable, pin)).entries())
      if (!places.has(node)) places.set(node, nth * pins.length + at);
  const placeOf = (node: Candidate) => places.get(node) ?? Number.MAX_SAFE_INTEGER;
  return nodes.toSorted((one, other) => placeOf(one) - placeOf(other));
}
