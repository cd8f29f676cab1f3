/** The parts of an answer of the library, so that nobody has to recognize them by their headings. */
import * as z from 'zod/mini';

const PART_KINDS = [
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

/** UTF-16 units of the words after one mark. */
const MAX_WORDS = 500;

/** The words of a source that a sentence rests on. */
const evidenceSchema = z.object({
  /** Which of the marks `[1]` of the text stands for it, from 0. */
  mark: z.int().check(z.nonnegative()),
  /** The number in the mark. */
  source: z.int().check(z.positive()),
  /** As the source has them; `…` parts words that are not next to each other. */
  words: z.string().check(z.maxLength(MAX_WORDS)),
});
export type MarkedWords = z.infer<typeof evidenceSchema>;

/** `from` and `to`: the range in the text of the answer, in UTF-16 units. Its heading, if it has one, comes first. */
export const answerPartSchema = z.object({
  kind: z.enum(PART_KINDS),
  from: z.int(),
  to: z.int(),
  /** Absent if no sentence of the part has such words. Words that cannot be read are left out. */
  evidence: z.optional(z.catch(z.array(evidenceSchema), [])),
  /** A model has read each sentence of the part again with the words that it rests on. */
  isReadAgain: z.optional(z.catch(z.boolean(), false)),
});
export type AnswerPart = z.infer<typeof answerPartSchema>;

/** A part before its place in the text is known. */
export interface PartText {
  readonly kind: PartKind;
  /** Markdown. */
  readonly text: string;
  /** `mark` counts the marks of this part. */
  readonly evidence?: readonly MarkedWords[];
  readonly isReadAgain?: boolean;
}

/** Marks that the library writes. It escapes all other brackets. */
const MARK = /(?<!\\)\[\d{1,3}\]/g;

/** Puts parts together, with a blank line between them. */
export function joinParts(parts: readonly PartText[]): { text: string; parts: AnswerPart[] } {
  let text = '';
  const placed: AnswerPart[] = [];
  let marks = 0;
  for (const { text: own, evidence = [], ...part } of parts) {
    if (text !== '') text += '\n\n';
    const place = { ...part, from: text.length, to: text.length + own.length };
    const before = marks;
    placed.push(
      evidence.length > 0
        ? { ...place, evidence: evidence.map((each) => ({ ...each, mark: each.mark + before })) }
        : place,
    );
    text += own;
    marks += own.match(MARK)?.length ?? 0;
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
