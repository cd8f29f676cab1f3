/** How many of the words of a sentence other texts contain. A sign of a weak link, and no proof of a good one. */

/** Words that are in every text, and words of the form of an answer. */
const COMMON = new Set(
  'that this these those which with from into under over when where while also such than then there their they them been being have does will would shall must only each every other another about after before between because until upon whether'.split(
    ' ',
  ),
);
/** Letters of a word that are compared, so that its endings make no difference. */
const STEM = 5;
/** Words that a line has at least of a sentence. */
const FEWEST_SHARED = 2;
/** A shorter sentence says too little to be compared. */
const FEWEST_WORDS = 5;

/** From 0 to 1; null for a sentence that is too short to be compared. */
export function shareOfWords(sentence: string, texts: readonly ReadonlySet<string>[]): number | null {
  const stems = beginningsOf(sentence);
  if (stems.size < FEWEST_WORDS) return null;
  let shared = 0;
  for (const stem of stems) if (texts.some((text) => text.has(stem))) shared += 1;
  return shared / stems.size;
}

/** The lines of a text that speak of what a sentence says: at least half of their words are in it. */
export function linesLike(sentence: string, text: string): string[] {
  const stems = beginningsOf(sentence);
  return text.split('\n').filter((line) => {
    const own = [...beginningsOf(line)];
    const shared = own.filter((stem) => stems.has(stem)).length;
    return shared >= FEWEST_SHARED && shared * 2 >= own.length;
  });
}

/** The first letters of each word that means something. */
export function beginningsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{4,}/gu))
    if (!COMMON.has(word)) stems.add(word.slice(0, STEM));
  return stems;
}
