/** A checked answer -> Markdown, and the sources that it cites. */
import type { SourceEntry } from '../research/researcher.ts';
import type { Section } from './answerLines.ts';
import { escapeMarkdown } from './cleanText.ts';
import type { KeyedPassage } from './passage.ts';
import type { VerifiedLine } from './verifyLines.ts';

export interface AuditRow {
  readonly requirement: string;
  readonly paragraph: string;
  readonly keys: readonly string[];
  readonly verdict: 'met' | 'not met' | 'not stated';
  /** Words copied from the user's documents; empty for `not stated`. */
  readonly evidence: string;
  readonly evidencePassage: KeyedPassage | null;
}

export interface AuditResult {
  readonly passages: readonly KeyedPassage[];
  readonly rows: readonly AuditRow[];
}

export interface WrittenResult {
  readonly type: 'written';
  readonly model: string;
  readonly passages: readonly KeyedPassage[];
  readonly lines: readonly VerifiedLine[];
  readonly gaps: readonly string[];
  readonly audit: AuditResult | null;
  readonly calls: number;
  /** Estimated. */
  readonly tokens: number;
}

export interface ComposedAnswer {
  readonly text: string;
  /** Only passages that the text cites, in the order of their numbers. */
  readonly sources: readonly SourceEntry[];
}

const HEADINGS: readonly (readonly [Section, string])[] = [
  ['CONCLUSION', 'Short answer'],
  ['RULE', 'Rule'],
  ['APPLICATION', 'Application to the facts'],
  ['EXCEPTIONS', 'Exceptions and limits'],
  ['AMOUNTS AND DATES', 'Amounts and dates'],
  ['CONFLICTS', 'Conflicts'],
];

/** Gaps that are listed. */
const MAX_GAPS = 8;

export function composeWritten(result: WrittenResult): ComposedAnswer {
  const sources: SourceEntry[] = [];
  const numbers = new Map<number, number>();
  const numberOf = ({ id, source }: KeyedPassage): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    sources.push(source);
    numbers.set(id, sources.length);
    return sources.length;
  };
  const marks = (keys: readonly string[], passages: readonly KeyedPassage[]): string =>
    keys
      .flatMap((key) => passages.find((passage) => passage.key === key) ?? [])
      .map((passage) => ` [${numberOf(passage)}]`)
      .join('');

  const shown = result.lines.filter(({ outcome }) => outcome !== 'omitted');
  const blocks: string[] = [];
  for (const [section, heading] of HEADINGS) {
    const lines = shown.filter((line) => line.section === section);
    if (lines.length > 0) {
      blocks.push(`### ${heading}`, ...lines.map((line) => `${sentence(line)}${marks(line.keys, result.passages)}`));
    }
    if (section === 'CONCLUSION' && result.audit && result.audit.rows.length > 0) {
      blocks.push('### Requirements and evidence', auditTable(result.audit, marks, numberOf));
    }
  }
  if (result.gaps.length > 0) {
    blocks.push(
      '### Not in your documents',
      result.gaps
        .slice(0, MAX_GAPS)
        .map((gap) => `- ${escapeMarkdown(gap)}`)
        .join('\n'),
    );
  }
  const omitted = result.lines.filter(({ outcome }) => outcome === 'omitted');
  if (omitted.length > 0) {
    blocks.push('### Left out', omitted.map((line) => `- ${omittedLine(line)}`).join('\n'));
  }
  blocks.push(noteOf(result, shown));
  return { text: blocks.join('\n\n'), sources };
}

function sentence({ text, calculation, outcome }: VerifiedLine): string {
  const shown = escapeMarkdown(text);
  const kind = calculation ? `Calculation: ${shown}` : shown;
  return outcome === 'flagged' ? `${kind} *(check the conditions in the source)*` : kind;
}

/** The sentence itself is not repeated, because it contains what no passage states. */
function omittedLine({ section, missing }: VerifiedLine): string {
  const heading = HEADINGS.find(([name]) => name === section)?.[1] ?? 'Rule';
  return `A sentence under “${heading}”: ${reasonFor(missing)}.`;
}

const KIND_NAMES: Readonly<Record<string, string>> = {
  amount: 'an amount',
  percent: 'a percentage',
  date: 'a date',
  count: 'a number',
  section: 'a section or paragraph',
  quote: 'a quotation',
  'foreign-authority': 'an authority',
  'missing-source': 'a source',
  'wrong-source': 'a statement',
};

/** Names the kinds of values, never the values. */
export function reasonFor(missing: readonly string[]): string {
  if (missing.includes('source')) return 'it cites no passage that was given';
  if (missing.includes('reasoning')) return 'it rests on sentences that were left out';
  const names = [...new Set(missing.map((kind) => KIND_NAMES[kind] ?? 'a value'))];
  return `${names.join(' and ')} in it was not found in the passages given`;
}

function auditTable(
  { rows, passages }: AuditResult,
  marks: (keys: readonly string[], passages: readonly KeyedPassage[]) => string,
  numberOf: (passage: KeyedPassage) => number,
): string {
  const cell = (text: string) => escapeMarkdown(text).replace(/\s+/g, ' ');
  const lines = rows.map((row) => {
    const evidence = row.evidencePassage ? `“${cell(row.evidence)}” [${numberOf(row.evidencePassage)}]` : '–';
    return `| ${cell(row.requirement)}${marks(row.keys, passages)} | ${cell(row.paragraph)} | ${evidence} | ${row.verdict} |`;
  });
  return ['| Requirement | Paragraph | What the documents show | Result |', '| --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
}

function noteOf({ model }: WrittenResult, shown: readonly VerifiedLine[]): string {
  const dates = shown.length === 0 ? '' : ' Amounts and dates are those of the quoted text.';
  return `*Written by ${escapeMarkdown(model)} from the passages listed as sources. Figures, dates, sections and quotations of each sentence were checked against the passages it cites; the check cannot find a wrong paraphrase.${dates}*`;
}
