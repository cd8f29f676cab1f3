/**
 * The enumeration of legal texts: (a)(1)(A)(i)(I) in the Code, (a)(1)(i)(A) in regulations, (1)(a)(i) in Canada, (1) 1. a) aa) in
 * Germany. A kind of label that is open goes on; another kind begins inside the innermost item. Which kind a label is of is decided by
 * the labels before and after it: (i) follows (h) in one place and begins a list of clauses in another. A path is written with dots: `b.2.B`.
 */
import { romanValue } from './romanNumeral.ts';

export interface EnumeratedLine {
  readonly text: string;
  /** The labels with which the line begins, from outside to inside. */
  readonly labels: readonly Label[];
  /** Headings of the document restart the enumeration at their own label. */
  readonly heading: boolean;
  /** A line inside a paragraph. Its label must continue or begin a list, because sentences may break before a reference. */
  readonly inside?: boolean;
}

/** What a line begins: the labels of its path, outermost first. Null for a line without a label of its own. */
export type LinePath = readonly string[] | null;

/** How far outside lists of a kind stand, if a list begins with another than its first label. */
const ORDER = {
  letter: 0,
  number: 1,
  dotted: 2,
  halfLetter: 3,
  halfDouble: 4,
  roman: 5,
  capital: 5,
  capitalRoman: 6,
  double: 7,
  capitalDouble: 8,
  italicNumber: 9,
  italicRoman: 10,
} as const;

export type LabelKind = keyof typeof ORDER;

export interface Label {
  readonly text: string;
  readonly kinds: readonly LabelKind[];
}

interface Item {
  readonly label: string;
  readonly kind: LabelKind;
}

/** The path of each line. `parents` are the labels above the first line of a text that is a part of another. */
export function enumerate(lines: readonly EnumeratedLine[], parents: readonly string[] = []): LinePath[] {
  const paths: LinePath[] = [];
  let path: readonly Item[] = [];
  for (const parent of parents) {
    const item = itemOf(path, bracketed(parent), () => [], false, path.length);
    if (item) path = [...path, item];
  }
  /** Where subsections are headings of the document, no other line begins one. */
  const headed = lines.some(({ heading, labels }) => heading && labels[0]?.kinds.includes('letter'));
  /** The last label of a list that repeats the labels around it: "(1) For other terms, see: (1) …, (2) …". */
  let inner: Item | null = null;
  for (const [at, line] of lines.entries()) {
    if (line.heading) {
      path = aboveHeading(path, line.labels[0]);
      inner = null;
    }
    inner = innerItem(inner, path, line.labels, lines[at - 1]);
    const outermost = headed && !continuesHeadings(path, line) ? 1 : 0;
    const next = inner === null ? place(path, line, outermost, () => following(lines, at)) : null;
    path = next ?? path;
    paths.push(next?.map(({ label }) => label) ?? null);
  }
  return paths;
}

/** A label in brackets. Its kinds are in the order in which lists of them stand inside each other in the Code. */
export function bracketed(text: string): Label {
  if (/^\d/.test(text)) return { text, kinds: ['number'] };
  const isLower = text === text.toLowerCase();
  const isDouble = /^([A-Za-z])\1$/.test(text);
  const kinds: LabelKind[] = [];
  if (text.length === 1 || isDouble || text.includes('_')) kinds.push(isLower ? 'letter' : 'capital');
  if (romanValue(text) !== null) kinds.push(isLower ? 'roman' : 'capitalRoman');
  if (isDouble) kinds.push(isLower ? 'double' : 'capitalDouble');
  return { text, kinds };
}

/** The items that contain a heading. A heading with a label continues the list of its kind, and a heading without one closes all lists. */
function aboveHeading(path: readonly Item[], label: Label | undefined): readonly Item[] {
  if (label === undefined) return [];
  const open = path.findIndex(({ kind }) => kind === label.kinds[0]);
  return label.kinds[0] === 'letter' ? [] : open === -1 ? path : path.slice(0, open);
}

/** The item of a line that belongs to a list inside its node with the labels of that node's level. Such a list has no place in a path. */
function innerItem(
  inner: Item | null,
  path: readonly Item[],
  labels: readonly Label[],
  before: EnumeratedLine | undefined,
): Item | null {
  const [label] = labels;
  const last = path.at(-1);
  if (label === undefined || last === undefined) return inner;
  if (inner !== null) return isSuccessor(inner, label) ? { ...inner, label: label.text } : null;
  const repeats =
    labels.length === 1 && last.label === label.text && label.kinds.includes(last.kind) && isFirst(label, last.kind);
  return repeats && /[:—]\s*$/.test(before?.text ?? '') ? last : null;
}

/** A subsection without a heading of its own, among others that are headings: "(h)" after "## (g)". */
function continuesHeadings([first]: readonly Item[], { labels: [label], inside }: EnumeratedLine): boolean {
  if (inside === true || label === undefined || label.kinds.includes('roman')) return false;
  return first === undefined ? label.text === 'a' : isSuccessor(first, label);
}

/** The path after a line with these labels. Null if they are no labels but the words of a sentence. */
function place(
  before: readonly Item[],
  line: EnumeratedLine,
  outermost: number,
  next: () => readonly Label[],
): readonly Item[] | null {
  const { labels } = line;
  if (labels.length === 0) return null;
  // A line of labels and nothing else may be a cell of a table that refers to an item.
  const bare = /^[\s()\w]+\)\s*$/.test(line.text);
  if (labels.length > 1 && bare) return null;
  let path = before;
  for (const [at, label] of labels.entries()) {
    const [first] = label.kinds;
    const item =
      line.heading && at === 0
        ? first && { label: label.text, kind: first }
        : itemOf(
            path,
            label,
            () => [...labels.slice(at + 1), ...next()],
            bare || line.inside === true,
            at > 0 ? path.length : outermost,
          );
    if (!item) return null;
    const open = levelOf(path, item);
    // Several labels in one line follow each other inwards.
    if (at > 0 && open < path.length) return null;
    path = [...path.slice(0, open), item];
  }
  return path;
}

/** The depth of an item in a path: that of the open list of its kind, else innermost, but outside of kinds that are always inside it. */
function levelOf(path: readonly Item[], { kind, label }: Item): number {
  const open = path.findIndex((one) => one.kind === kind);
  if (open !== -1 || rank({ kind, label }) === 1) return open === -1 ? path.length : open;
  const inside = path.findIndex((one) => ORDER[one.kind] > ORDER[kind]);
  return inside === -1 ? path.length : inside;
}

/** The item that a label continues or begins a list with. Null if it does neither. */
function itemOf(
  path: readonly Item[],
  label: Label,
  next: () => readonly Label[],
  strict: boolean,
  outermost: number,
): Item | null {
  const all = label.kinds.flatMap((kind) => {
    const level = path.findIndex((one) => one.kind === kind);
    const before = path[level];
    return (before ? level : path.length) >= outermost && isPossible(path, label.text, kind)
      ? [{ item: { kind, label: label.text }, before }]
      : [];
  });
  const continuing = all.filter(({ before }) => before && isSuccessor(before, label));
  // (i) after (h) is a letter unless a number or a capital stands between them.
  const starting = all.filter(
    ({ item, before }) =>
      !before && isFirst(label, item.kind) && (continuing.length === 0 || path.some(({ kind }) => kind !== 'letter')),
  );
  const candidates = [...starting, ...continuing];
  if (candidates.length > 1) {
    // (1) after (h)(2) and (i) begins a list inside (i), which is therefore a letter.
    const [follower] = next();
    const fitting = candidates.filter(
      ({ item }) => !follower || accepts([...path.slice(0, levelOf(path, item)), item], follower),
    );
    if (fitting.length === 1) return fitting[0]?.item ?? null;
    // (I) after (H) is a subparagraph, unless the next label of its kind is (II). (ii) after (hh) is an item, unless that is (iii).
    const decides = next().find(
      (one) =>
        (one.text === label.text && one.kinds[0] === label.kinds[0]) ||
        candidates.some(({ item }) => isSuccessor(item, one)),
    );
    const decided = decides && candidates.find(({ item }) => isSuccessor(item, decides));
    return (decided ?? (starting.length > 0 ? continuing.at(-1) : continuing[0]) ?? candidates[0])?.item ?? null;
  }
  const [only] = candidates;
  // "1." and "a)" are no references.
  const isSafe = label.kinds.some((kind) => /^(?:dotted|half)/.test(kind));
  if (only || (strict && !isSafe)) return only?.item ?? null;
  // Repealed items leave gaps.
  const later = all.filter(({ item, before }) => before && (isSafe || rank(item) >= rank(before)));
  return (later.at(-1) ?? all.find(({ item, before }) => !before && !isLoneNumeral(item)))?.item ?? null;
}

const accepts = (path: readonly Item[], label: Label): boolean =>
  label.kinds.some((kind) => {
    const open = path.find((one) => one.kind === kind);
    return open ? isSuccessor(open, label) : isFirst(label, kind);
  });

/** (l), (c), (d) and (m) are letters, unless they go on a list of Roman numbers. */
const isLoneNumeral = ({ kind, label }: Item) => /^(?:roman|capitalRoman)$/.test(kind) && /^[lcdm]$/i.test(label);

/** Clauses need a paragraph or subparagraph above them, and (AA) as a subparagraph needs (Z) before it. */
function isPossible(path: readonly Item[], label: string, kind: LabelKind): boolean {
  if (kind === 'letter' || kind === 'capital')
    return /^[^_](?:_|$)/.test(label) || path.some((one) => one.kind === kind && /^(?:z|(.)\1)$/i.test(one.label));
  if (kind === 'roman') return path.length > 0;
  if (/^(?:capitalRoman|double|capitalDouble)$/.test(kind)) return path.some((one) => one.kind !== 'letter');
  return true;
}

const isFirst = ({ text }: Label, kind: LabelKind) => rank({ label: text, kind }) === 1;

function isSuccessor(before: Item, { text, kinds }: Label): boolean {
  if (!kinds.includes(before.kind)) return false;
  const one = rank(before);
  const other = rank({ label: text, kind: before.kind });
  return other > one && other <= one + 1;
}

/** The place of a label in its list: (1) is 1, (1A) and (1.1) lie between 1 and 2, (AA) follows (Z), except as an item inside (I). */
function rank({ label, kind }: Item): number {
  if (/roman$/i.test(kind)) return romanValue(label) ?? 0;
  const [, whole = '', part = ''] = /^(\d+|[a-z]+)_?(.*)$/i.exec(label) ?? [];
  const inserted = part === '' ? 0 : 0.01 * (Number(part) || part.toLowerCase().charCodeAt(0) - 96);
  if (/^\d/.test(whole)) return Number(whole) + inserted;
  const letter = whole.toLowerCase().charCodeAt(0) - 96;
  return (whole.length === 1 || /double$/i.test(kind) ? letter : 26 + letter) + inserted;
}

/** Labels that are looked at after an ambiguous one. */
const LOOKAHEAD = 40;

/** The first labels of the lines after `at`, up to the next heading. */
function following(lines: readonly EnumeratedLine[], at: number): Label[] {
  const found: Label[] = [];
  for (let next = at + 1; next < lines.length && found.length < LOOKAHEAD; next += 1) {
    if (lines[next]?.heading) break;
    const first = lines[next]?.labels[0];
    if (first !== undefined) found.push(first);
  }
  return found;
}
