/** What a sentence states that can be looked up in a passage: quantities, dates and citations, with their ranges in the normalised text. */
import type { TextRange } from '../../text/findQuotation.ts';

/** Periods are compared in months or in days: twelve months are a year, but thirty days are no month. */
export type Unit = 'money' | 'percent' | 'months' | 'days' | 'count' | 'ordinal' | 'plain';

export interface Quantity extends TextRange {
  readonly type: 'quantity';
  /** In the unit: 2 years are 24 months. Never negative: "(1,234)" and "a loss of 1,234" are the same amount. */
  readonly value: number;
  /** The number as written: 2 for "2 years". */
  readonly written: number;
  readonly unit: Unit;
  /** What the number is multiplied with to be in the unit: 12 for "2 years". */
  readonly factor: number;
  /** `USD`, `EUR`, …; empty for other units. */
  readonly currency: string;
  /** What is counted, in lower case without its plural ending; empty if that is not known. */
  readonly noun: string;
  /** True for numbers in words. */
  readonly spelled: boolean;
  /** True after "about", "roughly" and the like. */
  readonly approximate: boolean;
  /** True for "1.2 million". */
  readonly scaled: boolean;
  /** The value of the last digit that counts: 10,000 for "1.16 million". Null for fractions. */
  readonly step: number | null;
}

export interface DateAtom extends TextRange {
  readonly type: 'date';
  readonly year: number | null;
  /** From 1 to 12. */
  readonly month: number | null;
  readonly day: number | null;
  /** Days since 1970 at which a period begins or ends: "after December 31, 2020" and "from 2021" have the same. */
  readonly boundary: number | null;
  /** Whether a period begins or ends there. Null for dates without a boundary. */
  readonly side: 'begins' | 'ends' | null;
  /** True after "through", which includes all of the last year. */
  readonly includesEnd: boolean;
}

export interface Citation extends TextRange {
  readonly type: 'citation';
  /** As in `AuthorityCitation`; null for "paragraph (2)", which names no section. */
  readonly key: string | null;
  readonly base: string | null;
  readonly pins: readonly string[];
  readonly level: 'section' | 'subsection' | 'paragraph' | 'subparagraph' | 'clause' | 'work';
}
