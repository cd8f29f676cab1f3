/** The parts of an answer: what it says first, its sections, and the notes of the service about itself. */
import { type AnswerPart, arePlaced, type PartKind } from '../../protocol/answerPart.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { Turn } from '../conversation.ts';
import { type Block, highestLevel, wordsOf } from './block.ts';
import { parseBlocks } from './parse.ts';

export type SectionKind =
  | 'shortAnswer'
  | 'quotations'
  | 'ownDocuments'
  | 'conclusion'
  | 'notFound'
  | 'omitted'
  | 'other';

export interface AnswerSection {
  readonly kind: SectionKind;
  /** Its heading first. */
  readonly blocks: readonly Block[];
}

export interface AnswerParts {
  /** True if the built-in library wrote the answer without a language model and it contains quotations. */
  readonly quotesOnly: boolean;
  /** The blocks before the first heading. */
  readonly lead: readonly Block[];
  readonly sections: readonly AnswerSection[];
  /** Paragraphs in which the library says how it made the answer. */
  readonly notes: readonly Block[];
}

export function answerParts(turn: Turn): AnswerParts {
  const { text, parts = [] } = turn.answer;
  return parts.length > 0 && arePlaced(parts, text.length) ? placedParts(turn, parts) : partsByHeadings(turn);
}

const SECTION_KINDS: Readonly<Partial<Record<PartKind, SectionKind>>> = {
  shortAnswer: 'shortAnswer',
  authorities: 'quotations',
  ownDocuments: 'ownDocuments',
  conclusion: 'conclusion',
  notFound: 'notFound',
  leftOut: 'omitted',
};

function placedParts({ answer: { text, sources } }: Turn, parts: readonly AnswerPart[]): AnswerParts {
  const all = parts.map(({ kind, from, to }) => ({ kind, blocks: parseBlocks(text.slice(from, to), sources.length) }));
  const blocksOf = (wanted: PartKind) => all.filter(({ kind }) => kind === wanted).flatMap(({ blocks }) => blocks);
  return {
    quotesOnly: parts.some(({ kind }) => kind === 'authorities' || kind === 'ownDocuments'),
    lead: blocksOf('lead'),
    sections: all
      .filter(({ kind }) => kind !== 'lead' && kind !== 'note')
      .map(({ kind, blocks }) => ({ kind: SECTION_KINDS[kind] ?? 'other', blocks })),
    notes: blocksOf('note'),
  };
}

/**
 * The parts of an answer that has no places: of a hosted service, whose titles are recognized, or of the library if it was stopped or is of an
 * earlier version.
 */
function partsByHeadings({ service, answer }: Turn): AnswerParts {
  const blocks = parseBlocks(answer.text, answer.sources.length);
  const top = highestLevel(blocks) ?? 0;
  const starts = blocks.flatMap((block, index) => (block.kind === 'heading' && block.level === top ? [index] : []));
  const groups = starts.map((start, index) => blocks.slice(start, starts[index + 1]));
  return {
    quotesOnly: false,
    lead: blocks.slice(0, starts[0] ?? blocks.length),
    sections: groups.map((group) => ({ kind: service === LIBRARY ? 'other' : kindOf(group), blocks: group })),
    notes: [],
  };
}

/**
 * Returns the blocks to insert elsewhere. Omits notes and the sentences that the library left out, and for quotations also the lead,
 * the list of what was not found, and the heading “Your documents” if it is the only one.
 */
export function answerBlocks(turn: Turn): Block[] {
  const { quotesOnly, lead, sections } = answerParts(turn);
  const kept = sections.filter(({ kind }) => kind !== 'omitted' && !(quotesOnly && kind === 'notFound'));
  const [only, ...others] = kept;
  if (quotesOnly && only?.kind === 'ownDocuments' && others.length === 0) return only.blocks.slice(1);
  return [...(quotesOnly ? [] : lead), ...kept.flatMap(({ blocks }) => blocks)];
}

/** Titles in lower case, as hosted services write them in English and German. */
const TITLES: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'shortAnswer',
    /^(?:short answer|brief answer|summary|executive summary|bottom line|answer|in short|kurze antwort|kurzantwort|zusammenfassung)$/,
  ],
  ['conclusion', /^(?:conclusions?|ergebnis|fazit|schlussfolgerung)$/],
  ['notFound', /^(?:(?:what was )?not found|gaps|open questions|(?:was )?nicht gefunden(?: wurde)?|offene fragen)$/],
];

function kindOf([first]: readonly Block[]): SectionKind {
  if (first?.kind !== 'heading') return 'other';
  const title = wordsOf(first.content)
    .trim()
    .toLowerCase()
    .replace(/[.:]+$/, '');
  return TITLES.find(([, pattern]) => pattern.test(title))?.[0] ?? 'other';
}
