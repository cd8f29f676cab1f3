/** Messages between the library and the thread that reads documents. */
import * as z from 'zod/mini';
import { workbookSchema } from '../../../protocol/workbook.ts';
import { linePlaceSchema } from '../../../protocol/worker.ts';
import type { PassageDocument } from '../passages.ts';

const globs = z.readonly(z.array(z.string()));
const exclusionsSchema = z.object({
  everywhere: globs,
  within: z.readonly(z.array(z.object({ folder: z.string(), globs }))),
});

export const requestSchema = z.object({
  id: z.int(),
  path: z.string(),
  maxBytes: z.number(),
  /** Folders to which the real path must belong; null: any file. */
  roots: z.nullable(z.readonly(z.array(z.string()))),
  /** What no link may lead to. */
  exclude: z.optional(exclusionsSchema),
  /** Passages for the index, the text of the whole document for the user, or the cells of a workbook. */
  form: z.enum(['passages', 'text', 'workbook']),
});
export type ReadRequest = z.infer<typeof requestSchema>;

/** The thread runs our own code, so the passages of a document are not checked one by one. */
const documentSchema = z.custom<PassageDocument>(
  (value) => typeof value === 'object' && value !== null && 'meta' in value && 'passages' in value,
);

export const replySchema = z.discriminatedUnion('type', [
  /** The thread begins with this file. Its time limit starts here. */
  z.object({ type: z.literal('started'), id: z.int() }),
  /** The objects of a PDF were found. */
  z.object({ type: z.literal('opened'), id: z.int() }),
  z.object({ type: z.literal('read'), id: z.int(), document: documentSchema }),
  z.object({ type: z.literal('text'), id: z.int(), text: z.string(), places: z.array(linePlaceSchema) }),
  z.object({ type: z.literal('workbook'), id: z.int(), workbook: workbookSchema }),
  z.object({ type: z.literal('failed'), id: z.int(), reason: z.string(), unavailable: z.boolean() }),
]);
export type ReadReply = z.infer<typeof replySchema>;
