/** Finds the documents that deal with a question, each with its best passages. */
import type { DatabaseSync } from 'node:sqlite';
import { type Field, fieldOf } from '../../authority/fieldOf.ts';
import type { ResearchQuestion } from '../../protocol/question.ts';
import { findAttached } from './attachedFiles.ts';
import { chooseCited } from './citedDocuments.ts';
import { isSelected, withoutSelected } from './excludeSelection.ts';
import { fetchPassages } from './fetchPassages.ts';
import { analyse, questionText, selectedText } from './query.ts';
import { rankDocuments } from './rankDocuments.ts';
import { createPassageScorer } from './scorePassages.ts';
import type { FoundDocument, RankedPassage, SearchOptions, SearchResult } from './searchResult.ts';
import { trimQuery } from './trimQuery.ts';

/** Documents whose passages are scored again, with the distance of words and with headings. */
const RESCORED = 16;

/** Share of the best passage's score that is added to the score of its document. */
const RESCORE = 2;

/**
 * Titles of rules on information returns and on postponed deadlines. They repeat the words of the rule that they serve, and are seldom
 * meant unless the question asks for such things.
 */
const PROCEDURE =
  /\b(?:returns? (?:relating|regarding|as to)|information (?:with respect|relating|regarding|returns?)|reporting|postpone)\b/i;
const ASKS_FOR_PROCEDURE =
  /\b(?:returns?|report\w*|inform\w*|statements?|notic\w+|notif\w+|records?|penal\w+|fail\w*|fil(?:e|ed|es|ing)|forms?|postpon\w+|disclos\w+|tell|told|fine[ds]?|late|send|submit\w*|disasters?|\d{4}(?:-[A-Z]+)?|W-\d|K-1)\b/i;
/** Factor for the score of such a document. */
const UNASKED = 0.8;

/**
 * Factor for the score of a document that is no authority if the question is about selected text. Other documents of the user about the
 * same facts resemble the text most, but the question asks for the rules.
 */
const OWN_DOCUMENT = 0.5;

/**
 * Factor for the score of a document on another field than a question about selected text, because the facts of the text may have words
 * of any field: "used", "a week later". In audit research, of a document on tax, unless the question is on tax.
 */
const OTHER_FIELD = 0.4;

/** Share of the best score that an attached document needs to come first: one that does not deal with the question does not. */
const ATTACHED_SHARE = 0.25;

export function search(database: DatabaseSync, question: ResearchQuestion, options: SearchOptions = {}): SearchResult {
  const query = trimQuery(database, analyse(question, options.context ?? []));
  const cited = chooseCited(database, query);
  const attached = findAttached(database, question.attachments);
  const all = rankDocuments(database, query, cited.documents, options, attached.byContent);
  const ranked = [...all.filter(({ id }) => attached.ids.has(id)), ...all.filter(({ id }) => !attached.ids.has(id))];
  const scorer = createPassageScorer(database, query);
  const found = ranked
    .slice(0, Math.max(RESCORED, options.limit ?? 10))
    .map((document) => fetchPassages(database, document, scorer));
  const asksForProcedure = ASKS_FOR_PROCEDURE.test(query.question);
  const asksAboutSelection = query.terms.some((term) => term.selected);
  const withoutTax = options.prefer?.includes('audit') === true && fieldOf(query.question) !== 'tax';
  const asked = asksAboutSelection ? fieldOfSelection(question, found) : null;
  const isOther = (document: FoundDocument) => {
    const field = document.cited === null ? fieldOfDocument(document) : null;
    if (field === null) return false;
    return asked === null ? field === 'tax' && withoutTax : field !== asked;
  };
  const scored = withoutSelected(question.selections, found).map((document) => {
    const unasked = !asksForProcedure && document.cited === null && PROCEDURE.test(document.title);
    const own = asksAboutSelection && !document.isAuthority;
    const factor = (unasked ? UNASKED : 1) * (own ? OWN_DOCUMENT : 1) * (isOther(document) ? OTHER_FIELD : 1);
    return { ...document, score: (document.score + RESCORE * scorer.best(document)) * factor };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const isFirst = ({ id, score }: FoundDocument) => attached.ids.has(id) && score >= best * ATTACHED_SHARE;
  return {
    query,
    missingAuthorities: cited.missing,
    documents: scored
      .map((document) => (isFirst(document) ? { ...document, score: document.score + best } : document))
      .sort((one, other) => other.score - one.score)
      .slice(0, options.limit ?? 10),
  };
}

/** The field that the question names, or else that of the selected text or of the document that it is from. */
function fieldOfSelection(question: ResearchQuestion, found: readonly FoundDocument[]): Field | null {
  const own = found.find((document) => isSelected(question.selections, document));
  return fieldOf(questionText(question)) ?? fieldOf(selectedText(question)) ?? (own ? fieldOfDocument(own) : null);
}

function fieldOfDocument({ authority, kind }: FoundDocument): Field | null {
  return fieldOf(`${kind ?? ''} ${/^\d/.test(authority) ? '§ ' : ''}${authority}`);
}

/** Factor from one passage of a document to the next. */
const FURTHER = 0.85;

/** The passages of all documents in one order. Each further passage of a document comes a little later. */
export function passagesInOrder(documents: readonly FoundDocument[]): RankedPassage[] {
  return documents
    .flatMap((document) =>
      document.passages.map((passage, at) => ({ document, passage, score: document.score * FURTHER ** at })),
    )
    .sort((one, other) => other.score - one.score)
    .map(({ document, passage }) => ({ document, passage }));
}
