/** Other spellings of a word: "recognise" and "recognize", "licence" and "license", "first" and "1st". */

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

/** Letters that differ, and what may follow them at the end of a word. */
const DIFFERENT: readonly (readonly [british: string, american: string, ending: string])[] = [
  ['is', 'iz', 'e[drs]?|ers|ing|able|ations?|ational'],
  ['ys', 'yz', 'e[drs]?|ers|ing'],
  ['our', 'or', 's?|ed|ing|able|ers?'],
  ['enc', 'ens', 'es?|ed|ing'],
  ['tre', 'ter', 's?|d'],
  ['dgem', 'dgm', 'ents?'],
];

/** "Size", "four" and "hour" have one spelling: two letters at least are before those that differ. */
const PATTERNS = DIFFERENT.flatMap(([british, american, ending]) => [
  { pattern: new RegExp(`(?<=^[a-z]+[a-z])${british}(?=(?:${ending})$)`), other: american },
  { pattern: new RegExp(`(?<=^[a-z]+[a-z])${american}(?=(?:${ending})$)`), other: british },
]);

/** The other spellings of a word in lower case. Some of them are no words, which no text has. */
export function spellingsOf(word: string): string[] {
  const ordinal = IN_OTHER_FORM.get(word);
  if (ordinal !== undefined) return [ordinal];
  return PATTERNS.flatMap(({ pattern, other }) => (pattern.test(word) ? [word.replace(pattern, other)] : []));
}
