/** The parts of links that inline links and reference definitions share (CommonMark 4.7 and 6.3). */
import { unescapeText } from './characters.ts';

export interface Reference {
  readonly url: string;
  readonly title: string;
}

/** Longest label, in characters (CommonMark 4.7). */
const MAX_LABEL = 999;
const MAX_PARENTHESES = 32;

const labelPattern = /\[((?:[^\\[\]]|\\[\s\S]){0,1000})\]/y;
const angledPattern = /<((?:[^<>\n\\]|\\.)*)>/y;
const titlePattern = /"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|\(((?:[^()\\]|\\[\s\S])*)\)/y;
const blanksPattern = /[ \t]*(?:\n[ \t]*)?/y;

export function normaliseLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}

/** Returns the label at the position and its end, or null if there is none. */
export function readLabel(text: string, at: number): { label: string; end: number } | null {
  labelPattern.lastIndex = at;
  const match = labelPattern.exec(text);
  const label = match?.[1];
  if (label === undefined || label.length > MAX_LABEL) return null;
  return { label, end: labelPattern.lastIndex };
}

/** Skips blanks with at most one line end. */
export function skipBlanks(text: string, at: number): number {
  blanksPattern.lastIndex = at;
  blanksPattern.exec(text);
  return blanksPattern.lastIndex;
}

export function readDestination(text: string, at: number): { url: string; end: number } | null {
  if (text[at] === '<') {
    angledPattern.lastIndex = at;
    const match = angledPattern.exec(text);
    return match ? { url: unescapeText(match[1] ?? ''), end: angledPattern.lastIndex } : null;
  }
  let depth = 0;
  let end = at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === 92 && /[()\\]/.test(text.charAt(end + 1))) end++;
    else if (code === 40) {
      if (++depth > MAX_PARENTHESES) return null;
    } else if (code === 41) {
      if (depth === 0) break;
      depth--;
    } else if (code <= 32 || code === 127) break;
  }
  if (depth > 0) return null;
  return { url: unescapeText(text.slice(at, end)), end };
}

export function readTitle(text: string, at: number): { title: string; end: number } | null {
  titlePattern.lastIndex = at;
  const match = titlePattern.exec(text);
  if (!match) return null;
  const title = match[1] ?? match[2] ?? match[3] ?? '';
  return { title: unescapeText(title), end: titlePattern.lastIndex };
}
