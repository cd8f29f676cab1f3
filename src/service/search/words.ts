import { normaliseForSearch } from './normalise.ts';

/** The words of a text as the index's tokenizer sees them, unstemmed, in order. */
export function wordsOf(text: string): string[] {
  const plain = normaliseForSearch(text).toLowerCase();
  // Most texts of the law have no letter beyond ASCII, and the short way takes a fifth of the time.
  if (!BEYOND_ASCII.test(plain)) return plain.match(/[a-z0-9]+/g) ?? [];
  return (
    plain
      .normalize('NFD')
      .replace(/\p{M}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Letters and digits beyond ASCII; the punctuation of printed English is not among them. */
const BEYOND_ASCII =
  /[\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u1fff\u2070-\u209f\u2100-\u218f\u2460-\u24ff\u2c00-\uffff]/;
