/** The characters that hide or reorder text: a reader does not see them, a program does. */

/**
 * For a character class of a pattern with the flag `u`. Default ignorable characters are, among others, joiners, direction marks, variation
 * selectors, fillers, the soft hyphen and tags, which can spell a whole sentence. The others are controls without a form, the marks of
 * annotations and the empty Braille pattern.
 */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}\u0000-\u0008\u000e-\u001f\u007f-\u009f\u2028\u2029\u2800\ufff9-\ufffb\u{e0000}-\u{e0fff}`;
