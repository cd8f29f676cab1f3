/** The words that the best passages of the law share, in place of synonyms for a question in a language that the list of synonyms is not in. */
import type { Hit, LibraryReader } from '../store/libraryReader.ts';
import { HALF, type Query, type Term } from './query.ts';
import { stem } from './stem.ts';
import { wordsOf } from './words.ts';

/** The best passages, and the rarest words of at least two of them. */
const PASSAGES = 5;
const WORDS = 10;
/** Shorter words and numbers say nothing of a subject. */
const WORD = /^\p{L}{4,}$/u;

export async function sharedWords(
  reader: LibraryReader,
  { terms, language }: Query,
  hits: readonly Hit[],
): Promise<Term[]> {
  const best = hits.filter(({ lane }) => lane === 'law').slice(0, PASSAGES);
  const passages = await reader.passages(best.map(({ id }) => id));
  const known = new Set(terms.flatMap(({ stems }) => stems));
  const counts = new Map<string, number>();
  for (const { text } of passages)
    for (const word of new Set(wordsOf(text, language ?? 'en')))
      if (WORD.test(word) && !known.has(stem(word))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > 1);
  const inLibrary = await reader.counts(shared.map(([word]) => stem(word)));
  const total = reader.scope.passages.own + reader.scope.passages.law;
  const rarity = (word: string) => Math.log(total / (1 + (inLibrary.get(stem(word))?.any ?? 0)));
  return shared
    .map(([word, count]) => ({ word, gain: count * rarity(word) }))
    .sort((one, other) => other.gain - one.gain)
    .slice(0, WORDS)
    .map(({ word }) => ({ word, written: word, forms: [word], stems: [stem(word)], weight: HALF }));
}
