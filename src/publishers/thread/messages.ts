/** Messages between the thread that reads the file of a law and the one that asks for it. */
import * as z from 'zod/mini';
import { PUBLISHER_PROBLEMS } from '../publisherError.ts';

export const requestSchema = z.object({
  work: z.string(),
  offer: z.object({
    url: z.string(),
    state: z.nullable(z.string()),
    asOf: z.nullable(z.string()),
    label: z.string(),
  }),
  source: z.string(),
  folder: z.string(),
});
export type ConvertRequest = z.infer<typeof requestSchema>;

export const replySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('converted'),
    converted: z.object({
      state: z.string(),
      asOf: z.nullable(z.string()),
      label: z.string(),
      header: z.object({
        title: z.string(),
        abbreviation: z.string(),
        release: z.string(),
        statements: z.array(z.string()),
      }),
      sections: z.int(),
    }),
  }),
  z.object({ type: z.literal('refused'), problem: z.enum(PUBLISHER_PROBLEMS), detail: z.string() }),
  /** Another error, such as one of the file system with its code. */
  z.object({ type: z.literal('failed'), message: z.string(), code: z.optional(z.string()) }),
]);
export type ConvertReply = z.infer<typeof replySchema>;
