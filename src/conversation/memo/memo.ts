/** A memo of one or several answers. What only its author can know is left as a line to fill in; nothing is invented. */
import type { CitationCheck } from '../../check/checkResult.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { Conversation, StoredSource, Turn } from '../conversation.ts';
import { escapeHidden, oneLine } from '../display.ts';
import { belowLevel, renumbered } from '../document/adapt.ts';
import { type AnswerParts, answerParts } from '../document/answerParts.ts';
import { type Block, citationsIn, heading, paragraph, strong, text } from '../document/block.ts';
import { plainBlocks } from '../document/parse.ts';
import { type DocumentLanguage, ENGLISH, formatDay, formatNumber } from '../documentLanguage.ts';
import { evidenceBySource } from '../evidenceIn.ts';
import { stateNote } from '../stateNote.ts';
import { answerChecks } from './answerChecks.ts';
import { factsSection } from './factsSection.ts';
import { lawSection } from './lawSection.ts';
import type { MemoTurn } from './memoTurn.ts';
import { mergeSources } from './mergeSources.ts';
import { placeholder } from './placeholder.ts';
import { provenanceTable, sourcesTable } from './tables.ts';

/** In the order of a memo. */
export const MEMO_SECTION_IDS = [
  'issue',
  'facts',
  'shortAnswer',
  'law',
  'analysis',
  'conclusion',
  'notFound',
  'sources',
  'provenance',
] as const;
export type MemoSection = (typeof MEMO_SECTION_IDS)[number];

function sectionTitles(l10n: DocumentLanguage): Readonly<Record<MemoSection, string>> {
  return {
    issue: l10n.t('Issue'),
    facts: l10n.t('Facts'),
    shortAnswer: l10n.t('Short answer'),
    law: l10n.t('Law'),
    analysis: l10n.t('Analysis'),
    conclusion: l10n.t('Conclusion'),
    notFound: l10n.t('What was not found'),
    sources: l10n.t('Sources'),
    provenance: l10n.t('How this memo was made'),
  };
}

export interface Memo {
  readonly title: string;
  /** The day on which it was created. */
  readonly date: string;
  /** Each below a heading of the second level, with the numbers of `sources`. */
  readonly sections: Readonly<Record<MemoSection, readonly Block[]>>;
  /** In the order in which the memo cites them. */
  readonly sources: readonly StoredSource[];
  readonly l10n: DocumentLanguage;
}

export interface MemoOptions {
  readonly title: string;
  /** At least one. */
  readonly turns: readonly Turn[];
  readonly now: number;
  /** That of the conversation. */
  readonly folder?: Conversation['folder'];
  /** How the research log names the entry of a turn, by the id of the turn. */
  readonly logEntries?: ReadonlyMap<string, string>;
  /** The local checks, by the id of the turn. */
  readonly checks?: ReadonlyMap<string, CitationCheck>;
  /** Default: English. */
  readonly l10n?: DocumentLanguage;
}

export function createMemo(options: MemoOptions): Memo {
  const { title, turns, now, folder = null, logEntries = new Map(), checks = new Map(), l10n = ENGLISH } = options;
  const { sources, numbers } = mergeSources(turns);
  const answers = turns.map((turn, at): MemoTurn => ({ turn, parts: withNumbers(answerParts(turn), numbers[at]) }));
  const facts = factsSection(answers, sources, l10n);
  const analysis = perTurn(answers, analysisOf, l10n);
  const sections = {
    issue: issueSection(turns, l10n),
    facts: facts.blocks,
    shortAnswer: perTurn(answers, shortAnswerOf, l10n),
    law: lawSection(answers, sources, facts.sources, analysis, l10n),
    analysis,
    conclusion: perTurn(answers, conclusionOf, l10n),
    notFound: perTurn(answers, notFoundOf, l10n),
    provenance: provenanceTable(
      answers.map(({ turn, parts }) => ({
        turn,
        checks: answerChecks(checks.get(turn.id), parts.quotesOnly, l10n),
        log: logEntries.get(turn.id),
      })),
      l10n,
    ),
  };
  // Sources are numbered in the order of their first mark, like footnotes.
  const { provenance, ...cited } = sections;
  const marks = citationsIn(MEMO_SECTION_IDS.flatMap((id) => (id in cited ? cited[id as keyof typeof cited] : [])));
  const order = [...new Set([...marks, ...sources.map((_, at) => at + 1)])];
  const final = new Map(order.map((n, at) => [n, at + 1]));
  const ordered = order.flatMap((n) => sources[n - 1] ?? []);
  const renumber = (blocks: readonly Block[]) => renumbered(blocks, final);
  return {
    title: oneLine(escapeHidden(title)) || l10n.t('Research memo'),
    date: formatDay(now, l10n),
    sections: {
      issue: renumber(cited.issue),
      facts: renumber(cited.facts),
      shortAnswer: renumber(cited.shortAnswer),
      law: renumber(cited.law),
      analysis: renumber(cited.analysis),
      conclusion: renumber(cited.conclusion),
      notFound: renumber(cited.notFound),
      sources: sourcesTable(ordered, l10n, { evidence: evidenceOf(turns, numbers, final), folder }),
      provenance,
    },
    sources: ordered,
    l10n,
  };
}

/** The words that the answers rest on, by the number of their source in the memo. */
function evidenceOf(
  turns: readonly Turn[],
  merged: readonly ReadonlyMap<number, number>[],
  final: ReadonlyMap<number, number>,
): Map<number, string[]> {
  const all = new Map<number, string[]>();
  for (const [at, { answer }] of turns.entries()) {
    for (const [own, words] of evidenceBySource(answer.parts)) {
      const n = final.get(merged[at]?.get(own) ?? 0);
      if (n !== undefined) all.set(n, [...new Set([...(all.get(n) ?? []), ...words])]);
    }
  }
  return all;
}

/** The memo as one document, if the user has no template. */
export function memoBlocks({ title, date, sections, l10n }: Memo): Block[] {
  const titles = sectionTitles(l10n);
  return [
    heading(1, title),
    // Each is a paragraph, because Markdown needs a mark at the end of a line that does not end its paragraph.
    paragraph(strong(l10n.t('To:'))),
    paragraph(strong(l10n.t('From:'))),
    paragraph(strong(l10n.t('Date:')), text(` ${date}`)),
    ...MEMO_SECTION_IDS.flatMap((id) => [heading(2, titles[id]), ...sections[id]]),
  ];
}

function withNumbers(parts: AnswerParts, numbers: ReadonlyMap<number, number> = new Map()): AnswerParts {
  return {
    ...parts,
    lead: renumbered(parts.lead, numbers),
    sections: parts.sections.map((section) => ({ ...section, blocks: renumbered(section.blocks, numbers) })),
  };
}

function issueSection(turns: readonly Turn[], l10n: DocumentLanguage): Block[] {
  const questions = turns.map(({ question }) => plainBlocks(question.text.trim() || l10n.t('The attached text.'), 0));
  if (questions.length === 1) return questions.flat();
  return [{ kind: 'list', start: 1, loose: false, items: questions.map((children) => ({ task: null, children })) }];
}

/** With several questions, each part has the number of its question. Equal parts are written once. */
function perTurn(
  answers: readonly MemoTurn[],
  part: (answer: MemoTurn, l10n: DocumentLanguage) => readonly Block[],
  l10n: DocumentLanguage,
): Block[] {
  const parts = answers.map((answer) => part(answer, l10n));
  const [first = []] = parts;
  if (parts.every((each) => JSON.stringify(each) === JSON.stringify(first))) return belowLevel(first, 2);
  return parts.flatMap((blocks, at) => [
    heading(3, l10n.t('Question {0}', formatNumber(at + 1, l10n))),
    ...belowLevel(blocks, 3),
  ]);
}

/** True if the library found no passage: its text says so. */
function foundNothing({ turn, parts }: MemoTurn): boolean {
  return turn.service === LIBRARY && !turn.answer.modelUse && !parts.quotesOnly;
}

function sectionsOf({ parts }: MemoTurn, kind: AnswerParts['sections'][number]['kind']): Block[] {
  return parts.sections.filter((section) => section.kind === kind).flatMap(({ blocks }) => blocks.slice(1));
}

function shortAnswerOf(answer: MemoTurn, l10n: DocumentLanguage): readonly Block[] {
  const { turn, parts } = answer;
  if (turn.answer.text.trim() === '') return [placeholder(l10n.t('No answer was received.'))];
  if (parts.quotesOnly || foundNothing(answer)) {
    return [placeholder(l10n.t('To be written by the author. The library quotes and does not reason.'))];
  }
  const own = sectionsOf(answer, 'shortAnswer');
  const note = stateNote(turn.answer.state, l10n);
  const noted = note === '' ? [] : [placeholder(note)];
  if (own.length > 0) return [...own, ...noted];
  const first = parts.sections.length > 0 ? parts.lead : parts.lead.slice(0, 1);
  return first.length > 0 ? [...first, ...noted] : [placeholder(l10n.t('To be written by the author.')), ...noted];
}

function analysisOf(answer: MemoTurn, l10n: DocumentLanguage): readonly Block[] {
  const { parts } = answer;
  if (parts.quotesOnly || foundNothing(answer)) {
    return [placeholder(l10n.t('To be written by the author: how the law quoted above applies to the facts.'))];
  }
  const usesLead = sectionsOf(answer, 'shortAnswer').length === 0;
  const rest = usesLead ? (parts.sections.length > 0 ? [] : parts.lead.slice(1)) : parts.lead;
  const others = parts.sections.filter(({ kind }) => kind === 'other').flatMap(({ blocks }) => blocks);
  const blocks = [...rest, ...others];
  return blocks.length > 0
    ? blocks
    : [placeholder(l10n.t('To be written by the author. The answer gives no further reasons.'))];
}

function conclusionOf(answer: MemoTurn, l10n: DocumentLanguage): readonly Block[] {
  const own = sectionsOf(answer, 'conclusion');
  return own.length > 0 ? own : [placeholder(l10n.t('To be drawn by the author.'))];
}

function notFoundOf(answer: MemoTurn, l10n: DocumentLanguage): readonly Block[] {
  const own = [
    ...(foundNothing(answer) ? answer.parts.lead : []),
    ...sectionsOf(answer, 'notFound'),
    ...sectionsOf(answer, 'omitted'),
  ];
  return own.length > 0 ? own : [paragraph(text(l10n.t('The answer names nothing that was not found.')))];
}
