import * as z from 'zod/mini';

/** A passage that a language model will probably receive with a question. */
export const likelyPassageSchema = z.object({
  title: z.string(),
  section: z.optional(z.string()),
  path: z.string(),
  line: z.int(),
  endLine: z.int(),
  /** UTF-16 units. */
  length: z.int(),
});
export type LikelyPassage = z.infer<typeof likelyPassageSchema>;
