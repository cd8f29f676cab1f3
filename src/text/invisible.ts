/** The characters that hide or reorder text: a reader does not see them, a program does. */

/**
 * For a character class of a pattern with the flag `u`. Default ignorable characters are, among others, joiners, direction marks, variation
 * selectors, fillers, the soft hyphen and tags, which can spell a whole sentence. The others are controls without a form, the marks of
 * annotations, the controls of hieroglyphs, and three signs that are empty: of Braille, of Khitan and of music. Signs that stand above or
 * around a number in Arabic, Syriac and Kaithi are format characters as well, and visible.
 */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000e-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\u{13430}-\u{1343f}\u{16fe4}\u{1d159}`;

const HIDDEN = new RegExp(`[${INVISIBLE}]`, 'gu');
/** Separators of lines and paragraphs, which part words. */
const SEPARATORS = /[\u2028\u2029]/g;
/** Classes of Unicode take eight times as long to find, so they are looked for only in texts with a character that may be in one. */
const UNCOMMON = /[^\t-\r -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2030-\u205e\u2070-\u218f]/;

/** The text without characters that a reader does not see. */
export function withoutInvisible(text: string): string {
  return UNCOMMON.test(text) ? text.replace(SEPARATORS, ' ').replace(HIDDEN, '') : text;
}
