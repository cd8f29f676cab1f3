/**
 * The levels of a legal text: one em space for each level in front of a line. It is as wide as an indent should be, CommonMark keeps it at the
 * start of a paragraph, and comparisons of texts do not see it.
 */

const INDENT = '\u2003';
/** Levels that are shown. Deeper ones have the same indent. */
export const MAX_LEVEL = 8;

export function indentOf(level: number): string {
  return INDENT.repeat(Math.min(MAX_LEVEL, level));
}

/** The level of a line, from 0. */
export function levelOf(line: string): number {
  let level = 0;
  while (level < MAX_LEVEL && line[level] === INDENT) level += 1;
  return level;
}

export function withoutIndent(line: string): string {
  return line.slice(levelOf(line));
}
