/** The labels of a passage, "(b)" over "(1)" over "(A)", as paths; and the parts that its text names ("under paragraph (1)"). */
import { romanValue } from '../authority/romanNumeral.ts';
import type { Citation } from './atom.ts';
import { kindOf, pinsOf } from './citations.ts';

export interface Outline {
  /** `b`, `b.1`, `b.1.A`. A path that begins with `*` has parents that the passage does not show. */
  readonly paths: ReadonlySet<string>;
  /** Pairs and longer chains of labels, each below the one before it: `1.A` for `b.1.A`. */
  readonly parts: ReadonlySet<string>;
  readonly labelled: boolean;
}

const LABELS =
  /^[ \t]*(#{1,6}[ \t]+)?(?:(?:§[ \t]*)?\d[\w.-]*[ \t]*)?((?:\((?:\d{1,3}[A-Z]?|[A-Za-z]{1,2}|[ivxlIVXL]{2,6})\)[ \t]*){1,8})/gm;
/** Longer lists have no Roman numbers; (l) and (c) are letters. */
const MAX_ROMAN = 20;
/** Deeper labels are no outline of a law or a standard. */
const MOST_LEVELS = 8;
const MOST_PATHS = 4000;
/** Lines after (i) that may show which list it belongs to. */
const LOOKAHEAD = 40;
/** Number of labels above a part that the text names by its level. */
const DEPTH = { section: 0, subsection: 0, paragraph: 1, subparagraph: 2, clause: 3, work: 0 } as const;

export function outlineOf(text: string, parents: readonly string[], mentions: readonly Citation[]): Outline {
  const paths = new Set<string>();
  const headed = /^#+[ \t]+\([a-z]\)/m.test(text);
  let stack = [...parents];
  let labelled = parents.length > 0;
  for (let depth = 1; depth <= parents.length; depth += 1) paths.add(parents.slice(0, depth).join('.'));
  let mentioned = 0;
  const addMentions = (before: number) => {
    for (; mentioned < mentions.length; mentioned += 1) {
      const mention = mentions[mentioned];
      if (mention === undefined || mention.start >= before) return;
      if (mention.key === null)
        addPath(paths, [...stack.slice(0, DEPTH[mention.level]), ...mention.pins], DEPTH[mention.level], stack.length);
    }
  };
  const lines = Array.from(text.matchAll(LABELS), (match) => ({
    start: match.index,
    heading: match[1] !== undefined,
    labels: pinsOf(match[2] ?? ''),
  }));
  for (const [at, { start, heading, labels }] of lines.entries()) {
    addMentions(start);
    labelled = true;
    if (paths.size > MOST_PATHS) break;
    const later = () => lines.slice(at + 1, at + LOOKAHEAD).map((line) => line.labels[0] ?? '');
    for (const label of labels) {
      stack = placed(stack, label, heading, headed, later).slice(0, MOST_LEVELS);
      addPath(paths, stack, 0, 0);
    }
  }
  addMentions(Number.POSITIVE_INFINITY);
  return { paths, parts: partsOf(paths), labelled };
}

export function hasPath({ paths }: Outline, pins: readonly string[]): boolean {
  if (paths.has(pins.join('.'))) return true;
  return pins.some((_, from) => paths.has(`*.${pins.slice(from).join('.')}`));
}

/** For "paragraph (2)" without a section: some path contains the labels one after another. */
export const hasLabels = ({ parts }: Outline, pins: readonly string[]): boolean => parts.has(pins.join('.'));

function partsOf(paths: ReadonlySet<string>): Set<string> {
  const parts = new Set<string>();
  for (const path of paths) {
    const labels = path.split('.').slice(0, MOST_LEVELS);
    for (let from = 0; from < labels.length; from += 1) {
      for (let to = from + 1; to <= labels.length; to += 1) parts.add(labels.slice(from, to).join('.'));
    }
  }
  return parts;
}

function addPath(paths: Set<string>, stack: readonly string[], depth: number, known: number): void {
  const path = stack.join('.');
  const rooted = /^[a-z]/.test(stack[0] ?? '') && depth <= Math.max(known, stack.length - 1);
  paths.add(rooted ? path : `*.${path}`);
}

/** Puts a label after its predecessor, else at the level of its kind, else one level deeper. */
function placed(
  stack: readonly string[],
  label: string,
  heading: boolean,
  headed: boolean,
  later: () => readonly string[],
): string[] {
  const kind = kindOf(label);
  if (heading && kind === 'lower') return [label];
  const from = headed ? 1 : 0;
  const first = /^(?:1|a|A|i|I|aa|AA)$/.test(label);
  const nestedRoman = label.toLowerCase() === 'i' && kindOf(stack.at(-1) ?? '1') !== kind;
  // (i) after (h)(1)(A) is a subsection if (j) comes next, and a clause if (ii) does.
  const begins =
    nestedRoman &&
    later()
      .find((one) => /^(?:ii|j)$/i.test(one))
      ?.toLowerCase() !== 'j';
  if (begins && stack.length > 0) return [...stack, label];
  if (!begins) {
    for (let level = stack.length - 1; level >= 0; level -= 1) {
      if (follows(stack[level] ?? '', label) && (level >= from || kind !== 'lower'))
        return [...stack.slice(0, level), label];
    }
  }
  if (first) {
    const same = stack.findIndex(
      (one, level) => level >= from && kindOf(one) === kind && isRoman(one) === isRoman(label),
    );
    return same >= 0 && stack.length < 5 ? [...stack.slice(0, same), label] : [...stack, label];
  }
  const same = stack.findLastIndex(
    (one, level) => level >= from && kindOf(one) === kind && isRoman(one) === isRoman(label),
  );
  return same >= 0 ? [...stack.slice(0, same), label] : [...stack, label];
}

const isRoman = (label: string) => (romanValue(label) ?? MAX_ROMAN + 1) <= MAX_ROMAN;

function follows(one: string, next: string): boolean {
  if (kindOf(one) !== kindOf(next)) return false;
  if (kindOf(one) === 'digit') return Number.parseInt(next, 10) === Number.parseInt(one, 10) + 1;
  if (isRoman(one) && romanValue(next) === (romanValue(one) ?? 0) + 1) return true;
  return one.length === 1 && next.length === 1 && next.charCodeAt(0) === one.charCodeAt(0) + 1;
}
