/**
 * What a search and an answer read of a library. Each method takes all that is wanted at once, so that a store on another machine
 * answers a question in a few requests. A reader is made for one question: it has the AbortSignal of the question.
 */
import type { LibraryDocument } from '../../protocol/worker.ts';

/** The user's own documents, or authorities. */
export type Lane = 'own' | 'law';

/** The same object as long as the library does not change. */
export interface LibraryScope {
  /** Passages of each lane. */
  readonly passages: Readonly<Record<Lane, number>>;
}

/** In how many passages a stem is: in the text of those of each lane, and at least in any field. */
export interface StemCount extends Readonly<Record<Lane, number>> {
  readonly any: number;
}

export interface WantedTerm {
  /** The word as it was written, or its German stem. */
  readonly forms: readonly string[];
  readonly stems: readonly string[];
  readonly weight: number;
}

export interface Hit {
  /** Of the passage. */
  readonly id: number;
  readonly document: number;
  readonly digest: string;
  readonly lane: Lane;
  /** Whether its document is one authority, for example a section of a law. */
  readonly isOneAuthority: boolean;
  readonly score: number;
}

export interface DocumentRow {
  readonly id: number;
  readonly path: string;
  /** Names of its folders and of the file, inside the library. */
  readonly name: string;
  readonly title: string;
  /** Whether the document is law, a standard, a ruling or an opinion. */
  readonly isAuthority: boolean;
  readonly language: 'en' | 'de';
  /** `179`, `asc 606-10-25`; empty if the document is no authority. */
  readonly authority: string;
  /** The name of a law in the titles of its sections: 'EStG'. */
  readonly abbreviation: string;
  readonly kind: string | null;
  readonly date: string | null;
  readonly url: string | null;
  /** The same for documents with the same content. */
  readonly digest: string;
  readonly passages: number;
}

export interface PassageRow {
  readonly id: number;
  readonly document: number;
  readonly heading: string;
  /** Pinpoints that begin in the passage: `b.2.B`. */
  readonly pins: readonly string[];
  /** The nodes of its lines, as `readMarks` reads them. */
  readonly marks: string;
  readonly line: number;
  readonly endLine: number;
  /** Page of a PDF, from 1, and its label if that is another one. */
  readonly page: number | null;
  readonly pageLabel: string | null;
  /** The place as `writePlace` writes it; empty for files that consist of lines. */
  readonly place: string;
  /** Of a PDF: the text items of the page that its lines were read from, as `writeRanges` writes them. */
  readonly itemRanges?: string | null;
  /** The places of its lines, as `writePlaces` gives them. */
  readonly placeWords?: string | null;
  readonly text: string;
  /** The section of the document that it belongs to, by its id. Null outside of sections. */
  readonly section: number | null;
  /** Its title ("§ 15 EStG Einkünfte") and the date that it states, if the document has other sections too; else empty. */
  readonly sectionTitle: string;
  readonly sectionDate: string;
}

/** A section of a document, by the number of its heading. */
export interface SectionRow {
  readonly id: number;
  readonly document: number;
  readonly number: string;
  readonly pin: string;
  readonly title: string;
  readonly firstPassage: number;
  readonly lastPassage: number;
  /** The authority and the abbreviation of the document, and the names by which it is cited. */
  readonly authority: string;
  readonly abbreviation: string;
  readonly names: readonly string[];
}

/** Sections of one number, and headings of one document, that a reader returns. */
export const MAX_SECTIONS = 200;
export const MAX_HEADINGS = 500;

/** A node of a document, or of its passages from `first` to `last`. */
export interface WantedPin {
  readonly document: number;
  readonly path: string;
  readonly first?: number;
  readonly last?: number;
}

export interface PinnedPassage {
  readonly id: number;
  readonly document: number;
  readonly pins: readonly string[];
}

/** A document that a label names. */
export interface NamedDocument {
  readonly label: string;
  readonly id: number;
  readonly digest: string;
}

export interface Heading {
  readonly document: number;
  readonly heading: string;
  /** The first passage below it. */
  readonly id: number;
}

/**
 * The ids of the passages of a document follow each other, in its order. After the signal of the reader aborts, each method rejects with
 * the reason of the signal. Each call reads the library as it is then: a document that changes while the question is answered can keep
 * its ids, or have others or none.
 */
export interface LibraryReader {
  readonly scope: LibraryScope;
  counts(stems: readonly string[]): Promise<ReadonlyMap<string, StemCount>>;
  /**
   * The passages of both lanes that have one of the words, best first. Of documents with the same content, only the passages of one:
   * the one that `originals` names for its digest, or the one whose passage is found first.
   */
  best(terms: readonly WantedTerm[], originals: ReadonlyMap<string, number>): Promise<Hit[]>;
  /**
   * The documents of each authority, one for each content, in the order of their paths. With `subtopics`, those of `asc 360-10` follow
   * those of `asc 360`.
   */
  byAuthority(keys: readonly string[], subtopics?: boolean): Promise<ReadonlyMap<string, readonly DocumentRow[]>>;
  documents(ids: readonly number[]): Promise<ReadonlyMap<number, DocumentRow>>;
  /** The passages with these ids, or all of these documents, in the order of their ids. */
  passages(ids: readonly number[]): Promise<PassageRow[]>;
  passagesOf(documents: readonly number[]): Promise<PassageRow[]>;
  /** The first passage of each document. */
  firstPassages(documents: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Passages in which the node, or one inside of it, begins; in the order of their ids. */
  pinned(wanted: readonly WantedPin[]): Promise<PinnedPassage[]>;
  /** Sections with one of these numbers: those of authorities first. Of each number, at most `MAX_SECTIONS`. */
  sections(numbers: readonly string[]): Promise<SectionRow[]>;
  /** The headings of each document, in its order, at most `MAX_HEADINGS`. */
  headings(documents: readonly number[]): Promise<Heading[]>;
  /** The first passage below each of these headings of a document. */
  firstBelow(wanted: readonly { readonly document: number; readonly heading: string }[]): Promise<Heading[]>;
  /** Documents whose path, with slashes, is one of these labels or ends with it after a slash. */
  named(labels: readonly string[]): Promise<NamedDocument[]>;
  /** The paths of documents that end with this text in lower case, whatever case they are in; in their order. */
  pathsEndingWith(ending: string): Promise<string[]>;
  /** The documents in the order of their paths, the first of them not before `from`, with paths that contain these words. */
  list(from: string, limit: number, containing: string): Promise<LibraryDocument[]>;
  /** The kinds that documents have, in order. */
  kinds(): Promise<string[]>;
}
