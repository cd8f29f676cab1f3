/** A passage of a document that states an amount, as the library passes it to the hover over amounts. */
import * as z from 'zod/mini';
import { sourceSchema } from './researchEvent.ts';

export const amountRequestSchema = z.object({
  /** As written: `$1,250,000`, `1250000`, `40%`. */
  amount: z.string(),
  /** The words around it, by which passages with the same amount are ranked. */
  around: z.string(),
  /** The file that it is in (absolute path), whose own passages are left out. */
  except: z.string(),
  /** Passages, at most. */
  limit: z.int().check(z.gte(1), z.lte(10)),
});
export type AmountRequest = z.infer<typeof amountRequestSchema>;

const cells = z.readonly(z.array(z.string()));

export const amountStatementSchema = z.object({
  /** Names the quoted lines. */
  source: sourceSchema,
  content: z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.literal('code'), text: z.string() }),
    /** The rows that state the amount. Without names of columns, the header is empty. */
    z.object({ type: z.literal('table'), header: cells, rows: z.readonly(z.array(cells)) }),
  ]),
});
export type AmountStatement = z.infer<typeof amountStatementSchema>;
