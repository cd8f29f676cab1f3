/** The nodes of a passage's lines, as documents are divided, stored and searched. */

/**
 * `heading`: a label and a heading, with the text below it. `item`: a label and its text. `text`: a paragraph without a label.
 * `container`: a line that only names what the document is part of. `removed`: a line that only says that a section is not in force, or has
 * no text.
 */
export type NodeKind = 'heading' | 'item' | 'text' | 'container' | 'removed';

export interface NodeMark {
  /** Line of the block, from 0. */
  readonly offset: number;
  readonly kind: NodeKind;
  /** The node that the line belongs to: `b.3.B.ii`; empty outside an enumeration. */
  readonly path: string;
}

/** Whether a path is another one or lies inside it. */
export function isWithin(path: string, outer: string): boolean {
  return outer === '' || path === outer || path.startsWith(`${outer}.`);
}

const KINDS = { h: 'heading', i: 'item', t: 'text', c: 'container', r: 'removed' } as const;

/** Whether a node begins at the mark. */
export const begins = ({ kind }: NodeMark): boolean => kind === 'heading' || kind === 'item';

/** Marks as the index stores them. */
export function writeMarks(marks: readonly NodeMark[]): string {
  return marks.map(({ offset, kind, path }) => `${offset} ${kind[0]} ${path}`).join('\n');
}

export function readMarks(text: string): NodeMark[] {
  return Array.from(text.matchAll(/^(\d+) ([hitcr]) (.*)$/gm), ([, offset, kind = 't', path = '']) => ({
    offset: Number(offset),
    kind: KINDS[kind as keyof typeof KINDS],
    path,
  }));
}
