/** Messages between the thread that reads the files of a law and the one that asks for it. */
import * as z from 'zod/mini';
import { CHANGE_KINDS } from '../compareLaws.ts';
import { PUBLISHER_PROBLEMS } from '../publisherError.ts';

export const requestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('convert'),
    work: z.string(),
    offer: z.object({
      url: z.string(),
      state: z.nullable(z.string()),
      asOf: z.nullable(z.string()),
      label: z.string(),
    }),
    source: z.string(),
    folder: z.string(),
  }),
  z.object({ type: z.literal('compare'), older: z.string(), count: z.int(), newer: z.string() }),
]);
export type LawRequest = z.infer<typeof requestSchema>;

export const convertedSchema = z.object({
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
});

export const changesSchema = z.nullable(
  z.array(z.object({ id: z.string(), title: z.string(), kind: z.enum(CHANGE_KINDS), file: z.string() })),
);

export const replySchema = z.discriminatedUnion('type', [
  /** What the method of the reader returned, which depends on the request. */
  z.object({ type: z.literal('done'), result: z.unknown() }),
  z.object({ type: z.literal('refused'), problem: z.enum(PUBLISHER_PROBLEMS), detail: z.string() }),
  /** Another error, such as one of the file system with its code. */
  z.object({ type: z.literal('failed'), message: z.string(), code: z.optional(z.string()) }),
]);
export type LawReply = z.infer<typeof replySchema>;
