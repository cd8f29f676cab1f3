/** The parts of an answer of the library, so that nobody has to recognize them by their headings. */
import * as z from 'zod/mini';

export const PART_KINDS = [
  /** What the library says first about its quotations. */
  'lead',
  /** How the library made the answer. */
  'note',
  'shortAnswer',
  'authorities',
  'ownDocuments',
  'rule',
  'application',
  'exceptions',
  'amounts',
  'conflicts',
  /** Requirements of a standard, each with what the documents show. */
  'requirements',
  /** A conclusion that is not drawn from the sentences above it. */
  'conclusion',
  'notFound',
  'leftOut',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** `from` and `to`: the range in the text of the answer, in UTF-16 units. Its heading, if it has one, comes first. */
export const answerPartSchema = z.object({ kind: z.enum(PART_KINDS), from: z.int(), to: z.int() });
export type AnswerPart = z.infer<typeof answerPartSchema>;

/** A part before its place in the text is known. */
export interface PartText {
  readonly kind: PartKind;
  /** Markdown. */
  readonly text: string;
}

/** Puts parts together, with a blank line between them. */
export function joinParts(parts: readonly PartText[]): { text: string; parts: AnswerPart[] } {
  let text = '';
  const placed: AnswerPart[] = [];
  for (const { kind, text: own } of parts) {
    if (text !== '') text += '\n\n';
    placed.push({ kind, from: text.length, to: text.length + own.length });
    text += own;
  }
  return { text, parts: placed };
}

/** Whether the parts are in their order in a text of this length and do not overlap. */
export function arePlaced(parts: readonly AnswerPart[], length: number): boolean {
  let end = 0;
  return parts.every(({ from, to }) => {
    const isPlaced = from >= end && to >= from && to <= length;
    end = to;
    return isPlaced;
  });
}
