/**
 * A small fingerprint of a conversation's text: one bit for each run of three characters. It stands in the first line of the
 * file, so a search reads only the files that can hold the words, needs no index beside them, and deleting the file deletes all.
 */

import type { Turn } from './conversation.ts';
import { fold } from './findWords.ts';

/** Bytes of a fingerprint. English prose has some 8,000 different runs, which sets well under half of these bits. */
export const GRAM_BYTES = 2048;
const MASK = GRAM_BYTES * 8 - 1;

const ofTurn = new WeakMap<Turn, Uint8Array>();

/** Turns never change in place, so what was computed for one is kept as long as the turn. */
export function turnGrams(turn: Turn): Uint8Array {
  const known = ofTurn.get(turn);
  if (known) return known;
  const grams = new Uint8Array(GRAM_BYTES);
  addGrams(grams, turn.question.text);
  addGrams(grams, turn.answer.text);
  for (const source of turn.answer.sources) {
    addGrams(grams, `${source.title} ${source.section ?? ''} ${source.snippet ?? ''} ${source.url ?? ''}`);
  }
  ofTurn.set(turn, grams);
  return grams;
}

export function conversationGrams(title: string, turns: readonly Turn[]): Uint8Array {
  const grams = new Uint8Array(GRAM_BYTES);
  addGrams(grams, title);
  for (const turn of turns) {
    const one = turnGrams(turn);
    for (let i = 0; i < GRAM_BYTES; i++) grams[i] = (grams[i] ?? 0) | (one[i] ?? 0);
  }
  return grams;
}

export function addGrams(grams: Uint8Array, text: string): void {
  const folded = fold(text);
  for (let i = 0; i + 2 < folded.length; i++) {
    const bit = bitAt(folded, i);
    grams[bit >> 3] = (grams[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

/** False: not every word occurs. True: perhaps. Words under three characters are never ruled out. */
export function mayHold(grams: Uint8Array, words: readonly string[]): boolean {
  if (grams.length !== GRAM_BYTES) return true; // not ours, or of another version
  for (const word of words) {
    for (let i = 0; i + 2 < word.length; i++) {
      const bit = bitAt(word, i);
      if (((grams[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) return false;
    }
  }
  return true;
}

function bitAt(text: string, i: number): number {
  const mixed = Math.imul(
    text.charCodeAt(i) * 961 + text.charCodeAt(i + 1) * 31 + text.charCodeAt(i + 2) + 1,
    0x9e3779b1,
  );
  return (mixed >>> 12) & MASK;
}
