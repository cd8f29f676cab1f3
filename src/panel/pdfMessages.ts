/** The messages between the extension host and the page that shows a PDF. The page sends `ready` first. */
import * as z from 'zod/mini';

/** What the page is to show. */
const pdfTargetSchema = z.object({
  /** Distinguishes targets, so that a restored page knows which one it has shown. */
  id: z.int(),
  /** Page of the PDF, from 1. */
  page: z.optional(z.int()),
  /** The passage to mark, as the library quoted it. */
  passage: z.optional(z.string()),
  /** The first and the last text item of the page, from 0, between which the passage was read. */
  items: z.optional(z.readonly(z.tuple([z.int(), z.int()]))),
});
export type PdfTarget = z.infer<typeof pdfTargetSchema>;
/** What the caller of the editor says. The editor numbers the targets. */
export type PdfPassage = Omit<PdfTarget, 'id'>;

export const pdfHostMessageSchema = z.discriminatedUnion('type', [
  /** The file, when it is opened and whenever it changes. */
  z.object({ type: z.literal('open'), bytes: z.instanceof(Uint8Array), target: z.nullable(pdfTargetSchema) }),
  z.object({ type: z.literal('show'), target: pdfTargetSchema }),
  /** The file cannot be read. The text is a sentence for the user. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type PdfHostMessage = z.infer<typeof pdfHostMessageSchema>;

export const pdfPageMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('openInDefaultApplication') }),
]);
export type PdfPageMessage = z.infer<typeof pdfPageMessageSchema>;
