import { normaliseForSearch } from './normalise.ts';
import { stem } from './stem.ts';

/** The words of a text as the index's tokenizer sees them, unstemmed, in order. */
export function wordsOf(text: string): string[] {
  const plain = normaliseForSearch(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function stemsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}
