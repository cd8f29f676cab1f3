/** Text that we did not write, made safe for the kind of document that it goes into. */

/** Literal in Markdown: nothing of it becomes a heading, a link, an image, emphasis, a table or HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^([^\S\r\n]*)([#+-]|\d+[.)])(?=\s|$)/gm, (_all, blank: string, mark: string) =>
      `${blank}\\${mark}`.replace(/\\(\d+)([.)])$/, '$1\\$2'),
    )
    .replace(/^([^\S\r\n]*)(=+|-{2,})[^\S\r\n]*$/gm, '$1\\$2');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

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
