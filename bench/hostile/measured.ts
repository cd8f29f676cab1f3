/** What the measured process reports on its standard output. */
import * as z from 'zod/mini';

export const measuredSchema = z.object({
  /** Largest resident memory of the process. */
  megabytes: z.number(),
  seconds: z.number(),
  answers: z.number(),
  /** Milliseconds. */
  longestAnswer: z.number(),
  files: z.array(
    z.object({
      file: z.string(),
      seconds: z.number(),
      megabytes: z.number(),
      /** Milliseconds of the longest answer that ended while the file was read. */
      answer: z.number(),
      outcome: z.string(),
    }),
  ),
});
export type Measured = z.infer<typeof measuredSchema>;
