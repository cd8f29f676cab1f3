/**
 * Text as words: the same function prepares documents for the index, and questions for the search. Numbers, amounts, dates, addresses and
 * labels with digits are one word each, equal in all their written forms.
 */
import { stemmer as germanStem } from '@orama/stemmers/german';
import { withoutInvisible } from '../../text/invisible.ts';
import { stem } from './stem.ts';
import { findValues, type Language } from './values.ts';

export type { Language };

/** Letters and digits beyond ASCII. The punctuation of printed English is not among them. */
const BEYOND_ASCII =
  /[\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u1fff\u2070-\u209f\u2100-\u218f\u2460-\u24ff\u2c00-\uffff]/;

/** The text whose words SQLite's tokenizer indexes. Quotations are never changed. */
export function searchableText(text: string, language: Language): string {
  const plain = findValues(withoutInvisible(text), language);
  return language === 'de' ? germanWords(plain).join(' ') : plain;
}

/** The words of a text in order, in lower case and without accents, unstemmed. German words are the stems that the index has. */
export function wordsOf(text: string, language: Language = 'en'): string[] {
  const plain = searchableText(text, language).toLowerCase();
  // Most statutes have no letter beyond ASCII, and this pattern takes a fifth of the time.
  if (!BEYOND_ASCII.test(plain)) return plain.match(/[a-z0-9]+/g) ?? [];
  return (
    plain
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** A path as words: `capitalGains.ts` has two. */
export function wordsInName(path: string): string {
  return path.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' ');
}

const cache = new Map<string, string>();
/** Stems that are kept. A library has few different words, and a lookup takes less time than stemming. */
const MAX_CACHED = 50_000;

/** The stems of a text in order, as the index has them. */
export function stemsOf(text: string, language: Language = 'en'): string[] {
  return wordsOf(text, language).map((word) => cached(cache, word, stem));
}

const germanCache = new Map<string, string>();
/** Letters of each of the two words that a German word consists of, at least. Both together have one more. */
const PART = 4;

/**
 * German stems, and after each compound the parts that the text uses as words of their own: "Monatsmiete" in a lease is found as
 * "Miete".
 */
function germanWords(text: string): string[] {
  const stems = (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(germanStemOf);
  const known = new Set(stems);
  return stems.flatMap((word) => (word.length <= 2 * PART ? [word] : [word, ...partsOf(word, known)]));
}

/**
 * The longest words with which a German stem begins and ends, of all its divisions into two known words with or without the letters that
 * join them. After an "s" that joins them, the first word need not be known.
 */
export function partsOf(word: string, known: { has(part: string): boolean }): string[] {
  let head: string | undefined;
  let tail: string | undefined;
  for (const { heads, tail: after } of divisionsOf(word)) {
    if (!known.has(after)) continue;
    const first = heads.find((part) => known.has(part));
    if (first === undefined && !(heads[0]?.endsWith('s') && heads[0].length > PART)) continue;
    head = first ?? head;
    tail ??= after;
  }
  return [head, tail].filter((part) => part !== undefined);
}

/** Letters of a compound that is divided. The longest names of German laws have about 80. */
const LONGEST_COMPOUND = 100;

/** The divisions of a word into two, the first one also without the letters that join them. A number has no parts. */
export function divisionsOf(word: string): { readonly heads: readonly string[]; readonly tail: string }[] {
  if (word.length > LONGEST_COMPOUND || /\d/.test(word)) return [];
  return Array.from({ length: Math.max(0, word.length - 2 * PART + 1) }, (_, at) => {
    const before = word.slice(0, PART + at);
    const heads = [before, before.replace(/(?:e?s|e?n)$/, '')].filter((part) => part.length >= PART);
    return { heads, tail: word.slice(PART + at) };
  });
}

/** The "zu" inside of an infinitive: "anzusetzen" and "ansetzen" are one verb. "Abzug" and the like begin nouns and adjectives. */
const ZU =
  /^(ab|an|auf|aus|bei|dar|ein|fest|frei|her|hinzu|mit|nach|nieder|um|vor|weg|weiter|zu|zuruck|zusammen)zu(?!g[^elr])(?=[a-z]{3,}en(?:d|de[mnrs]?)?$)/;

/** The feminine forms "Vermieterin" and "Ärztinnen" have the stems of "Vermieter" and "Arzt". The word has no accents any more. */
const FEMININE = /(?<=[a-z]{4})in(?:nen)?$/;

/** "Gebäude", "Gebaeude" and "Gebaude" are one word, as are "Strasse" and "Straße". */
function germanStemOf(word: string): string {
  return cached(germanCache, word, (one) => {
    const folded = one
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .normalize('NFD')
      .replace(/\p{M}+/gu, '');
    if (/\d/.test(folded)) return folded;
    const plain = folded.replace(/([aou])e/g, '$1');
    return germanStem(plain.replace(ZU, '$1').replace(FEMININE, ''));
  });
}

function cached(kept: Map<string, string>, word: string, make: (word: string) => string): string {
  const known = kept.get(word);
  if (known !== undefined) return known;
  if (kept.size >= MAX_CACHED) kept.clear();
  const made = make(word);
  kept.set(word, made);
  return made;
}
