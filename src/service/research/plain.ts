/** Titles and names come from documents, so their characters are escaped. */
export function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();
}
