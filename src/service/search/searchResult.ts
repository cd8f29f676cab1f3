/** What a search returns, and what it may be asked. */
import type { QuestionSelection, ResearchQuestion } from '../../protocol/question.ts';
import type { Lane, PassageRow } from '../store/libraryReader.ts';
import type { SearchedAuthority } from './authority.ts';
import type { CitedDocument } from './citedDocuments.ts';
import type { Query } from './query.ts';
import type { TermStatistics } from './termStatistics.ts';
import type { Language } from './words.ts';

export interface FoundPassage extends Omit<PassageRow, 'document'> {
  readonly score: number;
}

export interface FoundDocument {
  readonly id: number;
  readonly path: string;
  /** Names of its folders and of the file, inside the library. */
  readonly name: string;
  readonly title: string;
  /** Whether the document is law, a standard, a ruling or an opinion. */
  readonly isAuthority: boolean;
  readonly language: Language;
  /** `179`, `asc 606-10-25`; empty if the document is no authority. */
  readonly authority: string;
  readonly kind: string | null;
  readonly date: string | null;
  readonly url: string | null;
  /** How many passages it has. */
  readonly passageCount: number;
  readonly score: number;
  /** What the score has in addition to that of the words, if the question means the document (`meantFirst`). */
  readonly added?: number;
  /** The citation of the question that names this document, if one does. */
  readonly cited: SearchedAuthority | null;
  /** Passages of the cited section, if the document has other sections too. */
  readonly citedPassages: readonly number[];
  /** The subsections of this document that the question cites: one of each citation, empty for the whole section. */
  readonly citedPins: readonly string[];
  /** Best first. */
  readonly passages: readonly FoundPassage[];
}

export interface RankedPassage {
  readonly document: FoundDocument;
  readonly passage: FoundPassage;
}

/** The score of a passage among those of all documents: the share of its document's score that it has of the best passage. */
export function scoreOf({ score, passages: [best] }: FoundDocument, passage: FoundPassage): number {
  return best && best.score > 0 ? score * Math.min(1, passage.score / best.score) : score;
}

export interface SearchResult {
  readonly query: Query;
  /** How often the library uses the words of the query. */
  readonly statistics: TermStatistics;
  /** The place in the context of the question that opened the subject; its length if this one did. */
  readonly opened: number;
  /** The documents that the answers before began with, the last one first. */
  readonly subject: readonly FoundDocument[];
  /** Whether the words of the question before were left out, which the question may continue. */
  readonly isNewSubject: boolean;
  /** The documents of the lead without the words of the conversation, if the answer leaves those of the answer before. */
  readonly alone: readonly FoundDocument[] | null;
  /** The lane that opens the answer. */
  readonly lead: Lane;
  /** Documents of this lane, best first, and of the other one. */
  readonly documents: readonly FoundDocument[];
  readonly others: readonly FoundDocument[];
  /** Citations of the question for which the library has no document. */
  readonly missingAuthorities: readonly SearchedAuthority[];
}

export interface SearchOptions {
  /** Earlier questions of the conversation, oldest first. */
  readonly context?: readonly ResearchQuestion[];
  /** What earlier questions were about, and is no source of this question. */
  readonly excluded?: readonly QuestionSelection[];
  /** Documents of each lane to return; default 12. */
  readonly limit?: number;
}

/** A document before it is read from the index. */
export interface RankedDocument {
  readonly id: number;
  readonly lane: Lane;
  readonly score: number;
  /** The citations of the question that name it. */
  readonly cited: readonly CitedDocument[];
  /** Passages found in it with their scores, best first. */
  readonly passages: readonly { readonly id: number; readonly score: number }[];
}
