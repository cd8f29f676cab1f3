/** Porter's stemmer (1980), as SQLite's `porter` tokenizer applies it, so that words here and terms of the index compare equal. */
import { stemmer } from 'stemmer';

/** Expects a lower-case word. The tokenizer stems words of ASCII letters only. */
export function stem(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
