/** Finds the rule by which the amounts of a quoted node are adjusted for inflation. */
import type { ResearchQuestion } from '../../protocol/question.ts';
import { isWithin } from '../nodeMarks.ts';
import type { Candidate } from './chooseQuotables.ts';
import { textOf } from './quotable.ts';

const ADJUSTMENT = /\b(?:inflation|cost-of-living) adjustment\b|\badjustments? for inflation\b/i;
const INCREASES = /\bshall (?:each )?be (?:increased|adjusted|equal)\b|\bby increasing\b/i;
const AMOUNT = /\$\s?\d|\bcents?\b/;
/** The units of a section, outermost first, as its text refers to them: "paragraphs (1), (2), and (5)(A)". */
const UNITS = ['subsection', 'paragraph', 'subparagraph', 'clause'];
const LABELS = String.raw`(?:\(\w{1,5}\)){1,5}`;
const REFERENCE = new RegExp(
  String.raw`\b(${UNITS.join('|')})s?\s(${LABELS}(?:(?:,\s(?:(?:and|or)\s)?|\s(?:and|or)\s)${LABELS}){0,12})(?!\sthereof)`,
  'gi',
);

/** The years that a text names. */
export function yearsIn(text: string): string[] {
  return text.match(/(?<![\w$.,-])(?:19|20)\d\d(?![\w-])/g) ?? [];
}

/** The years that a question names, or else the tax year of the matter. */
export function yearsOf({ text, quote = '', matter }: Pick<ResearchQuestion, 'text' | 'quote' | 'matter'>): string[] {
  const named = yearsIn(`${text}\n${quote}`);
  return named.length > 0 ? named : yearsIn(matter.find(({ field }) => field === 'taxYear')?.value ?? '');
}

/**
 * The first of `nodes` that adjusts an amount of `quoted`, which may be the same node. Null if `quoted` has no amount, if none is adjusted,
 * or if it states an amount for each of `years`.
 */
export function adjustmentOf(
  quoted: Candidate,
  nodes: readonly Candidate[],
  years: readonly string[],
): Candidate | null {
  const amounts = quoted.quotable.lines.filter(({ text }) => AMOUNT.test(text));
  const isStated = (year: string) => amounts.some(({ text }) => text.includes(year));
  if (quoted.quotable.path === '' || amounts.length === 0 || years.every(isStated)) return null;
  return nodes.find((node) => node.document.id === quoted.document.id && adjusts(node, quoted)) ?? null;
}

function adjusts(node: Candidate, { quotable }: Candidate): boolean {
  return pathsAdjustedBy(node).some((path) => isWithin(quotable.path, path) || isWithin(path, quotable.path));
}

/** The paths of the nodes whose amounts the node adjusts for inflation. */
export function pathsAdjustedBy(node: Candidate): string[] {
  const text = textOf(node.quotable);
  if (!ADJUSTMENT.test(`${node.quotable.headings.join('\n')}\n${text}`) || !INCREASES.test(text)) return [];
  return adjustedPaths(text, node.quotable.path);
}

/** The paths of the nodes that a text in the node `path` refers to: `b.1` for "paragraph (1)" in (b)(6). */
function adjustedPaths(text: string, path: string): string[] {
  return Array.from(text.matchAll(REFERENCE)).flatMap(([, unit = '', list = '']) => {
    const outer = path.split('.').slice(0, UNITS.indexOf(unit.toLowerCase()));
    return (list.match(new RegExp(LABELS, 'g')) ?? []).map((labels) =>
      [...outer, ...Array.from(labels.matchAll(/\w+/g), ([label]) => label)].join('.'),
    );
  });
}
