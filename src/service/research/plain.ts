/** Titles and names come from documents, so their characters are escaped. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A number in brackets in a quoted text (“see [2]”) refers to a list of that text, and is no citation of a source of the answer. */
export function withoutCitations(markdown: string): string {
  return markdown.replace(/`[^`\n]*`|(?<!\\)\[([1-9]\d{0,3})\](?![(:])/g, (found, n?: string) =>
    n === undefined ? found : `\\[${n}\\]`,
  );
}
