/** What the measured process reports on its standard output. */
import * as z from 'zod/mini';

export const measuredSchema = z.object({
  phases: z.array(
    z.object({
      name: z.string(),
      seconds: z.number(),
      /** Milliseconds from each question to the first word of its answer. */
      firstWords: z.array(z.number()),
      /** Largest resident memory of the process, in MB. */
      megabytes: z.number(),
    }),
  ),
  documents: z.number(),
  /** Bytes of all index files. */
  indexBytes: z.number(),
});
export type Measured = z.infer<typeof measuredSchema>;
