/** Where a source stands, in words. */
import type { StoredSource } from './conversation.ts';

type Location = NonNullable<StoredSource['location']>;

/**
 * Whether the lines of a place are lines that a person can find. In PDF and Word files they count what the library read:
 * there the section (`Page 12`) says where to look.
 */
export function hasLines(path: string): boolean {
  return !/\.(?:pdf|docx?)$/i.test(path);
}

/** `irc-179.md:12`, or `pub946.pdf`. Of the path only the name: the folders above it are nobody else's business. */
export function placeOf({ path, line }: Location): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return hasLines(path) ? `${name}:${line}` : name;
}
