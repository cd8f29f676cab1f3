/**
 * The paragraphs of a regulation, (a)(1)(i)(A) and then (1)(i) in italics, which the publisher does not mark. A mark is accepted where it
 * is the next one of an open list or begins a list. Of two meanings the one that the next mark continues is taken. A wrong pinpoint
 * is worse than none: any other mark is text.
 */

export interface CfrMark {
  readonly label: string;
  readonly italic: boolean;
}

type Kind = 'letter' | 'number' | 'roman' | 'capital' | 'italicNumber' | 'italicRoman';
const KINDS: readonly Kind[] = ['letter', 'number', 'roman', 'capital', 'italicNumber', 'italicRoman'];
const ROMAN = /^(?:x{0,3})(?:ix|iv|v?i{0,3})$|^xl(?:ix|iv|v?i{0,3})$/;

/** The path of each paragraph; null for one without marks or with a mark that fits nowhere. */
export function cfrPaths(paragraphs: readonly (readonly CfrMark[])[]): (readonly string[] | null)[] {
  const all = paragraphs.flatMap((marks, at) => marks.map((mark) => ({ mark, at })));
  const paths: (readonly string[] | null)[] = paragraphs.map(() => null);
  let open: string[] = [];
  let failed = -1;
  for (const [index, { mark, at }] of all.entries()) {
    if (failed === at) continue;
    const level = levelOf(open, mark, () => all.slice(index + 1, index + 60).map((one) => one.mark));
    if (level === null) {
      failed = at;
      continue;
    }
    open = [...open.slice(0, level), mark.label];
    paths[at] = open;
  }
  return paths;
}

function levelOf(open: readonly string[], mark: CfrMark, next: () => readonly CfrMark[]): number | null {
  const levels = KINDS.flatMap((kind, level) => (isKind(mark, kind) && fits(open, mark.label, level) ? [level] : []));
  if (levels.length < 2) return levels[0] ?? null;
  for (const later of next()) {
    const continued = levels.find(
      (level) => isKind(later, KINDS[level] ?? 'letter') && rank(later.label, level) === rank(mark.label, level) + 1,
    );
    if (continued !== undefined) return continued;
  }
  return levels.at(-1) ?? null;
}

/** Whether the label is the next one of the list that is open at the level, or the first of a new list inside. */
function fits(open: readonly string[], label: string, level: number): boolean {
  const before = open[level];
  const own = rank(label, level);
  if (before !== undefined) return own === rank(before, level) + 1;
  return level === open.length && own === 1;
}

function isKind({ label, italic }: CfrMark, kind: Kind): boolean {
  switch (kind) {
    case 'letter':
      return !italic && /^(?:[a-z]|([a-z])\1)$/.test(label);
    case 'number':
      return !italic && /^\d{1,3}$/.test(label);
    case 'roman':
      return !italic && ROMAN.test(label);
    case 'capital':
      return !italic && /^(?:[A-Z]|([A-Z])\1)$/.test(label);
    case 'italicNumber':
      return italic && /^\d{1,3}$/.test(label);
    case 'italicRoman':
      return italic && ROMAN.test(label);
  }
}

const VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };

function rank(label: string, level: number): number {
  if (level === 1 || level === 4) return Number(label);
  if (level === 0 || level === 3) return label.toLowerCase().charCodeAt(0) - 96 + (label.length > 1 ? 26 : 0);
  return Array.from(label).reduce((sum, letter, at, letters) => {
    const value = VALUES[letter] ?? 0;
    return sum + (value < (VALUES[letters[at + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}
