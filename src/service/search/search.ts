/** A question -> the documents that speak to it, each with its best passages. */
import type { DatabaseSync } from 'node:sqlite';
import type { SearchedAuthority } from './authority.ts';
import { chooseCited } from './citedDocuments.ts';
import { withoutSelected } from './excludeSelection.ts';
import { type Found, fetchPassages } from './fetchPassages.ts';
import { analyse, type Query } from './query.ts';
import { fuse } from './rankDocuments.ts';
import { createPassageScorer } from './scorePassages.ts';
import { narrowed } from './trimQuery.ts';

export interface FoundDocument {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  /** `179`, `asc 606-10-25`; empty if the document is no authority. */
  readonly authority: string;
  readonly kind: string | null;
  readonly date: string | null;
  readonly url: string | null;
  readonly score: number;
  /** The citation of the question that names this document, if one does. */
  readonly cited: SearchedAuthority | null;
  /** Best first. */
  readonly passages: readonly Found[];
}

export interface SearchResult {
  readonly query: Query;
  /** Best first. */
  readonly documents: readonly FoundDocument[];
  /** Citations of the question that no document of the library is. */
  readonly notHeld: readonly SearchedAuthority[];
}

export interface SearchOptions {
  /** Earlier questions of the conversation, oldest first: weak context. */
  readonly context?: readonly string[];
  /** How many documents; default 10. */
  readonly limit?: number;
  /** Kinds of documents to prefer, as in the front matter. */
  readonly prefer?: readonly string[];
}

/** Documents whose passages are scored once more, by nearness and headings as well. */
const RESCORED = 12;

/** What the best passage's own score adds to its document's. */
const RESCORE = 0.3;

export function search(database: DatabaseSync, question: string, options: SearchOptions = {}): SearchResult {
  const query = narrowed(database, analyse(question, options.context ?? []));
  const cited = chooseCited(database, query);
  const ranked = fuse(database, query, cited.documents, options);
  const scorer = createPassageScorer(database, query);
  const found = ranked
    .slice(0, Math.max(RESCORED, options.limit ?? 10))
    .map((document) => fetchPassages(database, document, scorer));
  return {
    query,
    notHeld: cited.notHeld,
    documents: withoutSelected(question, found)
      .map((document) => ({
        ...document,
        score: document.score + RESCORE * scorer.best(document),
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, options.limit ?? 10),
  };
}

export interface RankedPassage {
  readonly document: FoundDocument;
  readonly passage: Found;
}

/** What each further passage of the same document is worth against the one before it. */
const FURTHER = 0.85;

/** The passages of all documents in one order: that of their documents, further ones of a document a little later each time. */
export function passagesInOrder(documents: readonly FoundDocument[]): RankedPassage[] {
  return documents
    .flatMap((document) =>
      document.passages.map((passage, at) => ({ document, passage, score: document.score * FURTHER ** at })),
    )
    .sort((one, other) => other.score - one.score)
    .map(({ document, passage }) => ({ document, passage }));
}
