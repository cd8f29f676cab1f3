/**
 * The identifiers that the publisher of a law gives to its paragraphs. They stand in a comment at the end of a Markdown file, one entry for
 * each line: `12=b.1` begins the item (b)(1), `12#b.1` is its heading, `12-b` continues (b).
 */
import type { NodeKind } from '../nodeMarks.ts';
import type { StatedNode } from './document.ts';

const BEGIN = '<!-- pinpoints:';
const KINDS: Readonly<Record<string, NodeKind>> = { '=': 'item', '#': 'heading', '-': 'text' };

/** Null if the line is no such comment. */
export function readStatedNodes(line: string): Map<number, StatedNode> | null {
  if (!line.startsWith(BEGIN)) return null;
  const stated = new Map<number, StatedNode>();
  for (const [, number, sign = '', path = ''] of line.matchAll(/ (\d{1,7})([=#-])([\w.]{0,80})(?= )/g)) {
    const kind = KINDS[sign];
    if (kind) stated.set(Number(number), { kind, path });
  }
  return stated;
}
