import { type Block, type DocumentMeta, type ReadDocument, UnreadableDocument } from '../document.ts';
import { nameOf, type PdfObjects, readObjects } from './pdfObjects.ts';
import { type PdfDictionary, PdfReference, type PdfValue } from './pdfSyntax.ts';
import { pageLines } from './pdfText.ts';

/** Pages that are read; a longer file is a scan of a shelf. */
const MAX_PAGES = 5000;

/**
 * The words of a PDF, page by page. Made for text that a word processor or TeX wrote; a scan has none and is left out. Lines are
 * counted through the whole document, and each page is a heading, so a citation names the page.
 */
export function readPdf(bytes: Buffer): ReadDocument {
  const objects = readObjects(bytes);
  const pages = pageList(objects);
  const blocks: Block[] = [];
  let line = 0;
  let characters = 0;
  let unknown = 0;
  for (const [at, page] of pages.entries()) {
    const lines = pageLines(objects, page.dictionary, page.resources);
    if (lines.length === 0) continue;
    blocks.push({ type: 'heading', level: 2, text: `Page ${at + 1}`, line: line + 1 });
    for (const paragraph of paragraphsOf(lines)) {
      const text = paragraph.join('\n');
      characters += text.length;
      unknown += text.split('\ufffd').length - 1;
      blocks.push({ type: 'text', text, line: line + 1, endLine: line + paragraph.length });
      line += paragraph.length;
    }
  }
  if (characters === 0) throw new UnreadableDocument('It holds pictures and no text (a scan).');
  if (unknown > characters / 5) throw new UnreadableDocument('Its fonts do not say which characters they show.');
  return { meta: metaOf(objects), blocks };
}

interface Page {
  readonly dictionary: PdfDictionary;
  readonly resources: PdfValue;
}

/** Pages in the order of the page tree; in the order of the file if the tree is broken. */
function pageList(objects: PdfObjects): Page[] {
  const pages: Page[] = [];
  const seen = new Set<PdfDictionary>();
  const visit = (value: PdfValue | undefined, resources: PdfValue) => {
    const node = objects.dictionary(value);
    if (!node || seen.has(node) || pages.length >= MAX_PAGES) return;
    seen.add(node);
    const own = node.get('Resources') ?? resources;
    const kids = objects.resolve(node.get('Kids'));
    if (Array.isArray(kids)) for (const kid of kids) visit(kid, own);
    else if (nameOf(objects.resolve(node.get('Type'))) !== 'Pages') pages.push({ dictionary: node, resources: own });
  };
  visit(objects.root?.get('Pages'), null);
  if (pages.length > 0) return pages;
  return objects
    .ofType('Page')
    .slice(0, MAX_PAGES)
    .map((dictionary) => ({ dictionary, resources: dictionary.get('Resources') ?? null }));
}

/** Lines of a page -> paragraphs: a new one where a gap is, or a line begins like an item. */
function paragraphsOf(lines: readonly { text: string; gap: boolean }[]): string[][] {
  const paragraphs: string[][] = [];
  for (const { text, gap } of lines) {
    const last = paragraphs.at(-1);
    if (!last || gap || /^(?:\([a-zA-Z0-9]{1,4}\)|•|\d{1,2}\.)\s/.test(text)) paragraphs.push([text]);
    else last.push(text);
  }
  return paragraphs;
}

function metaOf(objects: PdfObjects): DocumentMeta {
  const text = (key: string) => {
    const raw = objects.info?.get(key);
    const value = raw instanceof PdfReference ? objects.resolve(raw) : raw;
    if (typeof value !== 'string') return '';
    const bytes = Buffer.from(value, 'latin1');
    return (bytes[0] === 0xfe && bytes[1] === 0xff ? new TextDecoder('utf-16be').decode(bytes) : value).trim();
  };
  const title = text('Title');
  return {
    ...(title === '' || /\.(?:docx?|tex|indd)$|^untitled|^microsoft word/i.test(title) ? {} : { title }),
  };
}
