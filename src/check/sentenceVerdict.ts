/** Results of the grounding check for one sentence of an answer. docs/grounding.md describes them. */
import type { Quantity } from './values/value.ts';

export type GroundingKind =
  | 'amount'
  | 'percent'
  | 'date'
  | 'count'
  | 'section'
  | 'quote'
  /** A mark `[n]` for which no source was given. */
  | 'missing-source'
  /** Not the cited source, but another given one states it. */
  | 'wrong-source'
  /** An authority that is named neither in the sources nor in the question. */
  | 'foreign-authority'
  /** The cited source says the opposite, or says it of something else. */
  | 'opposite';

export interface GroundingFinding {
  readonly kind: GroundingKind;
  /** The words that were not found. */
  readonly words: string;
  /** The first given source that the sentence cites; null if there is none. */
  readonly source: number | null;
  /** Another given source that states it; null if there is none. */
  readonly foundIn: number | null;
  /** True if the calculation in the sentence was repeated and gave a different result. */
  readonly calculation: boolean;
  /** Words of the source that `words` are opposed to; empty for other kinds. */
  readonly sourceWords: string;
}

/** A difference between a sentence and the place of the source that it rests on. */
export interface Opposite {
  /** Words of the sentence. */
  readonly words: string;
  /** Words of the source that they are compared with. */
  readonly sourceWords: string;
}

/** Numbers of values that were found. */
export interface Compared {
  /** Amounts of money, percentages, periods and counts. */
  readonly amounts: number;
  readonly dates: number;
  readonly sections: number;
  readonly quotations: number;
}

export interface SentenceVerdict {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Numbers of the given sources that the sentence cites. */
  readonly cited: readonly number[];
  /**
   * `passed`: everything that can be checked was found. `miscited`: found, but not in the cited sources. `flagged`: found, but
   * the meaning may have changed. `unsupported`: something was not found. `unclear`: something was not found, and the sources
   * show too little text.
   */
  readonly outcome: 'passed' | 'miscited' | 'flagged' | 'unsupported' | 'unclear';
  /** The sources to cite instead of `cited`; empty unless the outcome is `miscited`. */
  readonly correctSources: readonly number[];
  readonly findings: readonly GroundingFinding[];
  /** What of the sentence was found in the sources or in the question. */
  readonly compared: Compared;
}

/** Whether anything of the sentence was found. */
export const isCompared = ({ compared }: SentenceVerdict): boolean =>
  Object.values(compared).some((count) => count > 0);

/** `founded`: in a cited source or the question. `other`: the number of another source. `unclear`: the source shows too little text. */
export type Place = 'founded' | { readonly other: number } | 'nowhere' | 'unclear';

/** A value that was not found in the cited sources. */
export interface Missing {
  readonly kind: GroundingKind;
  readonly words: string;
  readonly place: Place | 'calculation';
}

export function kindOf({ unit }: Quantity): GroundingKind {
  if (unit === 'money') return 'amount';
  return unit === 'percent' ? 'percent' : 'count';
}
