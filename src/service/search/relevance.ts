/** Whether what was found speaks to the question at all. Calibrated on questions outside the library (bench/library/outside.json). */
import type { DatabaseSync } from 'node:sqlite';
import { fieldShare } from './fieldWords.ts';
import { otherCountries } from './jurisdictions.ts';
import { createPassageScorer, type PassageScorer } from './scorePassages.ts';
import type { FoundDocument, SearchResult } from './search.ts';
import { inSubjects, subjectsOf } from './subjects.ts';
import { isEveryday } from './vocabulary.ts';

export type Fit = 'good' | 'partly' | 'none';

/** Below this nothing is cited; above the second one the lead says that it fits. */
const NONE = 0;
const GOOD = 2;
/** The same for documents that are no authority, where the words are the only evidence. */
const WORDS_NONE = 6.6;
const WORDS_GOOD = 9;
/** Share of unknown words from which a question about a selection is none for this library. */
const STRANGE = 0.2;

/** Weights of the evidence, by logistic regression on the calibration half and the questions inside the library (docs/library.md). */
const SUBJECT = 0.24;
const FIELD = 43;
const KNOWN = 3.2;
const COVERED = 4.3;
const BIAS = -8.6;
/** A long story gathers a high subject score from words of any kind. */
const MAX_SUBJECT = 12;

export interface Evidence {
  /** Score of the best held subject, less for words that are strange to the library; null if nothing found is a known authority. */
  readonly subject: number | null;
  /** How much of the question speaks of tax, accounting or audit (0-1). */
  readonly field: number;
  /** Share (0-1) of the question's weight in words that the vocabulary knows. */
  readonly known: number;
  /** Share (0-1) of the question's weight that the best passage holds. */
  readonly covered: number;
  readonly strange: number;
}

export function fitOf(database: DatabaseSync, result: SearchResult): { fit: Fit; score: number } {
  const { query, documents } = result;
  if (documents.length === 0) return { fit: 'none', score: -100 };
  if (documents.some((document) => document.cited?.certain)) return { fit: 'good', score: 100 };
  if (query.terms.length === 0 || namesAnotherCountry(query.question, documents)) return { fit: 'none', score: -100 };
  const evidence = evidenceOf(createPassageScorer(database, query), result);
  const { subject, field, known, covered, strange } = evidence;
  const score =
    subject === null
      ? Number.NEGATIVE_INFINITY
      : SUBJECT * Math.min(subject, MAX_SUBJECT) + FIELD * field + KNOWN * known + COVERED * covered + BIAS;
  // A selection brings many words that no rule holds (names, amounts): then known words and an authority are enough.
  const aboutSelection =
    query.terms.some((term) => term.selected) && documents[0]?.authority !== '' && strange < STRANGE;
  const words = 10 * Math.max(0, covered - 0.4) + 12 * Math.max(0, covered - 0.35) - 9 * strange;
  const own = subject === null || documents[0]?.authority === '';
  if (score >= GOOD || (own && words >= WORDS_GOOD)) return { fit: 'good', score };
  return { fit: score >= NONE || (own && words >= WORDS_NONE) || aboutSelection ? 'partly' : 'none', score };
}

/** What speaks for and against an answer. Exported for the calibration in bench/eval.ts. */
export function evidenceOf(scorer: PassageScorer, { query, documents }: SearchResult): Evidence {
  const top = documents.slice(0, 5);
  const covered = Math.max(
    ...top.flatMap((document) =>
      document.passages.slice(0, 3).map((passage) => scorer.coverage(passage, document.title)),
    ),
    0,
  );
  const held = new Set(top.map((document) => document.authority));
  const best = subjectsOf([...query.terms, ...query.added.map((term) => ({ ...term, weight: 0.4 }))], 40).find(
    ({ key }) => held.has(key),
  );
  const strange = scorer.strangeness();
  return {
    subject: best ? best.score - 5 * strange + 10 * Math.max(0, covered - 0.4) : null,
    field: fieldShare(query),
    known: scorer.share((own) => inSubjects(own) || isEveryday(own)),
    covered,
    strange,
  };
}

/** The question is about the law of a country that stands in no passage found. */
function namesAnotherCountry(question: string, documents: readonly FoundDocument[]): boolean {
  const named = otherCountries(question);
  if (named.length === 0) return false;
  const text = documents
    .slice(0, 5)
    .flatMap((document) => [document.title, ...document.passages.map((passage) => passage.text)])
    .join(' ')
    .toLowerCase();
  return !named.some((name) => text.includes(name));
}
