/** Cuts the parts of a document into what can be quoted: whole nodes, each with the sentence that introduces it. */
import { splitHeadings } from '../headings.ts';
import { isWithin } from '../nodeMarks.ts';
import type { DocumentPart, NodeText } from './documentNodes.ts';
import { headerOf } from './tableHeader.ts';

export interface Quotable {
  /** Headings above and of the node, outermost first. */
  readonly headings: readonly string[];
  /** The path of the innermost node that contains all lines; empty outside an enumeration. */
  readonly path: string;
  /** Lines before the node that it cannot be read without, outermost first. Lines of one group follow each other in the document. */
  readonly leadIn: readonly (readonly NodeText[])[];
  /** Whether text is left out between the last lead-in and the node. */
  readonly leadInApart: boolean;
  /** The header of the table in whose middle the node begins. */
  readonly header: NodeText | null;
  readonly lines: readonly NodeText[];
  /** Whether the sentence of the last line goes on in a line that is not quoted. */
  readonly goesOn: boolean;
  /** Exceptions, limits and ends of the same node that follow: "(F) Special rules for taxable years 2018 through 2025". */
  readonly continues: readonly string[];
}

/** Characters of a quotation up to which nodes and paragraphs are kept whole. */
export const LONGEST = 1800;
/** Characters up to which the items of a list are quoted together. */
const TOGETHER = 1200;

/** The lines of a node after those that introduce it. */
export function textOf({ leadIn, lines }: Quotable): string {
  return [...leadIn.flat(), ...lines].map((line) => line.text).join('\n\n');
}

export function quotablesOf(part: DocumentPart): Quotable[] {
  const ranges: [number, number][] = [];
  split(part.lines, 0, part.lines.length, '', ranges);
  return ranges.map(([from, to]) => toQuotable(part, from, to));
}

/** The node `path` as a whole, however short it is. Null if the part has no line of it. */
export function nodeOf(part: DocumentPart, path: string): Quotable | null {
  const from = part.lines.findIndex((line) => isWithin(line.path, path));
  if (from === -1) return null;
  let to = from + 1;
  while (to < part.lines.length && isWithin(part.lines[to]?.path ?? '', path)) to += 1;
  return toQuotable(part, from, to);
}

function length(lines: readonly NodeText[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += (lines[at]?.text.length ?? 0) + 2;
  return sum;
}

/** Divides the lines from `from` to `to`, which belong to the node `path`, into ranges. */
function split(lines: readonly NodeText[], from: number, to: number, path: string, ranges: [number, number][]): void {
  if (from >= to) return;
  if (length(lines, from, to) <= LONGEST) {
    ranges.push([from, to]);
    return;
  }
  // The own lines of the node, and each of its children.
  const pieces: { from: number; to: number; path: string }[] = [];
  let at = from;
  while (at < to) {
    const own = lines[at]?.path ?? '';
    let end = at + 1;
    if (own === path || !isWithin(own, path)) {
      if (path === '') {
        pieces.push({ from: at, to: end, path });
        at = end;
        continue;
      }
      while (end < to && lines[end]?.path === own && lines[end]?.kind === 'text') end += 1;
      pieces.push({ from: at, to: end, path });
    } else {
      const child = childPath(own, path);
      while (
        end < to &&
        isWithin(lines[end]?.path ?? '', child) &&
        !(lines[end]?.path === child && lines[end]?.kind !== 'text')
      )
        end += 1;
      pieces.push({ from: at, to: end, path: child });
    }
    at = end;
  }
  let open: [number, number] | null = null;
  const close = () => {
    if (open) ranges.push(open);
    open = null;
  };
  let joined = false;
  for (const [index, piece] of pieces.entries()) {
    const size = length(lines, piece.from, piece.to);
    const headed = lines[piece.from]?.kind === 'heading';
    // An introduction is quoted with each of its items.
    if (
      piece.path === path &&
      path !== '' &&
      index < pieces.length - 1 &&
      !endsSentence(lines[piece.to - 1]?.text ?? '')
    ) {
      close();
      const next = pieces[index + 1];
      if (next && length(lines, piece.from, next.to) <= TOGETHER) open = [piece.from, piece.to];
      joined = open !== null;
      // What the next item does not repeat as its introduction is quoted alone.
      if (!joined)
        ranges.push(...inPieces(lines, piece.from, isRepeated(lines, piece.to, next) ? piece.to - 1 : piece.to));
      continue;
    }
    if (size > LONGEST && piece.path !== path) {
      close();
      split(lines, piece.from, piece.to, piece.path, ranges);
      continue;
    }
    if (size > LONGEST) {
      close();
      ranges.push(...inPieces(lines, piece.from, piece.to));
      continue;
    }
    // Short items of one list and short paragraphs stay together; a headed node is quoted alone.
    const together: [number, number] | null = open;
    if (together && (joined || !headed) && length(lines, together[0], piece.to) <= TOGETHER)
      open = [together[0], piece.to];
    else {
      close();
      open = [piece.from, piece.to];
    }
    if (headed) close();
    joined = false;
  }
  close();
}

/** Whether the line before `end` introduces the next piece. */
function isRepeated(lines: readonly NodeText[], end: number, next: { from: number } | undefined): boolean {
  const first = next && lines[next.from];
  return !!first && introduction(lines, next.from, ancestors(lines, next.from, first.path)).includes(end - 1);
}

/** Ranges of lines that are not too long together. None if all lines are headings. */
function inPieces(lines: readonly NodeText[], from: number, to: number): [number, number][] {
  if (lines.slice(from, to).every((line) => line.kind === 'heading')) return [];
  const pieces: [number, number][] = [];
  for (let at = from; at < to; at += 1) {
    const last = pieces.at(-1);
    if (last && length(lines, last[0], at + 1) <= TOGETHER) last[1] = at + 1;
    else if (last && at - 1 > last[0] && !endsSentence(lines[at - 1]?.text ?? '')) {
      // The title of what follows: "Example 9. Contingency fee".
      last[1] = at - 1;
      pieces.push([at - 1, at + 1]);
    } else pieces.push([at, at + 1]);
  }
  return pieces;
}

/** `b.3` for `b.3.B.ii` inside `b`. */
function childPath(path: string, outer: string): string {
  const depth = outer === '' ? 1 : outer.split('.').length + 1;
  return path.split('.').slice(0, depth).join('.');
}

function toQuotable(part: DocumentPart, from: number, to: number): Quotable {
  const { lines } = part;
  const own = lines.slice(from, to);
  const path = commonPath(own.map((line) => line.path));
  const first = lines[from];
  const above = first === undefined ? [] : ancestors(lines, from, first.path);
  const leadIn = introduction(lines, from, above);
  const headings = [
    ...splitHeadings(part.heading),
    ...above.filter((at) => lines[at]?.kind === 'heading').map((at) => headingOf(lines[at]?.text ?? '')),
    ...(first?.kind === 'heading' ? [headingOf(first.text)] : []),
  ];
  return {
    headings,
    path: path === '' ? (first?.path ?? '') : path,
    leadIn: inGroups(leadIn).map((group) => group.flatMap((at) => lines[at] ?? [])),
    leadInApart: leadIn.length > 0 && leadIn.at(-1) !== from - 1,
    header: headerOf(lines, from, part.heading) ?? part.header,
    lines: own,
    goesOn: to < lines.length && !endsSentence(own.at(-1)?.text ?? ''),
    continues: continuations(lines, to, first?.path ?? ''),
  };
}

/** "(2) Reduction in limitation" without the blank before its period. */
function headingOf(text: string): string {
  return (text.split('\n')[0] ?? '').replace(/\s*\.\s*$/, '').trim();
}

/** The first lines of the nodes around the line at `at`, outermost first. */
function ancestors(lines: readonly NodeText[], at: number, path: string): number[] {
  const found: number[] = [];
  let inner = path;
  for (let before = at - 1; before >= 0 && inner !== ''; before -= 1) {
    const line = lines[before];
    if (!line || line.kind === 'text' || line.path === inner || !isWithin(inner, line.path) || line.path === '')
      continue;
    found.unshift(before);
    inner = line.path;
  }
  return found;
}

/** The lines of the enclosing nodes whose sentence goes on in the line at `from`, by their index. */
function introduction(lines: readonly NodeText[], from: number, above: readonly number[]): number[] {
  const found: number[] = [];
  const first = lines[from];
  const needed = (line: NodeText | undefined) => line !== undefined && !endsSentence(line.text);
  for (const at of above) {
    const path = lines[at]?.path;
    // The last paragraph of the node before its first child.
    let last = at;
    while (last + 1 < from && lines[last + 1]?.path === path && lines[last + 1]?.kind === 'text') last += 1;
    if (!(last === at && lines[at]?.kind === 'heading') && needed(lines[last])) found.push(last);
  }
  // Before the first label below a heading: "There shall be allowed as a credit".
  const top = lines[0];
  if (from > 0 && top?.kind === 'text' && first?.path !== '' && needed(top) && !found.includes(0)) found.unshift(0);
  // In documents without labels a list follows a line that ends with a colon.
  if (first?.path === '' && /:\s*$/.test(lines[from - 1]?.text ?? '')) found.push(from - 1);
  return found;
}

/** Indexes in groups that follow each other. */
function inGroups(indexes: readonly number[]): number[][] {
  const groups: number[][] = [];
  for (const index of indexes) {
    const last = groups.at(-1);
    if (last?.at(-1) === index - 1) last.push(index);
    else groups.push([index]);
  }
  return groups;
}

const LIMITING =
  /terminat|except|special rule|limit|phase-?(?:out|in)|not (?:to )?apply|reduction|expir|effective|coordination|suspen|20\d\d|inflation/i;

/** The headings of the nodes after `to` that restrict the node `path`, inside the same enclosing node. */
function continuations(lines: readonly NodeText[], to: number, path: string): string[] {
  const outer = path.split('.').slice(0, -1).join('.');
  if (outer === '') return [];
  const found: string[] = [];
  for (let at = to; at < lines.length; at += 1) {
    const line = lines[at];
    if (!line || !isWithin(line.path, outer)) break;
    if (line.kind === 'heading' && line.path.split('.').length === path.split('.').length && LIMITING.test(line.text))
      found.push(headingOf(line.text));
  }
  return found.slice(0, 4);
}

/** The path of the innermost node that contains all of these. */
export function commonPath(paths: readonly string[]): string {
  let common = paths[0]?.split('.') ?? [];
  for (const path of paths) {
    const parts = path.split('.');
    let same = 0;
    while (same < common.length && common[same] === parts[same]) same += 1;
    common = common.slice(0, same);
  }
  return common.join('.');
}

/** Whether a text ends a sentence. "; and" and a colon do not. */
export function endsSentence(text: string): boolean {
  return /[.!?][)\]"”’]*\s*(?:\[\d+\])?\s*$/.test(text.trimEnd());
}
