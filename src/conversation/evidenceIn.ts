/** The words that the sentences of an answer rest on. */
import type { AnswerPart, MarkedWords } from '../protocol/answerPart.ts';

export function evidenceIn(parts: readonly AnswerPart[] = []): MarkedWords[] {
  return parts.flatMap(({ evidence = [] }) => evidence);
}

/** For each source that has such words, from 1: the words in the order of the sentences, each once. */
export function evidenceBySource(parts: readonly AnswerPart[] | undefined): Map<number, string[]> {
  const words = new Map<number, string[]>();
  for (const each of evidenceIn(parts)) {
    const known = words.get(each.source) ?? [];
    if (!known.includes(each.words)) words.set(each.source, [...known, each.words]);
  }
  return words;
}
