/** The nodes of a passage's lines, as documents are divided, stored and searched. */

/** `heading`: a label and a heading, with the text below it. `item`: a label and its text. `text`: a paragraph without a label. */
export type NodeKind = 'heading' | 'item' | 'text';

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

const KINDS = { h: 'heading', i: 'item', t: 'text' } as const;

/** Marks as the index stores them. */
export function writeMarks(marks: readonly NodeMark[]): string {
  return marks.map(({ offset, kind, path }) => `${offset} ${kind[0]} ${path}`).join('\n');
}

export function readMarks(text: string): NodeMark[] {
  return Array.from(text.matchAll(/^(\d+) ([hit]) (.*)$/gm), ([, offset, kind = 't', path = '']) => ({
    offset: Number(offset),
    kind: kind === 'h' ? KINDS.h : kind === 'i' ? KINDS.i : KINDS.t,
    path,
  }));
}
