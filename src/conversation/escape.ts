/** Text that we did not write, made safe for the kind of document that it goes into. */
import { escapeHidden, oneLine } from './display.ts';

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

/** One line in which nothing is Markdown and every character is visible. */
export function literalLine(text: string): string {
  return literalParagraphs(escapeHidden(oneLine(text))).join(' ');
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
