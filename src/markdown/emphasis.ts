/** `*`, `_` and `~~`: runs of delimiters and their pairing (CommonMark 6.2, "process emphasis"), linear in the text. */
import { isPunctuation, isSpace } from './characters.ts';
import { depthBetween, MAX_INLINE_DEPTH, type Node, type NodeList, newNode, remove, wrap } from './inlineNodes.ts';

export interface Delimiter {
  readonly marker: string;
  readonly node: Node;
  /** Length of the run, and the number of delimiters that are not used yet. */
  readonly length: number;
  left: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
  previous: Delimiter | null;
  next: Delimiter | null;
}

/** The run of delimiters at the position. The characters around it decide whether it can open or close emphasis. */
export function readRun(text: string, at: number): { length: number; canOpen: boolean; canClose: boolean } {
  const marker = text[at];
  let end = at;
  while (text[end] === marker) end++;
  const length = end - at;
  if (marker === '~' && length !== 2) return { length, canOpen: false, canClose: false };
  const before = characterBefore(text, at);
  const after = end < text.length ? String.fromCodePoint(text.codePointAt(end) ?? 0) : '';
  const [spaceBefore, spaceAfter] = [isSpace(before), isSpace(after)];
  const [signBefore, signAfter] = [isPunctuation(before), isPunctuation(after)];
  const leftFlanking = !spaceAfter && (!signAfter || spaceBefore || signBefore);
  const rightFlanking = !spaceBefore && (!signBefore || spaceAfter || signAfter);
  if (marker !== '_') return { length, canOpen: leftFlanking, canClose: rightFlanking };
  return {
    length,
    canOpen: leftFlanking && (!rightFlanking || signBefore),
    canClose: rightFlanking && (!leftFlanking || signAfter),
  };
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return '';
  const code = text.charCodeAt(at - 1);
  const low = code >= 0xdc00 && code <= 0xdfff && at > 1;
  return low ? String.fromCodePoint(text.codePointAt(at - 2) ?? code) : text.charAt(at - 1);
}

export interface DelimiterStack {
  readonly top: Delimiter | null;
  push(run: Omit<Delimiter, 'previous' | 'next' | 'left'>): void;
  /** Pairs the delimiters after `bottom` and removes them. */
  pair(bottom: Delimiter | null): void;
}

export function createDelimiterStack(list: NodeList): DelimiterStack {
  let top: Delimiter | null = null;

  function drop(delimiter: Delimiter): void {
    if (delimiter.previous) delimiter.previous.next = delimiter.next;
    if (delimiter.next) delimiter.next.previous = delimiter.previous;
    else top = delimiter.previous;
  }

  function pair(bottom: Delimiter | null): void {
    // Positions before which no opener for this type of closer exists. Not searching again keeps the time linear.
    const bottoms = new Map<string, Delimiter | null>();
    let closer = top;
    while (closer && closer.previous !== bottom) closer = closer.previous;
    while (closer) {
      if (!closer.canClose) {
        closer = closer.next;
        continue;
      }
      const sort: string = `${closer.marker}${closer.canOpen}${closer.length % 3}`;
      const floor = bottoms.has(sort) ? bottoms.get(sort) : bottom;
      let opener: Delimiter | null = closer.previous;
      while (opener && opener !== bottom && opener !== floor && !matches(opener, closer)) opener = opener.previous;
      const found: Delimiter | null = opener && opener !== bottom && opener !== floor ? opener : null;
      if (!found || depthBetween(found.node, closer.node) >= MAX_INLINE_DEPTH) {
        bottoms.set(sort, closer.previous);
        const after: Delimiter | null = closer.next;
        if (!closer.canOpen) drop(closer);
        closer = after;
        continue;
      }
      closer = join(found, closer);
    }
    while (top && top !== bottom) drop(top);
  }

  /** Wraps the nodes between the delimiters. Returns the delimiter to continue with. */
  function join(opener: Delimiter, closer: Delimiter): Delimiter | null {
    const used = closer.left >= 2 && opener.left >= 2 ? 2 : 1;
    const kind = closer.marker === '~' ? 'strike' : used === 2 ? 'strong' : 'emphasis';
    opener.left -= used;
    closer.left -= used;
    opener.node.text = opener.node.text.slice(used);
    closer.node.text = closer.node.text.slice(used);
    wrap(list, opener.node, closer.node, newNode(kind));
    // Delimiters between the two can no longer be paired.
    opener.next = closer;
    closer.previous = opener;
    if (opener.left === 0) {
      remove(list, opener.node);
      drop(opener);
    }
    if (closer.left > 0) return closer;
    const { next } = closer;
    remove(list, closer.node);
    drop(closer);
    return next;
  }

  return {
    get top() {
      return top;
    },
    push(run) {
      const delimiter: Delimiter = { ...run, left: run.length, previous: top, next: null };
      if (top) top.next = delimiter;
      top = delimiter;
    },
    pair,
  };
}

/** The rule of three (CommonMark 6.2, rules 9 and 10). */
function matches(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.marker !== closer.marker || !opener.canOpen) return false;
  if (closer.marker === '~') return true;
  const both = opener.canClose || closer.canOpen;
  return !both || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}
