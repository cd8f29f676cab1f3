import type { ResearchQuestion } from '../../protocol/question.ts';
import type { SourceEntry } from '../research/researcher.ts';

/** A passage of the library that may be given to a language model. */
export interface WriterPassage {
  /** Identifies the passage in the index. */
  readonly id: number;
  /** Opens the passage; its snippet is the full text of the passage. */
  readonly source: SourceEntry;
  readonly text: string;
  /** Headings above the passage, with its pinpoint. */
  readonly heading: string;
  /** True for law, regulations and standards; false for the user's own documents. */
  readonly authority: boolean;
}

/** What the writer needs of the library. All searches stay inside the folders that the user chose. */
export interface PassageFinder {
  /** Best first. */
  search(question: ResearchQuestion, limit: number): Promise<readonly WriterPassage[]>;
  /** Neighbors in the same section, and passages that are referred to; best first. */
  related(passages: readonly WriterPassage[], limit: number): Promise<readonly WriterPassage[]>;
}

/** A passage under the key by which the model cites it. */
export interface KeyedPassage extends WriterPassage {
  /** `S1`, `S2`, … */
  readonly key: string;
}

export function withKeys(passages: readonly WriterPassage[]): KeyedPassage[] {
  return passages.map((passage, at) => ({ ...passage, key: `S${at + 1}` }));
}

/** Merges ranked lists by reciprocal rank: a passage that several searches find comes first. */
export function mergeRanked(lists: readonly (readonly WriterPassage[])[], limit: number): WriterPassage[] {
  const scores = new Map<number, { passage: WriterPassage; score: number }>();
  for (const list of lists) {
    for (const [rank, passage] of list.entries()) {
      const entry = scores.get(passage.id) ?? { passage, score: 0 };
      entry.score += 1 / (RANK_OFFSET + rank);
      scores.set(passage.id, entry);
    }
  }
  return [...scores.values()]
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ passage }) => passage);
}

/** Dampens the difference between the first ranks, so that one list does not decide alone. */
const RANK_OFFSET = 10;
