/** Everyday words of a question, and the words of statutes and standards for the same thing. */

import { isStopWord } from './language.ts';
import { parseSynonyms } from './parseWordList.ts';
import { stem } from './stem.ts';
import { readWordList } from './wordLists.ts';
import { wordsOf } from './words.ts';

interface Entry {
  /** Stems of the everyday phrase, in order. */
  readonly phrase: readonly string[];
  readonly synonyms: readonly string[];
}

/** By the first stem of the phrase. Built at the first use. */
let entries: ReadonlyMap<string, readonly Entry[]> | null = null;

interface FoundSynonym {
  readonly word: string;
  /** The stem of the first word of the phrase. */
  readonly of: string;
}

/** The synonyms of the phrases in the question's words, each stem once, without those that the question already has. */
export function findSynonyms(words: readonly string[]): FoundSynonym[] {
  entries ??= build();
  const stems = words.map(stem);
  const found = new Map<string, FoundSynonym>();
  for (const [at, first] of stems.entries()) {
    for (const entry of entries.get(first) ?? []) {
      if (!entry.phrase.every((part, offset) => stems[at + offset] === part)) continue;
      for (const word of entry.synonyms) found.set(stem(word), { word, of: first });
    }
  }
  for (const own of stems) found.delete(own);
  return [...found.values()];
}

function build(): Map<string, Entry[]> {
  const built = parseSynonyms(readWordList('synonyms')).flatMap(({ phrases, words }) => {
    const synonyms = wordsOf(words).filter((word) => !isStopWord(word, 'en'));
    return phrases.map((phrase) => ({ phrase: wordsOf(phrase).map(stem), synonyms }));
  });
  return Map.groupBy(built, ({ phrase }) => phrase[0] ?? '');
}
