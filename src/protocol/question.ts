/** A question as the library answers it: the words of the user, and apart from them what the user attached. */
import * as z from 'zod/mini';

/** Lines of a file of the user that the question is about. */
const selectionSchema = z.object({
  /** Relative to a folder of the user, or the name of the file. */
  path: z.string(),
  /** First and last line, from 1. */
  line: z.int(),
  endLine: z.int(),
  text: z.string(),
});
export type QuestionSelection = z.infer<typeof selectionSchema>;

/** A file that the user attached. */
const attachmentSchema = z.object({
  /** Relative to a folder of the user, or the name of the file. */
  path: z.string(),
  text: z.string(),
  /** False if `text` is only the beginning of the file. */
  whole: z.boolean(),
});

const researchQuestionSchema = z.object({
  text: z.string(),
  selections: z.readonly(z.array(selectionSchema)),
  attachments: z.readonly(z.array(attachmentSchema)),
  /** Part of an earlier answer that the user quoted. */
  quote: z.optional(z.string()),
  /** The text only says what to do with the selections, which say alone what it is about. */
  general: z.optional(z.boolean()),
  /** Facts about the client: the field of the setting, its English name and the value. */
  matter: z.readonly(z.array(z.object({ field: z.string(), name: z.string(), value: z.string() }))),
});
export type ResearchQuestion = z.infer<typeof researchQuestionSchema>;

/** An earlier question of the conversation with its answer. */
const earlierTurnSchema = z.object({ question: researchQuestionSchema, answer: z.string() });
export type EarlierTurn = z.infer<typeof earlierTurnSchema>;

/** A question with the earlier turns of its conversation, the oldest first. */
export const askedQuestionSchema = z.object({
  question: researchQuestionSchema,
  context: z.readonly(z.array(earlierTurnSchema)),
});
export type AskedQuestion = z.infer<typeof askedQuestionSchema>;

/** A question with nothing attached. */
export function plainQuestion(text: string): ResearchQuestion {
  return { text, selections: [], attachments: [], matter: [] };
}
