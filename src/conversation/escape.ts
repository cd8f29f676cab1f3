/** Text that we did not write, made safe for the kind of document that it goes into. */

/** Literal in Markdown: nothing of it becomes a heading, a link, an image, emphasis, a table or HTML. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>|~]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#+-]|\d+[.)])(?=\s|$)/gm, (_all, blank: string, mark: string) =>
      `${blank}\\${mark}`.replace(/\\(\d+)([.)])$/, '$1\\$2'),
    )
    .replace(/^(\s*)(=+|-{2,})\s*$/gm, '$1\\$2');
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

/** One field of a CSV row. A field that begins like a formula gets an apostrophe before it. */
export function csvField(text: string): string {
  const safe = /^[\s]*[=+\-@]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
