/**
 * The enumeration of legal texts, (a)(1)(A)(i)(I)(aa)(AA). Which level a label belongs to is decided by the labels before and after
 * it: (i) follows (h) in one place and begins a list of clauses in another. A path is written with dots: `b.2.B`.
 */
import { romanValue } from '../../authority/romanNumeral.ts';

export interface EnumeratedLine {
  readonly text: string;
  /** Headings of the document restart the enumeration at their own label. */
  readonly heading: boolean;
  /** A line inside a paragraph. Its label must continue or begin a list, because sentences may break before a reference. */
  readonly inside?: boolean;
}

/** What a line begins: the labels of its path, outermost first. Null for a line without a label of its own. */
export type LinePath = readonly string[] | null;

const LABEL = /^\s*\[?\(([a-z]{1,6}|[A-Z]{1,6}|\d{1,3}[A-Z]?)\)(?=[\s(\]]|$)/;

/** The labels with which a line begins: `(A)(i) the amount` -> A, i. */
export function labelsOf(text: string): string[] {
  const labels: string[] = [];
  let rest = text;
  for (let match = LABEL.exec(rest); match?.[1] !== undefined; match = LABEL.exec(rest)) {
    labels.push(match[1]);
    rest = rest.slice(match[0].length);
    if (!rest.startsWith('(')) break;
  }
  return labels;
}

export function enumerate(lines: readonly EnumeratedLine[]): LinePath[] {
  const labels = lines.map((line) => labelsOf(line.text));
  const paths: LinePath[] = [];
  /** The label at each level; undefined where a level is skipped. */
  let path: (string | undefined)[] = [];
  /** Where subsections are headings of the document, no other line begins one. */
  const headed = lines.some((line, at) => line.heading && /^[a-z]/.test(labels[at]?.[0] ?? ''));
  /** The last label of a list that repeats the labels around it: "(1) For other terms, see: (1) …, (2) …". */
  let inner: string | null = null;
  for (const [at, line] of lines.entries()) {
    const own = labels[at] ?? [];
    if (line.heading) {
      path = path.slice(0, headingLevel(own[0] ?? 'a'));
      inner = null;
    }
    inner = innerLabel(inner, path, own, lines[at - 1]);
    if (inner !== null) {
      paths.push(null);
      continue;
    }
    const next = place(path, own, line, headed && !continuesHeadings(path, own, line) ? 1 : 0, () =>
      following(lines, labels, at),
    );
    if (next === null) {
      paths.push(null);
      continue;
    }
    path = next;
    paths.push(path.filter((label) => label !== undefined));
  }
  return paths;
}

/** The label if a line belongs to a list inside its node with the labels of that node's level. Such a list has no place in a path. */
function innerLabel(
  inner: string | null,
  path: readonly (string | undefined)[],
  labels: readonly string[],
  before: EnumeratedLine | undefined,
): string | null {
  const [label] = labels;
  if (label === undefined) return inner;
  const level = path.length - 1;
  if (inner !== null) return isSuccessor(inner, label, level) ? label : null;
  const repeats = labels.length === 1 && path[level] === label && isFirst(label, level);
  return repeats && /[:—]\s*$/.test(before?.text ?? '') ? label : null;
}

/** A subsection without a heading of its own, among others that are headings: "(h)" after "## (g)". */
function continuesHeadings(
  path: readonly (string | undefined)[],
  [label]: readonly string[],
  { inside }: EnumeratedLine,
): boolean {
  if (inside === true || label === undefined || (romanValue(label) !== null && label === label.toLowerCase()))
    return false;
  return path[0] === undefined ? label === 'a' : isSuccessor(path[0], label, 0);
}

/** The path after a line with these labels. Null if they are no labels but the words of a sentence. */
function place(
  before: readonly (string | undefined)[],
  labels: readonly string[],
  line: EnumeratedLine,
  outermost: number,
  next: () => readonly string[],
): (string | undefined)[] | null {
  if (labels.length === 0) return null;
  // A line of labels and nothing else may be a cell of a table that refers to an item.
  const bare = /^[\s()\w]+\)\s*$/.test(line.text);
  if (labels.length > 1 && bare) return null;
  let path = [...before];
  for (const [at, label] of labels.entries()) {
    const level: number | null =
      line.heading && at === 0
        ? headingLevel(label)
        : levelOf(path, label, at === labels.length - 1 ? next : () => [], bare || line.inside === true, outermost);
    if (level === null) return null;
    // Several labels in one line follow each other inwards.
    if (at > 0 && level < path.length && path.slice(level).some((own) => own !== undefined)) return null;
    path = path.slice(0, level);
    while (path.length < level) path.push(undefined);
    path[level] = label;
  }
  return path;
}

function headingLevel(label: string): number {
  if (/^\d/.test(label)) return 1;
  return /^[A-Z]/.test(label) ? 2 : 0;
}

/** The level at which a label continues or begins a list. Null if it does neither. */
function levelOf(
  path: readonly (string | undefined)[],
  label: string,
  next: () => readonly string[],
  strict: boolean,
  outermost: number,
): number | null {
  const levels = levelsFor(label).filter((level) => level >= outermost && isPossible(path, level, label));
  const continuing = levels.filter((level) => isSuccessor(path[level], label, level));
  const starting = levels.filter((level) => path[level] === undefined && isFirst(label, level));
  // (I) after (H) is a subparagraph, unless the next label of its kind is (II).
  const decides = (one: string) =>
    one === label ||
    continuing.some((level) => isSuccessor(label, one, level)) ||
    starting.some((level) => isSuccessor(label, one, level));
  if (continuing.length > 0 && starting.length > 0) {
    const begins = starting.find((level) => isSuccessor(label, next().find(decides) ?? '', level));
    return begins ?? continuing.at(-1) ?? null;
  }
  // (ii) after (hh) is an item, unless the next label of its kind is (iii).
  if (continuing.length > 1) {
    const decided = next().find(decides) ?? '';
    return continuing.find((level) => isSuccessor(label, decided, level)) ?? continuing[0] ?? null;
  }
  const only = continuing[0] ?? starting[0];
  if (only !== undefined) return only;
  if (strict) return null;
  // Repealed items leave gaps.
  const later = levels.filter((level) => isLater(path[level], label, level));
  return (
    later.at(-1) ?? levels.find((level) => path[level] === undefined && !(level > 2 && /^[lcdm]$/i.test(label))) ?? null
  );
}

function levelsFor(label: string): number[] {
  if (/^\d/.test(label)) return [1];
  const lower = label === label.toLowerCase();
  const levels: number[] = [];
  const doubled = /^([A-Za-z])\1$/.test(label);
  if (label.length === 1 || doubled) levels.push(lower ? 0 : 2);
  if (romanValue(label) !== null) levels.push(lower ? 3 : 4);
  if (doubled) levels.push(lower ? 5 : 6);
  return levels;
}

/** Clauses need a paragraph or subparagraph above them, and (AA) as a subparagraph needs (Z) before it. */
function isPossible(path: readonly (string | undefined)[], level: number, label: string): boolean {
  if (level < 3) return label.length === 1 || level === 1 || /^(?:z|(.)\1)$/i.test(path[level] ?? '');
  if (level === 3) return path.slice(0, 3).some((label) => label !== undefined);
  return path.slice(1, level).some((label) => label !== undefined);
}

function isFirst(label: string, level: number): boolean {
  return ['a', '1', 'A', 'i', 'I', 'aa', 'AA'][level] === label;
}

function isSuccessor(before: string | undefined, label: string, level: number): boolean {
  if (before === undefined || !levelsFor(label).includes(level)) return false;
  const one = rank(before, level);
  const other = rank(label, level);
  return other > one && other <= one + 1;
}

function isLater(before: string | undefined, label: string, level: number): boolean {
  return before !== undefined && levelsFor(label).includes(level) && rank(label, level) >= rank(before, level);
}

/** The place of a label in its list: (1) is 1, (1A) lies between 1 and 2, (AA) follows (Z). */
function rank(label: string, level: number): number {
  if (level === 1)
    return (
      Number.parseInt(label, 10) +
      (label.charCodeAt(label.length - 1) > 64 ? 0.01 * (label.charCodeAt(label.length - 1) - 64) : 0)
    );
  if (level === 3 || level === 4) return romanValue(label) ?? 0;
  const letter = label.toLowerCase().charCodeAt(0) - 96;
  if (level >= 5) return letter;
  return label.length === 1 ? letter : 26 + letter;
}

/** Labels that are looked at behind an ambiguous one. */
const LOOKAHEAD = 40;

/** The first labels of the lines after `at`, up to the next heading. */
function following(lines: readonly EnumeratedLine[], labels: readonly string[][], at: number): string[] {
  const found: string[] = [];
  for (let next = at + 1; next < lines.length && found.length < LOOKAHEAD; next += 1) {
    if (lines[next]?.heading) break;
    const first = labels[next]?.[0];
    if (first !== undefined) found.push(first);
  }
  return found;
}
