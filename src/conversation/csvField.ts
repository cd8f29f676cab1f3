/** Separators of the fields and rows that a spreadsheet may assume, and quotation marks, which it may remove. */
const SEPARATOR = /[,;|\t\r\n"]/;
const FORMULA = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
const BLANK = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/**
 * One field of a CSV row. Text is quoted. Where a spreadsheet could read a formula, at the beginning or after any separator, it gets
 * an apostrophe.
 */
export function csvField(text: string): string {
  if (text === '' || /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text)) return text;
  let guarded = '';
  let atStart = true;
  for (const character of text) {
    if (atStart && FORMULA.test(character)) guarded += "'";
    guarded += character;
    atStart = SEPARATOR.test(character) || (atStart && BLANK.test(character));
  }
  return `"${guarded.replaceAll('"', '""')}"`;
}
