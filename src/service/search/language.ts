/** Which language a text is in, and the words that say nothing about its subject. */
import { parseWords } from './parseWordList.ts';
import { readWordList } from './wordLists.ts';
import type { Language } from './words.ts';

const ENGLISH = new Set(parseWords(readWordList('stopWords')));
const GERMAN = new Set(parseWords(readWordList('stopWordsGerman')));
const GERMAN_LETTER = /[äöüß]/i;
/** Common words of French, Spanish, Italian, Portuguese and Dutch that are neither English nor German ones. */
const FOREIGN = new Set(
  (
    'aan anche ao aos au aux avec ce ces cette che com comment como con cuando da dans dat de degli dei del della delle ' +
    'deze di een el elle em en est esta este et gli het hoe ik il kan la las le les leur lo los mais ne ' +
    'nel niet nous não os para pas peut pode por pour puede può quais qual quale quali quand quando que quel quelle quelles ' +
    'quels qui qué se si sono sont sur são uma un una une uno van voor vous wat y zijn'
  )
    .split(' ')
    .filter((word) => !ENGLISH.has(word) && !GERMAN.has(word)),
);
/** A letter that no German or English word has, except those from other languages. */
const FOREIGN_LETTER = /[^a-zäöüß]/;
/**
 * "des frais", "das despesas": a French or Portuguese plural after an article that is German as well. A German noun has a capital
 * letter, and an adjective in its place ends in "e" or "en".
 */
const ARTICLE_OF_PLURAL = /(?<!\p{L})[Dd][ae]s\s+(?=\p{Ll}*[sx](?!\p{L}))/gu;
/** Latin terms of law in English and German texts. */
const LATIN = /(?<!\p{L})de (?:facto|iure|jure|lege|minimis|novo)(?!\p{L})/giu;
/** A word that is not the end of an address or of a number: `example.de`, `§ 15a`. */
const WORD = /(?<![\p{L}\p{N}.@])\p{L}+/gu;

/** Characters of a text that are read. */
const MAX_READ = 4000;

/** Null if the text has no word that tells, as in a name, or if it is in another language. */
export function languageOf(text: string): Language | null {
  const language = spokenIn(text);
  return language === 'other' ? null : language;
}

/** Null if the text has no word that tells, as in a name. */
export function spokenIn(text: string): Language | 'other' | null {
  let english = 0;
  let german = 0;
  let both = 0;
  let foreign = 0;
  const read = text.slice(0, MAX_READ).replace(ARTICLE_OF_PLURAL, '').replace(LATIN, '').toLowerCase();
  for (const [word] of read.matchAll(WORD)) {
    if (ENGLISH.has(word) && GERMAN.has(word)) both += 1;
    else if (ENGLISH.has(word)) english += 1;
    else if (GERMAN.has(word) && word.length > 2) german += 1;
    else if (FOREIGN.has(word) || FOREIGN_LETTER.test(word)) foreign += 1;
  }
  // "in" and "am" do not count as English next to a German word.
  if (german === 0) english += both;
  const hasGermanLetter = GERMAN_LETTER.test(text);
  if (foreign > english && (foreign > german || (foreign === german && !hasGermanLetter))) return 'other';
  if (english === german) return hasGermanLetter ? 'de' : null;
  return german > english ? 'de' : 'en';
}

export function isStopWord(word: string, language: Language | null): boolean {
  return (language !== 'de' && ENGLISH.has(word)) || (language !== 'en' && GERMAN.has(word));
}
