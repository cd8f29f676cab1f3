/** Everyday words of a question -> words of the law. */

import { WORDS } from './data/vocabularyWords.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stopWords.ts';
import { wordsOf } from './words.ts';

interface Entry {
  /** Stems of the everyday phrase, in order. */
  readonly phrase: readonly string[];
  readonly adds: readonly string[];
}

let entries: ReadonlyMap<string, readonly Entry[]> | null = null;

/** Words of the law for the everyday phrases in the question's words, each stem once, without those that it already has. */
export function lawWords(words: readonly string[]): string[] {
  entries ??= parse(WORDS);
  const stems = words.map(stem);
  const added = new Map<string, string>();
  for (const [at, first] of stems.entries()) {
    for (const entry of entries.get(first) ?? []) {
      if (!entry.phrase.every((part, offset) => stems[at + offset] === part)) continue;
      for (const word of entry.adds) added.set(stem(word), word);
    }
  }
  for (const own of stems) added.delete(own);
  return [...added.values()];
}

/** Whether the vocabulary has words of the law for this stem: then its own absence from a text says nothing. */
export function isEveryday(own: string): boolean {
  entries ??= parse(WORDS);
  return entries.has(own);
}

function parse(text: string): Map<string, Entry[]> {
  const parsed = new Map<string, Entry[]>();
  for (const line of text.split('\n')) {
    const [left, right] = line.split(' > ');
    if (!left || !right) continue;
    const adds = wordsOf(right).filter((word) => !STOP_WORDS.has(word));
    for (const phrase of left.split(',')) {
      const stems = wordsOf(phrase).map(stem);
      const first = stems[0];
      if (first === undefined) continue;
      const list = parsed.get(first) ?? [];
      list.push({ phrase: stems, adds });
      parsed.set(first, list);
    }
  }
  return parsed;
}
