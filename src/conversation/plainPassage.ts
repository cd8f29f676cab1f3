/** The text of a passage for one or two lines of plain text: table cells without pipes, and no marks of Markdown or of comments in code. */

import { csvTable } from '../text/csvTable.ts';
import type { StoredSource } from './conversation.ts';

/** Longest part of a passage that is shown, in UTF-16 units. The source has the rest. */
export const MAX_SHOWN_PASSAGE = 50_000;

/** Between the cells of a table row. */
const CELL_SEPARATOR = ' · ';

/** A comment of several lines, whose lines may begin with an asterisk. */
const BLOCK_COMMENT = /^\s*\/\*|\*\/\s*$/m;

/** The passage of a source as Markdown. */
export function shownPassage({ snippet = '', location }: Pick<StoredSource, 'snippet' | 'location'>): string {
  const shown = snippet.slice(0, MAX_SHOWN_PASSAGE);
  return csvTable(shown, location?.path ?? '') ?? shown;
}

export function plainPassage(text: string): string {
  const lines: string[] = [];
  const mark = BLOCK_COMMENT.test(text) ? /^(?:\/\/+|\/?\*+\/?)|\*+\/$/g : /^\/\/+|^--+(?=\s)/;
  for (const line of text.split(/\r?\n/)) {
    const plain = plainLineOf(line.trim().replace(mark, '').trim());
    if (plain !== '') lines.push(plain);
  }
  return lines.join('\n');
}

function plainLineOf(line: string): string {
  if (line.startsWith('```') || line.startsWith('~~~')) return '';
  // The line between the header and the rows of a table, or a rule.
  if (/^[\s|:=-]+$/.test(line)) return '';
  const content = line.replace(/^(?:>\s?)+/, '').replace(/^#{1,6}(?:\s+|$)/, '');
  const isRow = content.startsWith('|') || content.includes(' | ');
  const cells = isRow ? content.split(/(?<!\\)\|/) : [content];
  return cells.map(plainInline).filter(Boolean).join(CELL_SEPARATOR);
}

function plainInline(text: string): string {
  return text
    .replace(/^\s*[-*+]\s+(?:\[[ xX]\]\s+)?/, '• ')
    .replace(/\*\*|__|`/g, '')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1')
    .trim();
}
