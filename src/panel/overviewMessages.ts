/** The messages between the extension host and the page with the overview of a folder. The page sends `ready` first. */
import * as z from 'zod/mini';
import { DOCUMENT_KINDS, folderOverviewSchema, OVERVIEW_FIELDS } from '../protocol/overview.ts';

export const overviewHostMessageSchema = z.discriminatedUnion('type', [
  /** The absolute path of the folder. The page keeps it, so that VS Code can restore the tab. */
  z.object({ type: z.literal('reading'), path: z.string() }),
  z.object({
    type: z.literal('overview'),
    path: z.string(),
    overview: folderOverviewSchema,
  }),
  /** The text is a sentence for the user. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type OverviewHostMessage = z.infer<typeof overviewHostMessageSchema>;

/** What VS Code keeps of the page. Another program can have changed it. */
export const overviewStateSchema = z.object({
  path: z.string(),
  /** The kind of documents that the user chose. */
  kind: z.optional(z.enum(DOCUMENT_KINDS)),
});
export type OverviewState = z.infer<typeof overviewStateSchema>;

/** A column of the table: a field, or a label of the documents. */
const overviewColumnSchema = z.union([z.object({ field: z.enum(OVERVIEW_FIELDS) }), z.object({ label: z.string() })]);
export type OverviewColumn = z.infer<typeof overviewColumnSchema>;

/** Documents are named by their position in the overview, from 0. */
export const overviewPageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('refresh') }),
  /** Without a column: the document itself. */
  z.object({ type: z.literal('open'), document: z.int(), column: z.optional(overviewColumnSchema) }),
  z.object({ type: z.literal('openUnread'), file: z.int() }),
  /** The rows and columns that are shown, in their order. */
  z.object({
    type: z.literal('export'),
    documents: z.array(z.int()).check(z.maxLength(1000)),
    columns: z.array(overviewColumnSchema).check(z.maxLength(100)),
  }),
]);
export type OverviewPageMessage = z.infer<typeof overviewPageMessageSchema>;
