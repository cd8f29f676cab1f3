/** Whether the documents that were found answer the question. How the weights and thresholds were measured: docs/library.md. */
import type { DatabaseSync } from 'node:sqlite';
import { hasEnded } from './chooseQuotables.ts';
import { fieldShare } from './fieldWords.ts';
import type { Query, Term } from './query.ts';
import type { FoundDocument, SearchResult } from './searchResult.ts';
import { stem } from './stem.ts';
import { isSubjectWord } from './subjects.ts';
import { hasSynonyms, synonymsOf } from './synonyms.ts';
import { createTermStatistics, type TermStatistics } from './termStatistics.ts';
import { stemsOf, wordsOf } from './words.ts';

/** `partly` is the default: the library touches on the question and may not answer it. `none`: nothing is quoted. */
export type Relevance = 'good' | 'partly' | 'none';

/** Below this score nothing is quoted. */
const MIN_SCORE = 0.8;
/**
 * The answer says that the library deals with the question if the share of the question that the first quotation contains, and how far
 * its document is ahead of the second, together reach SURE. Whatever the distance is, the share is at least MIN_SURE.
 */
const SURE = 1.1;
const AHEAD = 3;
const MIN_SURE = 0.5;
/** Weight of a word of which the first quotation contains only a synonym. */
const BY_SYNONYM = 0.5;
/** The share of the number of words, because one rare word does not make a subject. */
const MIN_NUMBER = 0.6;
/** The distance of the only document that was found. */
const ALONE = 0.25;
/** A passage that contains this share of the question is quoted whatever the score is. */
const MIN_COVERED = 0.6;
/** What the share of words of the field adds. */
const FIELD = 4;
/** A word does not count for more than this, however rare it is. */
const MAX_RARITY = 7;
/** A question about a selection is not refused while the share of unknown words is smaller than this. */
const MAX_UNKNOWN_OF_SELECTION = 0.2;

/** Rarity is computed as in a library of at least this many passages, so that it does not depend on a single passage. */
const MIN_PASSAGES = 1000;
/** Documents, and passages of each, in which the words of the question are looked for. */
const DOCUMENTS = 5;
const PASSAGES = 3;

/** Shares (0-1) of the question's words, each word weighted by its rarity in the library. */
export interface Evidence {
  /** In the best passage: the word itself or a synonym. */
  readonly covered: number;
  /** In the synonyms or subjects. */
  readonly known: number;
  /** Hardly used in the library. */
  readonly unknown: number;
  /** `covered` + `known` - `unknown` + a part for words of the field. The lists can only raise it. */
  readonly score: number;
}

/** `quoted` is the text of the first quotation with its title and headings. */
export function relevanceOf(database: DatabaseSync, result: SearchResult, quoted: string): Relevance {
  const { query, documents } = result;
  const [first, second] = documents;
  if (!first) return 'none';
  if (first.cited?.certain) return 'good';
  if (documents.some((document) => document.cited?.certain)) return 'partly';
  if (query.terms.length === 0) return 'none';
  const statistics = createTermStatistics(database);
  const inQuotation = shareIn(statistics, query.terms, quoted);
  const distance = second && second.score > 0 ? Math.log(first.score / second.score) : ALONE;
  const sure = inQuotation >= MIN_SURE && inQuotation + AHEAD * distance >= SURE;
  // A rule that has ended does not say what applies.
  if (sure && numberIn(query.terms, quoted) >= MIN_NUMBER && !hasEnded(quoted, query.question)) return 'good';
  // A name says who and where, not what. One that the lists do not have can make an answer uncertain, never a refusal.
  const names = namesIn(query.question);
  const terms = query.terms.filter((term) => !names.has(term.word) || isKnown(term.stem));
  const { score, covered, unknown } = evidenceOf(statistics, query, terms, documents);
  if (score >= MIN_SCORE || covered >= MIN_COVERED) return 'partly';
  // A selection brings names and amounts that no rule contains.
  const aboutSelection = terms.some((term) => term.selected) && documents[0]?.authority !== '';
  return aboutSelection && unknown < MAX_UNKNOWN_OF_SELECTION ? 'partly' : 'none';
}

function evidenceOf(
  statistics: TermStatistics,
  query: Query,
  terms: readonly Term[],
  documents: readonly FoundDocument[],
): Evidence {
  const passages = Math.max(MIN_PASSAGES, statistics.passages);
  // A word counts as hardly used if fewer than about one in a thousand passages contain it.
  const rare = Math.max(0.5, statistics.passages / 1000);
  const words = terms.map((term) => ({
    stems: [term.stem, ...synonymsOf([term.word]).map(stem)],
    weight: term.weight * Math.min(MAX_RARITY, statistics.rarity(term.stem, passages)),
    known: isKnown(term.stem),
    unknown: Math.exp(-statistics.count(term.stem) / rare),
  }));
  const total = words.reduce((sum, word) => sum + word.weight, 0) || 1;
  const share = (part: (word: (typeof words)[number]) => number) =>
    words.reduce((sum, word) => sum + word.weight * part(word), 0) / total;
  let covered = 0;
  for (const document of documents.slice(0, DOCUMENTS)) {
    for (const passage of document.passages.slice(0, PASSAGES)) {
      const present = new Set(stemsOf(`${document.title} ${passage.heading} ${passage.text}`));
      covered = Math.max(
        covered,
        share((word) => Number(word.stems.some((own) => present.has(own)))),
      );
    }
  }
  const known = share((word) => Number(word.known));
  const unknown = share((word) => word.unknown);
  return { covered, known, unknown, score: covered + known - unknown + FIELD * fieldShare(query) };
}

/** The share of the words in a text, each weighted by its rarity. A synonym counts less than the word itself. */
function shareIn(statistics: TermStatistics, terms: readonly Term[], text: string): number {
  const passages = Math.max(MIN_PASSAGES, statistics.passages);
  const present = new Set(stemsOf(text));
  let found = 0;
  let total = 0;
  for (const term of terms) {
    const weight = term.weight * Math.min(MAX_RARITY, statistics.rarity(term.stem, passages));
    total += weight;
    if (present.has(term.stem)) found += weight;
    else if (wordAndSynonyms(term).some((own) => present.has(own))) found += BY_SYNONYM * weight;
  }
  return total === 0 ? 0 : found / total;
}

/** The share of the words in a text by their number, without single letters. */
function numberIn(terms: readonly Term[], text: string): number {
  const present = new Set(stemsOf(text));
  const words = terms.filter((term) => term.weight === 1 && term.word.length > 1);
  const found = words.filter((term) => wordAndSynonyms(term).some((own) => present.has(own)));
  return words.length === 0 ? 1 : found.length / words.length;
}

function wordAndSynonyms(term: Term): string[] {
  return [term.stem, ...synonymsOf([term.word]).map(stem)];
}

function isKnown(own: string): boolean {
  return isSubjectWord(own) || hasSynonyms(own);
}

const PROPER_NAME = /(?<=[\p{L}\p{N},;'’"”)(“-]\s?)\p{Lu}[\p{Ll}\p{M}]+/gu;
const PLACE = /(?<![\p{L}\p{N}])(?:in|at|from|near)\s+[\p{L}\p{M}'’-]+(?:,?\s+[\p{L}\p{M}'’-]+){0,2}/giu;

/**
 * Words that may name a person, a company or a place: those with a capital letter inside a sentence, and the words after "in",
 * "at", "from" and "near".
 */
function namesIn(question: string): Set<string> {
  const names = [...question.matchAll(PROPER_NAME), ...question.matchAll(PLACE)];
  return new Set(names.flatMap(([name]) => wordsOf(name)));
}
