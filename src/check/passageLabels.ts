/** The labels of a passage, "(b)" over "(1)" over "(A)", as paths; and the parts that its text names ("under paragraph (1)"). */
import { bracketed, enumerate } from '../text/enumeration.ts';
import { pinsOf } from './values/legalCitations.ts';
import type { Citation } from './values/value.ts';

export interface Outline {
  /** `b`, `b.1`, `b.1.A`. A path that begins with `*` has parents that the passage does not show. */
  readonly paths: ReadonlySet<string>;
  /** Pairs and longer chains of labels, each below the one before it: `1.A` for `b.1.A`. */
  readonly parts: ReadonlySet<string>;
  readonly labelled: boolean;
}

const LABELS =
  /^[ \t]*(#{1,6}[ \t]+)?(?:(?:§[ \t]*)?\d[\w.-]*[ \t]*)?((?:\((?:\d{1,3}[A-Z]?|[A-Za-z]{1,2}|[ivxlIVXL]{2,6})\)[ \t]*){1,8})/gm;
/** Deeper labels are no outline of a law or a standard. */
const MOST_LEVELS = 8;
const MOST_PATHS = 4000;
/** Number of labels above a part that the text names by its level. */
const DEPTH = { section: 0, subsection: 0, paragraph: 1, subparagraph: 2, clause: 3, work: 0 } as const;

export function outlineOf(text: string, parents: readonly string[], mentions: readonly Citation[]): Outline {
  const paths = new Set<string>();
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
    labels: pinsOf(match[2] ?? '').map(bracketed),
    text: '',
  }));
  for (const [at, path] of enumerate(lines, parents).entries()) {
    addMentions(lines[at]?.start ?? 0);
    labelled = true;
    if (paths.size > MOST_PATHS) break;
    if (path === null) continue;
    stack = path.slice(0, MOST_LEVELS);
    for (let depth = 1; depth <= stack.length; depth += 1) addPath(paths, stack.slice(0, depth), 0, 0);
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
