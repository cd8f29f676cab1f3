/** "First" and "1st". Only what is said of an answer treats them as one word: "2nd" is in few texts, and a search for "second" would be led by them. */

const ORDINALS: readonly (readonly [word: string, digits: string])[] = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
  ['sixth', '6th'],
  ['seventh', '7th'],
  ['eighth', '8th'],
  ['ninth', '9th'],
  ['tenth', '10th'],
];
const IN_OTHER_FORM = new Map(ORDINALS.flatMap(([word, digits]) => [[word, digits] as const, [digits, word] as const]));

/** "1st" for "first", and back. Null for other words. */
export function otherOrdinal(word: string): string | null {
  return IN_OTHER_FORM.get(word) ?? null;
}
