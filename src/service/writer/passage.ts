import type { ResearchQuestion } from '../../protocol/question.ts';
import type { LibrarySource } from '../researcher.ts';
import { wordsIn } from './cleanText.ts';

/** A passage of the library that may be given to a language model. */
export interface WriterPassage {
  /** Identifies the passage among those of one finder. */
  readonly id: number;
  /** Opens the passage; its snippet is the full text of the passage, with the levels of an authority. */
  readonly source: LibrarySource;
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

/** The lists in turn: the best of each, then the second of each. A passage that several lists have is kept once. */
export function mergeInTurn(lists: readonly (readonly WriterPassage[])[], limit: number): WriterPassage[] {
  const merged = new Map<number, WriterPassage>();
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const passage = list[rank];
      if (passage && !merged.has(passage.id)) merged.set(passage.id, passage);
      if (merged.size >= limit) return [...merged.values()];
    }
  }
  return [...merged.values()];
}

/** Lines of a table of contents end in a page number after dots. */
const CONTENTS_LINE = /\.{3,}\s*\w{1,6}\s*$/;

/** Whether a passage says something: it is neither its own title nor a table of contents. */
export function saysSomething({ text, heading, source }: WriterPassage): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^#{1,6}\s/.test(line));
  const contents = lines.filter((line) => CONTENTS_LINE.test(line)).length;
  const words = wordsIn(lines.join(' '));
  return words !== '' && contents * 2 <= lines.length && !wordsIn(`${source.title} ${heading}`).includes(words);
}
