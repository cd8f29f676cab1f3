/** Short lists of a model (`SEARCH:`, `PART:`, `NOTE:`, …), in the forms that models make of them. */
import { plainSentence } from './cleanText.ts';

/** Characters of one line; longer ones are prose. */
const MAX_LINE = 2000;

/** Returns the lines that begin with the label, without the label. Drops duplicates and all lines after the first `limit`. */
export function labelledLines(text: string, label: string, limit: number): string[] {
  const lines = text
    .replace(/<think>[\s\S]*?(?:<\/think>|$)/g, '')
    .replace(/^[\s\S]*<\/think>/, '')
    .split('\n')
    .map((line) => plainSentence(line).replace(/^(?:[-*•–]\s+|\d{1,2}[.)]\s+)/, ''))
    .filter((line) => line !== '' && line.length <= MAX_LINE);
  const prefix = `${label}:`;
  const marked = lines
    .filter((line) => line.toUpperCase().startsWith(prefix))
    .map((line) => line.slice(prefix.length).trim());
  return [...new Set(marked)].filter((line) => line !== '').slice(0, limit);
}

/** Search words from a line: letters, digits and section signs only, at most 24 words. */
export function searchWords(line: string): string {
  return line
    .replace(/[^\p{L}\p{N}§().\-\s]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 24)
    .join(' ');
}
