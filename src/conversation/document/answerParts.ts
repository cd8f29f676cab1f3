/** The parts of an answer: what it says first, its sections, and the notes of the service about itself. */
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
  /** Paragraphs in which the library says how it made the answer. They are emphasized as a whole. */
  readonly notes: readonly Block[];
}

export function answerParts({ service, answer }: Turn): AnswerParts {
  const isLibrary = service === 'library';
  const all = parseBlocks(answer.text, answer.sources.length);
  const notes = isLibrary ? all.filter(isNote) : [];
  const blocks = isLibrary ? all.filter((block) => !isNote(block)) : all;
  const top = highestLevel(blocks) ?? 0;
  const starts = blocks.flatMap((block, index) => (block.kind === 'heading' && block.level === top ? [index] : []));
  const groups = starts.map((start, index) => blocks.slice(start, starts[index + 1]));
  const quotesOnly = isLibrary && !answer.modelUse && groups.some((group) => isQuotations(group, top));
  return {
    quotesOnly,
    lead: blocks.slice(0, starts[0] ?? blocks.length),
    sections: groups.map((group) => ({ kind: kindOf(group, isLibrary, quotesOnly), blocks: group })),
    notes,
  };
}

/**
 * Returns the blocks to insert elsewhere. Omits notes and the sentences that the library left out, and for quotations also the lead
 * and the list of what was not found.
 */
export function answerBlocks(turn: Turn): Block[] {
  const { quotesOnly, lead, sections } = answerParts(turn);
  const kept = sections.filter(({ kind }) => kind !== 'omitted' && !(quotesOnly && kind === 'notFound'));
  return [...(quotesOnly ? [] : lead), ...kept.flatMap(({ blocks }) => blocks)];
}

function isNote(block: Block): boolean {
  return block.kind === 'paragraph' && block.content.length === 1 && block.content[0]?.kind === 'emphasis';
}

function isQuotations(group: readonly Block[], level: number): boolean {
  return group.some((block) => block.kind === 'quote') && group.every((block) => isQuotationPart(block, level));
}

/** Captions, quotations and the headings of groups. */
function isQuotationPart(block: Block, level: number): boolean {
  if (block.kind === 'heading') return block.level <= level + 1;
  return block.kind === 'quote' || (block.kind === 'paragraph' && block.content[0]?.kind === 'strong');
}

/**
 * Titles in the languages of the extension, in lower case. An answer can have another language than the window. The headings of
 * the library are the translations of `t('Short answer')`, `t('Left out')`, `t('Not in the library')` and
 * `t('Not in your documents')`.
 */
const TITLES: readonly (readonly [SectionKind, RegExp])[] = [
  [
    'shortAnswer',
    /^(?:short answer|brief answer|summary|executive summary|bottom line|answer|in short|kurze antwort|kurzantwort|zusammenfassung)$/,
  ],
  ['conclusion', /^(?:conclusions?|ergebnis|fazit|schlussfolgerung)$/],
  [
    'notFound',
    /^(?:not in (?:the library|your documents)|(?:what was )?not found|gaps|open questions|nicht in (?:der bibliothek|ihren dokumenten)|(?:was )?nicht gefunden(?: wurde)?|offene fragen)$/,
  ],
  ['omitted', /^(?:left out|ausgelassen)$/],
];

/** The sections of quotations are recognized by their form, because their titles may be translated. */
function kindOf(group: readonly Block[], isLibrary: boolean, quotesOnly: boolean): SectionKind {
  const [first] = group;
  const level = first?.kind === 'heading' ? first.level : 0;
  if (quotesOnly) {
    if (!group.some((block) => block.kind === 'quote')) return 'notFound';
    // Authorities are in groups, the user's own documents are not.
    return group.some((block) => block.kind === 'heading' && block.level > level) ? 'quotations' : 'ownDocuments';
  }
  const title =
    first?.kind === 'heading'
      ? wordsOf(first.content)
          .trim()
          .toLowerCase()
          .replace(/[.:]+$/, '')
      : '';
  const kind = TITLES.find(([, pattern]) => pattern.test(title))?.[0] ?? 'other';
  // Another service can use the title for content.
  return kind === 'omitted' && !isLibrary ? 'other' : kind;
}
