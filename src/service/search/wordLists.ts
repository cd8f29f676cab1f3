/**
 * Reads the word lists of the folder `data`. Node and the tests read the files. Bundles contain their texts: in the build,
 * scripts/support/wordLists.ts replaces this module.
 */
import { readFileSync } from 'node:fs';

export type WordListName = 'irregularVerbs' | 'stopWords' | 'stopWordsGerman' | 'synonyms' | `subjects${string}`;

export function readWordList(name: WordListName): string {
  return readFileSync(new URL(`./data/${name}.txt`, import.meta.url), 'utf8');
}
