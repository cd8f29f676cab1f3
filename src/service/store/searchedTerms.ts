/** Which words of a question are searched for, the same for every store: the cost of a search grows with the passages that have them. */
import type { LibraryScope, StemCount, WantedTerm } from './libraryReader.ts';

/** Passages that a search returns for each lane. */
export const MAX_FOUND = 600;
/** Entries of the index that a search reads. */
const MAX_ENTRIES = 400_000;
/** Passages that a search scores. */
const MAX_SCORED = 50_000;
/** Number of words that are searched for even if they exceed `MAX_ENTRIES`. */
const MIN_WORDS = 2;

export interface SearchedTerms {
  readonly words: readonly WantedTerm[];
  /** A passage must have one of these. Null if any word will do. */
  readonly needed: readonly WantedTerm[] | null;
}

export function searchedTerms(
  { passages }: LibraryScope,
  counts: ReadonlyMap<string, StemCount>,
  terms: readonly WantedTerm[],
): SearchedTerms {
  const words = rarest(counts, terms, MAX_ENTRIES, MIN_WORDS);
  const isLarge = passages.own + passages.law > MAX_SCORED;
  const needed = isLarge ? rarest(counts, words, MAX_SCORED, 1) : words;
  return { words, needed: needed.length < words.length ? needed : null };
}

/** A query of FTS5 with more repetitions takes seconds. */
const MAX_REPETITIONS = 64;

/** How often each word is in the query: as often as it weighs more than the lightest one, but at most `MAX_REPETITIONS` times. */
export function repetitions(words: readonly WantedTerm[]): number[] {
  const weights = words.map(({ weight }) => weight);
  const least = Math.max(Math.min(...weights), Math.max(...weights) / MAX_REPETITIONS);
  return weights.map((weight) => Math.max(1, Math.round(weight / least)));
}

/** As in the `bm25()` of FTS5, whose value for a word of more than half of the rows is this small number. */
const COMMON = 1e-6;

export function inverseFrequency(rows: number, count: number): number {
  return Math.max(COMMON, Math.log((rows - count + 0.5) / (count + 0.5)));
}

/** The rarest words that together have at most `entries` entries in the index, but at least `minimum` words. */
function rarest(
  counts: ReadonlyMap<string, StemCount>,
  terms: readonly WantedTerm[],
  entries: number,
  minimum: number,
): WantedTerm[] {
  const count = (stems: readonly string[]) => stems.reduce((sum, stem) => sum + (counts.get(stem)?.any ?? 0), 0);
  let left = entries;
  return terms
    .map((term) => ({ term, entries: count(term.stems) }))
    .sort((one, other) => one.entries - other.entries)
    .flatMap((each, at) => {
      left -= each.entries;
      return left >= 0 || at < minimum ? [each.term] : [];
    });
}
