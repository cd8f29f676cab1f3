/** Text as the index's tokenizer sees it: normalized, as words, and as stems. */
import { stem } from './stem.ts';

/** Soft hyphens and zero-width characters. */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'g');

/**
 * Removes invisible characters, which would split words. Blanks before commas, typographic quotes and dashes need no change: the
 * tokenizer skips them. Quotations are never normalized.
 */
export function normalizeForSearch(text: string): string {
  return INVISIBLE.test(text) ? text.replace(ALL_INVISIBLE, '') : text;
}

/** Letters and digits beyond ASCII. The punctuation of printed English is not among them. */
const BEYOND_ASCII =
  /[\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u1fff\u2070-\u209f\u2100-\u218f\u2460-\u24ff\u2c00-\uffff]/;

/** The words of a text in order, in lower case, unstemmed. */
export function wordsOf(text: string): string[] {
  const plain = normalizeForSearch(text).toLowerCase();
  // Most statutes have no letter beyond ASCII, and this pattern takes a fifth of the time.
  if (!BEYOND_ASCII.test(plain)) return plain.match(/[a-z0-9]+/g) ?? [];
  return (
    plain
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const cache = new Map<string, string>();
/** Stems that are kept. A library has few different words, and a lookup takes less time than stemming. */
const MAX_CACHED = 50_000;

/** The stems of a text in order. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).map((word) => {
    const cached = cache.get(word);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHED) cache.clear();
    const made = stem(word);
    cache.set(word, made);
    return made;
  });
}
