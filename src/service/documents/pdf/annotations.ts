/** What people wrote on a page: values of form fields, at their place, and comments. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as z from 'zod/mini';
import type { Piece } from './pieces.ts';

export interface PageAnnotations {
  readonly values: readonly Piece[];
  readonly comments: readonly string[];
}

const annotationSchema = z.object({
  annotationType: z.optional(z.number()),
  subtype: z.optional(z.nullable(z.string())),
  rect: z.array(z.number()),
  hidden: z.optional(z.boolean()),
  fieldType: z.optional(z.nullable(z.string())),
  fieldValue: z.optional(z.unknown()),
  buttonValue: z.optional(z.nullable(z.string())),
  exportValue: z.optional(z.nullable(z.string())),
  checkBox: z.optional(z.boolean()),
  radioButton: z.optional(z.boolean()),
  contentsObj: z.optional(z.object({ str: z.string() })),
  titleObj: z.optional(z.object({ str: z.string() })),
});
type Annotation = z.infer<typeof annotationSchema>;

const COMMENTS = new Set(['Text', 'Highlight', 'Underline', 'StrikeOut', 'Squiggly', 'Caret', 'Ink', 'Stamp']);
/** Largest type in which a form field is filled in. */
const FIELD_SIZE = 10;

export async function readAnnotations(page: PDFPageProxy): Promise<PageAnnotations> {
  const values: Piece[] = [];
  const comments: string[] = [];
  const found: readonly unknown[] = await page.getAnnotations().catch(() => []);
  for (const raw of found) {
    const parsed = annotationSchema.safeParse(raw);
    if (!parsed.success || parsed.data.hidden === true) continue;
    const annotation = parsed.data;
    const contents = annotation.contentsObj?.str.replace(/\s+/g, ' ').trim() ?? '';
    if (annotation.subtype === 'Widget') values.push(...pieces(page, annotation, fieldText(annotation)));
    else if (annotation.subtype === 'FreeText') values.push(...pieces(page, annotation, contents));
    else if (COMMENTS.has(annotation.subtype ?? '') && contents !== '') {
      const author = annotation.titleObj?.str.trim() ?? '';
      comments.push(author === '' ? `Comment: ${contents}` : `Comment by ${author}: ${contents}`);
    }
  }
  return { values, comments };
}

function fieldText({ fieldType, fieldValue, checkBox, radioButton, buttonValue, exportValue }: Annotation): string {
  if (fieldType === 'Btn') {
    const on = checkBox === true ? exportValue : radioButton === true ? buttonValue : null;
    return on !== null && on !== undefined && on !== 'Off' && fieldValue === on ? '☒' : '';
  }
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue];
  return values.filter((value) => typeof value === 'string').join(', ');
}

/** One piece per line of the value, in the field's rectangle. */
function pieces(page: PDFPageProxy, annotation: Annotation, value: string): Piece[] {
  if (value.trim() === '') return [];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = annotation.rect;
  const viewport = page.getViewport({ scale: 1 });
  const [ax = 0, ay = 0] = viewport.convertToViewportPoint(x1, y1);
  const [bx = 0, by = 0] = viewport.convertToViewportPoint(x2, y2);
  const top = Math.min(ay, by);
  const height = Math.abs(ay - by);
  const lines = value.split(/\r\n?|\n/).slice(0, 200);
  const size = Math.min(FIELD_SIZE, Math.max(4, (height / lines.length) * 0.75));
  const left = Math.min(ax, bx) + 2;
  return lines.map((text, at) => ({
    text,
    left,
    right: Math.max(left, Math.min(Math.max(ax, bx), left + text.length * size * 0.5)),
    y: lines.length === 1 ? top + height / 2 + size * 0.35 : top + size * (1.2 * at + 1),
    size,
    font: 'field',
    blankBefore: true,
    rightToLeft: false,
    item: null,
  }));
}
