/** What is kept of each version of a law, beside its text. */
import * as z from 'zod/mini';
import { parseJson } from '../text/json.ts';

const MANIFEST = z.object({
  work: z.string(),
  title: z.string(),
  state: z.string(),
  /** YYYY-MM-DD, where it is known. */
  asOf: z.nullable(z.string()),
  label: z.string(),
  /** ISO times. `checked` is that of the last look at the publisher. */
  taken: z.string(),
  checked: z.string(),
  url: z.string(),
  /** Of the downloaded file. */
  sha256: z.string(),
  bytes: z.number(),
  etag: z.nullable(z.string()),
  lastModified: z.nullable(z.string()),
  /** How many sections the version has. Their records are in a file of their own, which can be damaged. */
  sections: z.number(),
  /** Word for word from the file. */
  statements: z.array(z.string()),
});

export type Manifest = z.infer<typeof MANIFEST>;

/** Null if the text is no manifest. */
export function readManifest(text: string): Manifest | null {
  return MANIFEST.safeParse(parseJson(text)).data ?? null;
}

/** "2026-06-26, Public Law 119-100": how the version is named with each quotation. */
export function versionName({ asOf, label, state }: Pick<Manifest, 'asOf' | 'label' | 'state'>): string {
  const named = [asOf ?? '', label].filter((part) => part !== '').join(', ');
  return named === '' ? state : named;
}
