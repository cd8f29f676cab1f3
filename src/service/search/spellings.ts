/** British and American spellings of a word: "recognise" and "recognize", "licence" and "license". */

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
  return PATTERNS.flatMap(({ pattern, other }) => (pattern.test(word) ? [word.replace(pattern, other)] : []));
}
