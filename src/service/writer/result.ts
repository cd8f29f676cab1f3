/** A checked answer -> Markdown, and the sources that it cites. */
import type { MarkedWords, PartKind, PartText } from '../../protocol/answerPart.ts';
import type { LibrarySource } from '../researcher.ts';
import { listOf, t } from '../translate.ts';
import type { Section } from './answerLines.ts';
import { escapeMarkdown } from './cleanText.ts';
import { type CopiedWords, questionsIn } from './evidence.ts';
import { type KeyedPassage, type WriterPassage, withKeys } from './passage.ts';
import type { VerifiedLine } from './verifyLines.ts';

export interface AuditRow {
  readonly requirement: string;
  readonly paragraph: string;
  readonly keys: readonly string[];
  readonly verdict: 'met' | 'not met' | 'not stated';
  /** Words copied from the user's documents; empty for `not stated`. */
  readonly evidence: string;
  /** Where they are, or what the requirement was compared with. */
  readonly evidencePassage: KeyedPassage | null;
}

export interface AuditResult {
  readonly passages: readonly KeyedPassage[];
  readonly rows: readonly AuditRow[];
  /** Passages of the user's documents that were read for the rows, those of each row in turn. */
  readonly read: readonly WriterPassage[];
}

export interface WrittenResult {
  readonly type: 'written';
  readonly model: string;
  readonly passages: readonly KeyedPassage[];
  /** Passages with the numbers that they have in the answer while it is written. */
  readonly numbered: Numbered;
  readonly lines: readonly VerifiedLine[];
  readonly gaps: readonly string[];
  /** The connection or the length limit ended the reply before its end. */
  readonly cut: boolean;
  readonly audit: AuditResult | null;
}

export interface ComposedAnswer {
  readonly parts: readonly PartText[];
  /** Only passages that the text cites, in the order of their numbers. */
  readonly sources: readonly LibrarySource[];
}

/** Passages in the order in which sentences cite them, which is that of their numbers. */
export type Numbered = KeyedPassage[];

const HEADINGS: readonly (readonly [Section, PartKind, () => string])[] = [
  ['CONCLUSION', 'shortAnswer', () => t('Short answer')],
  ['RULE', 'rule', () => t('Rule')],
  ['APPLICATION', 'application', () => t('Application to the facts')],
  ['EXCEPTIONS', 'exceptions', () => t('Exceptions and limits')],
  ['AMOUNTS AND DATES', 'amounts', () => t('Amounts and dates')],
  ['CONFLICTS', 'conflicts', () => t('Conflicts')],
];

/** The heading of a section in the answer. */
export function headingOf(section: Section): string {
  return HEADINGS.find(([name]) => name === section)?.[2]() ?? t('Rule');
}

/** Gaps, and open questions of documents, that are listed. */
const MAX_GAPS = 8;

export function composeWritten(result: WrittenResult): ComposedAnswer {
  const numbered = citedOf(result);
  const shown = result.lines.filter(({ outcome }) => outcome !== 'omitted');
  const parts: PartText[] = [];
  const add = (kind: PartKind, ...blocks: string[]) => parts.push({ kind, text: blocks.join('\n\n') });
  const addSentences = (kind: PartKind, heading: string, lines: readonly VerifiedLine[]) => {
    const citing = createCiting(numbered);
    const sentences = lines.map((line) => sentenceText(line, result.passages, citing));
    const toRead = lines.filter(({ keys, calculation }) => keys.length > 0 && !calculation);
    const isReadAgain = toRead.length > 0 && toRead.every(({ reading }) => reading !== null);
    const text = [`### ${heading}`, ...sentences].join('\n\n');
    parts.push({ kind, text, ...withEvidence(citing), ...(isReadAgain && { isReadAgain }) });
  };
  for (const [section, kind, heading] of HEADINGS) {
    const lines = shown.filter((line) => line.section === section && !line.last);
    if (lines.length > 0) addSentences(kind, heading(), lines);
    if (section === 'CONCLUSION' && result.audit && result.audit.rows.length > 0) {
      const citing = createCiting(numbered);
      const heading = `### ${t('Requirements and evidence')}`;
      const blocks = [heading, auditTable(result.audit, citing), ...openQuestions(result.audit, citing)];
      parts.push({ kind: 'requirements', text: blocks.join('\n\n'), ...withEvidence(citing) });
    }
  }
  const last = shown.filter((line) => line.last);
  if (last.length > 0) addSentences('conclusion', t('Conclusion, not drawn from the sentences above'), last);
  if (result.gaps.length > 0) {
    add(
      'notFound',
      `### ${t('Not in your documents')}`,
      result.gaps
        .slice(0, MAX_GAPS)
        .map((gap) => `- ${escapeMarkdown(gap)}`)
        .join('\n'),
    );
  }
  const omitted = result.lines.filter(({ outcome }) => outcome === 'omitted');
  const leftOut = omitted.map(omittedLine);
  if (leftOut.length > 0) add('leftOut', `### ${t('Left out')}`, leftOut.map((line) => `- ${line}`).join('\n'));
  if (result.cut) add('note', `*${t('The reply of the language model was cut off. What it had completed is shown.')}*`);
  add('note', noteOf(result, shown));
  return { parts, sources: numbered.map(({ source }) => source) };
}

/** Writes the marks of one part and keeps the words after them. */
interface Citing {
  marks(keys: readonly string[], passages: readonly KeyedPassage[], evidence?: readonly CopiedWords[]): string;
  mark(passage: KeyedPassage, words: string): string;
  readonly evidence: readonly MarkedWords[];
}

/** A passage without a number gets the next one. */
export function createCiting(numbered: Numbered): Citing {
  const evidence: MarkedWords[] = [];
  let count = 0;
  function mark(passage: KeyedPassage, words: string): string {
    const at = numbered.findIndex(({ id }) => id === passage.id);
    const source = at < 0 ? numbered.push(passage) : at + 1;
    if (words !== '') evidence.push({ mark: count, source, words });
    count += 1;
    return `[${source}]`;
  }
  return {
    evidence,
    mark,
    marks: (keys, passages, copied = []) =>
      keys
        .flatMap((key) => passages.find((passage) => passage.key === key) ?? [])
        .map((passage) => {
          const words = copied.filter(({ key }) => key === passage.key).map((one) => one.words);
          return ` ${mark(passage, withinLimit(words))}`;
        })
        .join(''),
  };
}

const withEvidence = ({ evidence }: Citing) => (evidence.length > 0 ? { evidence } : {});

/** UTF-16 units of the words after one mark. */
const MAX_EVIDENCE = 480;

/** The first words of a sentence that fit. */
function withinLimit(words: readonly string[]): string {
  return [...new Set(words)].reduce((all, one) => {
    const next = all === '' ? one : `${all} … ${one}`;
    return next.length > MAX_EVIDENCE ? all : next;
  }, '');
}

/** Only passages that the answer cites have a number. */
function citedOf({ numbered, lines, passages }: WrittenResult): Numbered {
  const keys = new Set(lines.filter(({ outcome }) => outcome !== 'omitted').flatMap((line) => line.keys));
  const cited = new Set(passages.filter(({ key }) => keys.has(key)).map(({ id }) => id));
  return numbered.filter(({ id }) => cited.has(id));
}

/** How a sentence that is shown looks in the answer and while it is written. */
export function sentenceText(line: VerifiedLine, passages: readonly KeyedPassage[], citing: Citing): string {
  const shown = escapeMarkdown(line.text);
  const note = noteBehind(line);
  const marks = citing.marks(line.keys, passages, line.evidence);
  return `${line.calculation ? t('Calculation: {0}', shown) : shown}${note === '' ? '' : ` *(${note})*`}${marks}`;
}

/** What the reader has to look at; empty for a sentence that passed. */
function noteBehind({ flag, fromQuestion, reading }: VerifiedLine): string {
  if (reading?.verdict === 'contradicted') {
    return reading.words === ''
      ? t('second reading: the source may say otherwise')
      : t('second reading: the source may say otherwise: “{0}”', escapeMarkdown(reading.words));
  }
  if (reading?.verdict === 'saysMore') return t('second reading: the source may not say all of this');
  if (fromQuestion) return t('from your question');
  if (flag === 'unticked') return t('check the source: no answer is ticked there');
  if (flag === 'conditions') return t('check the conditions in the source');
  if (flag === 'evidence') return t('check the source: a value is not in the words that it cites');
  return flag === 'words' ? t('check the source: it has few of these words') : '';
}

/** The sentence itself is not repeated, because it contains what no passage states. */
function omittedLine({ section, missing }: VerifiedLine): string {
  return t('A sentence under “{0}”: {1}.', headingOf(section), reasonFor(missing));
}

const KIND_NAMES: Readonly<Record<string, () => string>> = {
  amount: () => t('an amount'),
  percent: () => t('a percentage'),
  date: () => t('a date'),
  count: () => t('a number'),
  section: () => t('a section or paragraph'),
  quote: () => t('a quotation'),
  'foreign-authority': () => t('an authority'),
  'missing-source': () => t('a source'),
  'wrong-source': () => t('a statement'),
};

/** Names the kinds of values, never the values. */
export function reasonFor(missing: readonly string[]): string {
  if (missing.includes('source')) return t('it cites no passage that was given');
  if (missing.includes('reasoning')) return t('it rests on sentences that were left out');
  const names = [...new Set(missing.map((kind) => KIND_NAMES[kind]?.() ?? t('a value')))];
  return t('{0} in it was not found in the passages given', listOf(names));
}

const VERDICTS: Readonly<Record<AuditRow['verdict'], () => string>> = {
  met: () => t('met'),
  'not met': () => t('not met'),
  'not stated': () => t('not stated'),
};

function auditTable({ rows, passages }: AuditResult, citing: Citing): string {
  const cell = (text: string) => escapeMarkdown(text).replace(/\s+/g, ' ');
  const lines = rows.map((row) => {
    const requirement = `${cell(row.requirement)}${citing.marks(row.keys, passages)}`;
    const { evidence, evidencePassage } = row;
    const shown =
      evidencePassage && evidence !== '' ? `“${cell(evidence)}” ${citing.mark(evidencePassage, evidence)}` : '–';
    return `| ${requirement} | ${cell(row.paragraph)} | ${shown} | ${VERDICTS[row.verdict]()} |`;
  });
  const header = [t('Requirement'), t('Paragraph'), t('What the documents show'), t('Result')].join(' | ');
  return [`| ${header} |`, '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** A document can show a requirement in one place and ask about it in another. */
function openQuestions({ rows, read }: AuditResult, citing: Citing): string[] {
  const shown = new Set(rows.map(({ evidencePassage }) => evidencePassage?.source.location.path));
  const asked = read.filter(({ source }) => shown.has(source.location.path));
  const items = withKeys(asked).flatMap((passage) => questionsIn(passage).map((question) => ({ passage, question })));
  const lines = items
    .slice(0, MAX_GAPS)
    .map(({ passage, question }) => `- “${escapeMarkdown(question)}” ${citing.mark(passage, question)}`);
  return lines.length === 0 ? [] : [t('Questions in these documents:'), lines.join('\n')];
}

function noteOf({ model, lines }: WrittenResult, shown: readonly VerifiedLine[]): string {
  const read = lines.filter(({ reading }) => reading !== null);
  const marked = read.filter(({ reading }) => reading?.verdict !== 'supported').length;
  const note = t(
    'Written by {0} from the passages listed as sources. Figures, dates, sections and quotations of each sentence were checked against the passages it cites; the check cannot find a wrong paraphrase.',
    escapeMarkdown(model),
  );
  const again = t(
    'The same model then read sentences again with their sources: {0} read, {1} marked.',
    read.length,
    marked,
  );
  const amounts = t('Amounts and dates are those of the quoted text.');
  return `*${[note, ...(read.length > 0 ? [again] : []), ...(shown.length > 0 ? [amounts] : [])].join(' ')}*`;
}
