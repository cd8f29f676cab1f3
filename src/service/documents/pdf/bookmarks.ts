/** The outline of a PDF (its bookmarks), as titles with their depth. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as z from 'zod/mini';

const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 6;

const entrySchema = z.object({ title: z.string(), items: z.optional(z.array(z.unknown())) });

/** Normalised title -> level, from 1. */
export async function readBookmarks(document: PDFDocumentProxy): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  const found: readonly unknown[] | null = await document.getOutline().catch(() => null);
  const visit = (items: readonly unknown[], level: number) => {
    for (const item of items) {
      if (levels.size >= MAX_ENTRIES) return;
      const parsed = entrySchema.safeParse(item);
      if (!parsed.success) continue;
      const { title, items: below = [] } = parsed.data;
      const key = titleKey(title);
      if (key !== '' && !levels.has(key)) levels.set(key, level);
      if (level < MAX_DEPTH) visit(below, level + 1);
    }
  };
  visit(found ?? [], 1);
  return levels;
}

/** Letters and digits only, without the number of the section, which the outline often leaves out. */
export function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*(?:(?:chapter|section|part|article|appendix)\s+)?(?:[\divx]+[.\s:)-]+)+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
