/** What a language model did for one answer: for the conversation and the research log. It contains no text. */
import * as z from 'zod/mini';

/** Results of the check of a sentence that a model wrote. */
export const SENTENCE_OUTCOMES = ['confirmed', 'corrected', 'flagged', 'omitted'] as const;

const count = z.int().check(z.nonnegative());

export const modelUseSchema = z.object({
  /** Requests to the model. */
  calls: count,
  /** Sentences of the model by the result of their check; null if none is shown and the library quotes instead. */
  sentences: z.nullable(z.object({ confirmed: count, corrected: count, flagged: count, omitted: count })),
  /** The result of each sentence, in the order in which the model wrote them. */
  outcomes: z.optional(z.array(z.enum(SENTENCE_OUTCOMES)).check(z.maxLength(400))),
  /** SHA-256 (hex) of the text of each passage that the model was given to write from. */
  passages: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100)),
});
export type ModelUse = z.infer<typeof modelUseSchema>;
