import type { Compared, SentenceVerdict } from './sentenceVerdict.ts';

/** What the check of one complete answer found. */
export interface CitationCheck {
  /** Numbers of citations `[n]` without a source. */
  readonly marks: readonly number[];
  /** Authorities that the answer names and the sources do not contain. */
  readonly authorities: readonly string[];
  /** Quotations that the sources do not contain. */
  readonly quotations: readonly string[];
  /** What was found in the sources. Null if the answer has no sources. */
  readonly compared: ComparedAnswer | null;
  /** Sentences with figures, dates, sections or quotations that the sources do not contain, or with a citation without a source. */
  readonly sentences: readonly CheckedSentence[];
  /** Numbers of the sources that show too little text to compare a sentence with. Empty if every sentence could be compared. */
  readonly unclearSources: readonly number[];
}

export interface ComparedAnswer extends Compared {
  /** Sentences without a value, a section or a quotation, so that nothing of them can be compared. */
  readonly without: number;
}

/** `start` and `end`: where it is in the Markdown of the answer. */
export type CheckedSentence = Pick<SentenceVerdict, 'start' | 'end' | 'text' | 'findings'>;
