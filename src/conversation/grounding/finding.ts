/** What is said about a sentence of an answer. */
import type { Quantity } from './atom.ts';
import type { Drift } from './drift.ts';

export type GroundingKind =
  | 'amount'
  | 'percent'
  | 'date'
  | 'count'
  | 'section'
  | 'quote'
  /** A mark without a source. */
  | 'missing-source'
  /** Another given source states it than the one cited. */
  | 'wrong-source'
  /** An authority that neither the sources nor the question name. */
  | 'foreign-authority';

export interface GroundingFinding {
  readonly kind: GroundingKind;
  /** The sentence, list item or table row as it is in the answer. */
  readonly sentence: string;
  /** Where the sentence is in the answer, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** The words that were not found, or the mark of a source that does not state them. */
  readonly value: string;
  /** The words that were not found; the same as `value` unless that is a mark. */
  readonly words: string;
  /** The first source that the sentence cites; null if it cites none that was given. */
  readonly source: number | null;
  /** The given source that states it, if another one does. */
  readonly foundIn: number | null;
  /** True for the result of a calculation that was repeated with another result. */
  readonly calculation: boolean;
  readonly message: string;
}

export interface SentenceVerdict {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Sources of its marks that were given. */
  readonly cited: readonly number[];
  /**
   * `passed`: all that can be checked was found. `recited`: found in other given sources than cited. `flagged`: found, but the meaning may
   * have changed. `leftOut`: something was not found. `cannotTell`: something was not found, and the sources show too little text.
   */
  readonly outcome: 'passed' | 'recited' | 'flagged' | 'leftOut' | 'cannotTell';
  /** The sources to cite instead of `cited`, if the outcome is `recited`. */
  readonly recited: readonly number[];
  readonly findings: readonly GroundingFinding[];
  readonly drift: readonly Drift[];
  /** Results that were calculated again and agree, as written. */
  readonly calculated: readonly string[];
  /** Whether it states anything that can be checked. */
  readonly checkable: boolean;
}

/** Something that a sentence states and that is not where it should be. */
export interface Missing {
  readonly kind: GroundingKind;
  readonly value: string;
  /** `unclear`: the cited passage shows too little to tell. */
  readonly place: { readonly other: number } | 'nowhere' | 'calculation' | 'unclear';
}

export function kindOf({ unit }: Quantity): GroundingKind {
  if (unit === 'money') return 'amount';
  return unit === 'percent' ? 'percent' : 'count';
}

export function messageOf(
  kind: GroundingKind,
  value: string,
  place: Missing['place'],
  { source, sources, mark }: { source: number | null; sources: number; mark: string },
): string {
  const shown = value.length > 400 ? `${value.slice(0, 399)}\u2026` : value;
  if (kind === 'missing-source') return `${shown} names a source that is not among the ${sources} given.`;
  if (place === 'calculation') return `The calculation shown does not give ${shown}.`;
  if (typeof place === 'object')
    return `${mark}: “${shown}” was not found in source ${source}. Source ${place.other} states it.`;
  return `“${shown}” was not found in the passages given.`;
}
