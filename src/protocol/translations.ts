/** Translations of English texts as the host passes them to the library's threads. */
import * as z from 'zod/mini';

export const translationsSchema = z.object({
  /** Language tag such as `de`. */
  language: z.string(),
  /** Translations by English text. */
  texts: z.record(z.string(), z.string()),
});
export type Translations = z.infer<typeof translationsSchema>;

export const EMPTY_TRANSLATIONS: Translations = { language: 'en-US', texts: {} };
