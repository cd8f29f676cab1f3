/** How many of the words of a sentence other texts contain. A sign of a weak link, and no proof of a good one. */
import { stemsIn } from '../../check/meaning/clauses.ts';

/** Words that a line has at least of a sentence. */
const FEWEST_SHARED = 2;
/** A shorter sentence says too little to be compared. */
const FEWEST_WORDS = 5;

/** From 0 to 1; null for a sentence that is too short to be compared. */
export function shareOfWords(sentence: string, texts: readonly ReadonlySet<string>[]): number | null {
  const stems = stemsIn(sentence);
  if (stems.size < FEWEST_WORDS) return null;
  let shared = 0;
  for (const stem of stems) if (texts.some((text) => text.has(stem))) shared += 1;
  return shared / stems.size;
}

/** The lines of a text that speak of what a sentence says: at least half of their words are in it. */
export function linesLike(sentence: string, text: string): string[] {
  const stems = stemsIn(sentence);
  return text.split('\n').filter((line) => {
    const own = [...stemsIn(line)];
    const shared = own.filter((stem) => stems.has(stem)).length;
    return shared >= FEWEST_SHARED && shared * 2 >= own.length;
  });
}
