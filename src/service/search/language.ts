/** Which language a text is in, and the words that say nothing about its subject. */
import { parseWords } from './parseWordList.ts';
import { readWordList } from './wordLists.ts';
import type { Language } from './words.ts';

const ENGLISH = new Set(parseWords(readWordList('stopWords')).entries);
const GERMAN = new Set(parseWords(readWordList('stopWordsGerman')).entries);
/** German words that are English ones as well decide nothing. */
const ONLY_GERMAN = new Set([...GERMAN].filter((word) => !ENGLISH.has(word) && word.length > 2));
const GERMAN_LETTER = /[äöüß]/i;

/** Characters of a text that are read. */
const MAX_READ = 4000;

/** Null if the text has no word that tells: a name, or a few words. */
export function languageOf(text: string): Language | null {
  let english = 0;
  let german = 0;
  for (const [word] of text
    .slice(0, MAX_READ)
    .toLowerCase()
    .matchAll(/\p{L}+/gu)) {
    if (ENGLISH.has(word)) english += 1;
    if (ONLY_GERMAN.has(word)) german += 1;
  }
  if (english === german) return GERMAN_LETTER.test(text) ? 'de' : null;
  return german > english ? 'de' : 'en';
}

export function isStopWord(word: string, language: Language | null): boolean {
  return (language !== 'de' && ENGLISH.has(word)) || (language !== 'en' && GERMAN.has(word));
}
