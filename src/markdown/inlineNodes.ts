/** The linked list of inline nodes that the parser builds. Wrapping a range takes constant time. */
import type { Inline } from './inline.ts';

export interface Node {
  kind: Inline['kind'];
  text: string;
  url: string;
  title: string;
  n: number;
  bare: boolean;
  /** An escaped or encoded character. It is no part of a bare address. */
  literal: boolean;
  /** Number of levels inside the node. */
  depth: number;
  first: Node | null;
  last: Node | null;
  previous: Node | null;
  next: Node | null;
}

/** Maximum depth of nested emphasis and links. Deeper marks are text. */
export const MAX_INLINE_DEPTH = 32;

export function newNode(kind: Node['kind'], text = ''): Node {
  return {
    kind,
    text,
    url: '',
    title: '',
    n: 0,
    bare: false,
    literal: false,
    depth: 0,
    first: null,
    last: null,
    previous: null,
    next: null,
  };
}

export interface NodeList {
  first: Node | null;
  last: Node | null;
}

export function append(list: NodeList, node: Node): void {
  node.previous = list.last;
  if (list.last) list.last.next = node;
  else list.first = node;
  list.last = node;
}

function insertAfter(list: NodeList, place: Node, node: Node): void {
  node.previous = place;
  node.next = place.next;
  if (place.next) place.next.previous = node;
  else list.last = node;
  place.next = node;
}

export function remove(list: NodeList, node: Node): void {
  if (node.previous) node.previous.next = node.next;
  else list.first = node.next;
  if (node.next) node.next.previous = node.previous;
  else list.last = node.previous;
}

/** Returns the depth of the nodes between two nodes. If `to` is null, up to the end. */
export function depthBetween(from: Node, to: Node | null): number {
  let depth = 0;
  for (let node = from.next; node && node !== to; node = node.next) depth = Math.max(depth, node.depth);
  return depth;
}

/** Moves all nodes between `from` and `to` into `parent`, which is inserted after `from`. */
export function wrap(list: NodeList, from: Node, to: Node | null, parent: Node): void {
  const first = from.next;
  if (first && first !== to) {
    const last = to ? to.previous : list.last;
    parent.depth = depthBetween(from, to) + 1;
    from.next = to;
    if (to) to.previous = from;
    else list.last = from;
    first.previous = null;
    if (last) last.next = null;
    parent.first = first;
    parent.last = last;
  }
  insertAfter(list, from, parent);
}

/** Converts nodes to data. Adjacent texts are joined, except at an `@` that is literal. Inside a link, other links and citations become text. */
export function toInlines(first: Node | null, inLink = false): Inline[] {
  const inlines: Inline[] = [];
  let text = '';
  const flush = () => {
    if (text) inlines.push({ kind: 'text', text });
    text = '';
  };
  const take = (from: Node | null) => {
    for (let node = from; node; node = node.next) {
      if (node.kind === 'text' && node.literal && node.text === '@') {
        flush();
        inlines.push({ kind: 'text', text: node.text });
      } else if (node.kind === 'text') text += node.text;
      else if (inLink && isCitation(node)) text += `[${node.n}]`;
      else if (inLink && node.kind === 'footnote') text += `[^${node.n}]`;
      else if (inLink && node.kind === 'link') take(node.first);
      else {
        flush();
        inlines.push(toInline(node, inLink));
      }
    }
  };
  take(first);
  flush();
  return inlines;
}

function isCitation(node: Node): boolean {
  return node.kind === 'citation' || node.kind === 'missingCitation';
}

function toInline(node: Node, inLink: boolean): Inline {
  switch (node.kind) {
    case 'text':
    case 'code':
      return { kind: node.kind, text: node.text };
    case 'break':
      return { kind: 'break' };
    case 'image':
      return { kind: 'image', url: node.url, alt: node.text };
    case 'citation':
    case 'missingCitation':
    case 'footnote':
      return { kind: node.kind, n: node.n };
    case 'link':
      return { kind: 'link', url: node.url, title: node.title, bare: node.bare, children: toInlines(node.first, true) };
    default:
      return { kind: node.kind, children: toInlines(node.first, inLink) };
  }
}

/** The text of the nodes after `from`, for the description of an image. */
export function textAfter(from: Node): string {
  let text = '';
  for (let node = from.next; node; node = node.next) text += textOf(node);
  return text;
}

function textOf(node: Node): string {
  if (isCitation(node)) return `[${node.n}]`;
  if (node.kind === 'footnote') return `[^${node.n}]`;
  let text = node.kind === 'break' ? '\n' : node.text;
  for (let child = node.first; child; child = child.next) text += textOf(child);
  return text;
}
