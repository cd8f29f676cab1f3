/** Whether the documents that were found answer the question, from statistics of the library: docs/library.md says how it was measured. */
import { amends } from './amendments.ts';
import { namesNoSubject } from './generalQuestion.ts';
import { asksFor, asksWhatHappened, coverageOfBest, ownTerms, shareIn } from './lead.ts';
import { namesIn } from './names.ts';
import { hasTerm, type Term } from './query.ts';
import { type FoundDocument, type SearchResult, scoreOf } from './searchResult.ts';
import type { TermStatistics } from './termStatistics.ts';
import { askedValue } from './wanted.ts';
import { type Language, stemsOf } from './words.ts';

/**
 * `partly` is the default: the library touches on the question and may not answer it. `little`: no passage has half of the question, so most
 * of what is quoted is about something else. `none`: nothing is quoted.
 */
export type Relevance = 'good' | 'partly' | 'little' | 'none';

/** What is quoted first, with its title and headings. */
export interface Quoted {
  readonly text: string;
  readonly language: Language;
  readonly answersNothing: boolean;
}

/**
 * The answer is sure if coverage and margin reach this together. In a logistic regression over all kinds of questions both have the same
 * weight.
 */
const SURE = 1.15;
/** Of 47 questions of the development sets whose best passage has less of their words, the first document is right for 12; of 241 others, for 198. */
const HALF_OF_QUESTION = 0.5;
/** Words that are missing before a question is refused, because one may be a name or a misprint. */
const MIN_MISSING = 3;

export function relevanceOf(statistics: TermStatistics, result: SearchResult, quoted: Quoted | null): Relevance {
  const { query, documents } = result;
  const [first] = documents;
  if (!first || !quoted) return 'none';
  if (first.cited && asksFor(query, first) && !result.missingAuthorities.includes(first.cited)) return 'good';
  // Words of the last question refine what is found. They do not make it fit.
  const own = ownTerms(query);
  // The library need not have names.
  const names = namesIn(query);
  const withoutNames = own.filter(({ word }) => !names.has(word));
  const isUnknown = (term: Term) => statistics.count(term.stems) === 0;
  const covered = coverageOfBest(statistics, own, documents);
  const unknown = shareIn(statistics, withoutNames, isUnknown);
  // A question about a selection is found by the words of the selection.
  const isAboutSelection = query.terms.some(({ from }) => from === 'selection');
  const missing = own.filter(isUnknown).length;
  // "Who painted the Mona Lisa?" has one word of the library, which says nothing of its subject.
  const isInLanguage = query.language === null || query.language === first.language;
  const isElsewhere = isInLanguage && own.length > 1 && missing > own.length / 2;
  const lacksMost = unknown > covered;
  const isRefused = covered === 0 || isElsewhere || (lacksMost && withoutNames.filter(isUnknown).length >= MIN_MISSING);
  // The beginning of an attached file tells who wrote it in no word of the question.
  if (covered === 0 && askedValue(query.question) === 'author') return 'partly';
  if (!isAboutSelection && isRefused) return 'none';
  // Words of a selection and earlier words do not make a question fit. What has none of the earlier ones is about something else, if the
  // question certainly continues them, or has a single word: "Did Marlow take any?" A single word does not say that the subject is new.
  const stems = new Set(stemsOf(quoted.text, quoted.language));
  const quotes = (terms: readonly Term[]) => terms.some((term) => hasTerm(stems, term));
  const synonyms = query.added.filter(({ of = '' }) => own.some((term) => term.stems.includes(of)));
  const earlier = query.terms.filter(({ from }) => from === 'earlier');
  const continues = query.continues === 'yes' || (query.continues === 'perhaps' && own.length === 1);
  const fits =
    query.about !== 'earlier' &&
    !(result.isNewSubject && own.length === 1) &&
    !(result.lead === 'law' && asksWhatHappened(query)) &&
    !namesNoSubject(own) &&
    (query.continues === 'no' ? !isAboutSelection || quotes([...own, ...synonyms]) : quotes(own)) &&
    (!continues || earlier.length === 0 || quotes(earlier));
  // A document that cites the authority is not the authority.
  const lacksCited = result.missingAuthorities.length > 0;
  // What leaves the documents of the conversation must be ahead without its words.
  const ranked = result.alone ?? documents;
  // Whether the question means the documents of the question before is not known, so only words make it sure.
  const byWords = query.continues === 'yes' ? ranked : ranked.map(withoutAdded);
  const isBest = byWords.every(({ score }) => score <= (byWords[0]?.score ?? 0));
  const [best = 0, second = 0] = sectionScores(byWords.filter((document) => !amends(document, first)));
  // How far the best section is ahead of the next one: the share of its score that the next one lacks.
  const margin = best > 0 && isBest ? 1 - second / best : 0;
  // A document behind the first one may have more of the question.
  const coveredFirst = coverageOfBest(statistics, own, [first]);
  // Earlier words put their documents ahead, whatever this question is about.
  const isAhead =
    query.continues !== 'perhaps' || earlier.length === 0 || (coveredFirst === 1 && ranked[0]?.id === first.id);
  if (fits && isAhead && !lacksMost && !lacksCited && !quoted.answersNothing && coveredFirst + margin >= SURE)
    return 'good';
  const isAlone = query.terms.every(({ from }) => from === undefined);
  if (!isAlone || first.cited !== null || covered >= HALF_OF_QUESTION) return 'partly';
  return lacksCited ? 'none' : 'little';
}

const withoutAdded = (document: FoundDocument): FoundDocument => ({
  ...document,
  score: document.score - (document.added ?? 0),
});

/** The scores of the best sections, best first. A law in one file has many. */
function sectionScores(documents: SearchResult['documents']): number[] {
  const scores = new Map<string, number>();
  for (const document of documents) {
    for (const passage of document.passages) {
      const key = `${document.id} ${document.authority === '' ? passage.section : ''}`;
      scores.set(key, Math.max(scoreOf(document, passage), scores.get(key) ?? 0));
    }
  }
  return [...scores.values()].sort((one, other) => other - one);
}
