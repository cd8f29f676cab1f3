/** Which lane opens the answer: the user's own documents, or authorities. */
import type { Lane } from '../store/libraryReader.ts';
import { isOwnClause } from './authority.ts';
import { namesNoSubject, wordsForLaw } from './generalQuestion.ts';
import { namesIn } from './names.ts';
import { onlyAppliesRules } from './programs.ts';
import { hasTerm, type Query, type Term } from './query.ts';
import type { FoundDocument, FoundPassage } from './searchResult.ts';
import { wordsOfSubject } from './subjects.ts';
import type { TermStatistics } from './termStatistics.ts';
import { stemsOf, wordsInName } from './words.ts';

/**
 * Share of the question's words, by rarity, that the best passage of an own document must have to lead. For a question that describes a
 * situation to find the law, the best passage has 0.2 to 0.3.
 */
const MEANT = 0.4;

/** Factor by which own documents use the words of a question about a selection more often than authorities if the question is about them. */
const USED = 3;
/** Factor by which the best own document then scores higher than the best authority. Other files of the client have the names in the selection too. */
const AHEAD = 1.8;

/** The share of the question's own words that a passage has with its title, heading and path, each word weighted by its rarity (0-1). */
export function coverageOf(
  statistics: TermStatistics,
  terms: readonly Term[],
  document: Pick<FoundDocument, 'title' | 'name' | 'language' | 'authority'>,
  passage: Pick<FoundPassage, 'heading' | 'text'>,
): number {
  const text = `${document.title}\n${wordsInName(document.name)}\n${passage.heading}\n${passage.text}`;
  const stems = new Set(stemsOf(text, document.language));
  const subject = wordsOfSubject(document.authority, document.title);
  return shareIn(statistics, terms, (term) => hasTerm(stems, term) || hasTerm(subject, term));
}

/** The share of the words, by rarity, for which `has` is true. */
export function shareIn(statistics: TermStatistics, terms: readonly Term[], has: (term: Term) => boolean): number {
  let found = 0;
  let total = 0;
  for (const term of terms) {
    const weight = term.weight * statistics.rarity(term.stems);
    total += weight;
    if (has(term)) found += weight;
  }
  return total === 0 ? 0 : found / total;
}

/** The words of the question itself; those of the selection, or of the question that it continues, if they alone say what it is about. */
export function ownTerms({ terms, about }: Query): readonly Term[] {
  const own = terms.filter(({ from }) => from === undefined);
  return own.length > 0 && about === null ? own : terms;
}

/** "What did the bank say?", "Wann wurde gezählt?": it asks for what happened, which documents state and laws do not. */
const PAST =
  /^\W*(?:(?:what|which|who|whom|when|where|why|how)(?: (?!did\b|was\b|were\b)\w+){0,3} )?(?:did|was|were)\b|^\W*(?:(?:was|welche\w{0,2}|wer|wen|wem|wann|wo|warum|wie) (?:\p{L}+ ){0,2}?)?(?:hat|haben|hatten?|wurden?|waren?)\b/iu;
/** "How are guaranteed payments taxed?": it asks what the law makes of something, which documents that mention it do not say. */
const TREATMENT =
  /(?<![\p{L}-])(?:taxed|taxable|tax-(?:free|exempt)|deductible|steuerpflichtig|steuerfrei|versteuert|abzugsfähig|abziehbar|absetzbar)(?!\p{L})/iu;

/** "Can it be expensed?", "Muss das aktiviert werden?": it asks what is allowed or required, which a law or a contract says. */
const ALLOWED =
  /^\W*(?:can|could|may|must|shall|should|kann|könnte|können|darf|dürfen|muss|müssen|soll|sollen)(?!\p{L})/iu;

/** Share of what the best passage of an authority has that is enough for an own document then. */
const ENOUGH = 0.8;

/** Documents in whose best passages the words of the question are looked for. */
const DOCUMENTS = 3;

/** The largest share of the words that the best passage of one of the first documents has. */
export function coverageOfBest(
  statistics: TermStatistics,
  terms: readonly Term[],
  documents: readonly FoundDocument[],
): number {
  const shares = documents
    .slice(0, DOCUMENTS)
    .flatMap((document) =>
      document.passages.slice(0, 1).map((passage) => coverageOf(statistics, terms, document, passage)),
    );
  return Math.max(0, ...shares);
}

/** "RE-20151008" and "98559514" name one document, as a citation names a section. Amounts, dates and years do not. */
function isDocumentNumber({ word, written, from }: Term, question: string): boolean {
  const isWhole = word === written || /^(?=.*\p{L})\S+$/u.test(written);
  return from === undefined && isWhole && question.includes(written) && word.length >= 7 && /(?:\d\D*){4}/.test(word);
}

/** Whether the question has words of its own besides those of a selection. */
function asksAboutSelection({ about, terms }: Query): boolean {
  const has = (from: Term['from']) => terms.some((term) => term.from === from);
  return about === null && has(undefined) && has('selection');
}

/** Whether the question asks for the document, which it certainly cites. A selected text may cite what the question does not ask for. */
export function asksFor(query: Query, { cited }: FoundDocument): boolean {
  return !!cited?.certain && (!asksAboutSelection(query) || query.question.includes(cited.text));
}

/** Whether the question asks for a clause of a document of the user, or for the document that a selected text cites. */
function asksForClause(query: Query, document: FoundDocument): boolean {
  if (!document.cited || !isOwnClause(document.cited)) return false;
  const name = new Set(stemsOf(`${document.title}\n${wordsInName(document.name)}`, document.language));
  return asksFor(query, document) || query.terms.every((term) => term.from !== undefined || hasTerm(name, term));
}

/** "When is the count at Finch?": no law says it. "May Finch deduct it?" asks for the law as well. */
const FACT =
  /^\W*(?:when|where|who|whom|how (?:much|many|long|often)|wann|wo|wer|wen|wem|wie (?:viele?|lange|oft|hoch))(?!\p{L})/iu;

/** Whether the question asks for a fact about a client, which only the user's own documents can state. */
export function asksForFact(statistics: TermStatistics, query: Query): boolean {
  return (FACT.test(query.question) || asksWhatHappened(query)) && namesOwn(statistics, query);
}

/** Whether the question asks for what happened, which no law states. */
export function asksWhatHappened({ question }: Query): boolean {
  return PAST.test(question);
}

/** Whether the question has a name that only the user's own documents have, as that of a client. */
function namesOwn(statistics: TermStatistics, query: Query): boolean {
  const names = namesIn(query);
  return query.terms.some(
    ({ from, word, stems }) => from === undefined && names.has(word) && statistics.isOnlyOwn(stems),
  );
}

const scoreOfBest = ([best]: readonly FoundDocument[]): number => best?.score ?? 0;

export function leadingLane(
  statistics: TermStatistics,
  query: Query,
  lanes: Readonly<Record<Lane, readonly FoundDocument[]>>,
  /** Whether one of the user's documents is attached to the question. */
  hasAttached: boolean,
  /** The lane of the documents that a follow-up is about. */
  meant: Lane | null,
  /** The lane that answered the question before, if this one may continue it. */
  before: Lane | null,
): Lane {
  const { own, law } = lanes;
  if (own.length === 0 || law.length === 0) return own.length === 0 ? 'law' : 'own';
  const words = query.terms.filter(({ from }) => from === undefined);
  // "How much section 179 did Finch take?" names a client, and asks for what it did with the section.
  const isOfClient = namesOwn(statistics, query);
  const isPast = asksWhatHappened(query);
  if (isOfClient && isPast && coverageOfBest(statistics, words, own.slice(0, 1)) >= MEANT) return 'own';
  if (own.some((document) => asksForClause(query, document))) return 'own';
  if (law.some((document) => asksFor(query, document))) return 'law';
  const isAsked = (lane: readonly FoundDocument[]) => lane[0]?.language === query.language;
  if (wordsForLaw(query.question).length > 0 && (isAsked(law) || !isAsked(own))) return 'law';
  if (hasAttached) return 'own';
  const numbers = query.terms.filter((term) => isDocumentNumber(term, query.question));
  if (coverageOfBest(statistics, numbers, own) > coverageOfBest(statistics, numbers, law)) return 'own';
  if (meant !== null) return meant;
  // A law in another language shares only words that are spelled alike.
  if (query.language !== null && own[0]?.language === query.language && law[0]?.language !== query.language)
    return 'own';
  // It asks for the rules on the selected text.
  if (query.question === '' && query.selections.length > 0) return 'law';
  // The words of a selection are those of the file that it is from, whatever is asked about it.
  const isSelection = asksAboutSelection(query);
  const terms = isSelection ? words : ownTerms(query);
  const covered = (lane: readonly FoundDocument[]) => coverageOfBest(statistics, terms, lane);
  if (isSelection) {
    const used = words.reduce((product, { stems }) => product * statistics.ownUse(stems), 1);
    const isAhead = scoreOfBest(own) >= AHEAD * scoreOfBest(law);
    const signs = [used >= USED, covered(own) >= covered(law), isAhead].filter(Boolean).length;
    return signs >= (ALLOWED.test(query.question) ? 3 : 2) ? 'own' : 'law';
  }
  if (before === 'own' && covered(own) >= covered(law)) return 'own';
  // One word is too little to say that the law is no longer meant.
  if (before === 'law' && terms.length === 1 && covered(law) >= covered(own)) return 'law';
  if (namesNoSubject(terms)) return 'law';
  const best = (lane: readonly FoundDocument[], of = terms) => coverageOfBest(statistics, of, lane.slice(0, 1));
  const asksForRule = TREATMENT.test(query.question) || onlyAppliesRules(query.question, own[0]);
  if (!isPast && !isOfClient && asksForRule && best(law) >= MEANT) return 'law';
  // The words of the questions before say which document is meant.
  const coveredInAll = Math.max(best(own), best(own, query.terms));
  const needed = isPast ? ENOUGH * best(law) : best(law);
  return coveredInAll >= MEANT && best(own) >= needed ? 'own' : 'law';
}
