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

/**
 * Words of a document as paragraphs of Markdown. Like `escapeMarkdown`, and no web or mail address becomes a link. A line that begins
 * with a label, "(A)", begins a paragraph.
 */
export function literalParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n|\n(?=\s*\(\w{1,5}\)\s)/)
    .map((paragraph) =>
      escapeMarkdown(paragraph.replace(/\s+/g, ' ').trim())
        .replace(/:(?=\/)/g, '&#58;')
        .replace(/@/g, '&#64;')
        .replace(/\b(www|ftp)(?=\.)/gi, '$1&#8203;'),
    )
    .filter((paragraph) => paragraph !== '');
}

/** Length of the longest run of backticks. A longer fence encloses the text. */
export function longestBackticks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
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
