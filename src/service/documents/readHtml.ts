import { Parser } from 'htmlparser2';
import type { Block, DocumentMeta, ReadDocument } from './document.ts';
import { toMeta } from './frontMatter.ts';

const BLOCKS = new Set(
  'address article aside blockquote body br caption dd details div dl dt figcaption figure footer form header hr li main nav ol p pre section summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'head']);

/** The words of a page with the lines at which they stand in its source. Nothing is run or fetched. */
export function readHtml(html: string): ReadDocument {
  const lineAt = lineFinder(html);
  const blocks: Block[] = [];
  const values = new Map<string, string>();
  let skipped = 0;
  let inTitle = false;
  let heading = 0;
  let text = '';
  let start = 0;
  let end = 0;
  const close = () => {
    const words = text.replace(/\s+/g, ' ').trim();
    text = '';
    if (words === '') return;
    if (heading > 0) blocks.push({ type: 'heading', level: heading, text: words, line: lineAt(start) });
    else blocks.push({ type: 'text', text: words, line: lineAt(start), endLine: lineAt(end) });
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        if (/^h[1-6]$/.test(name) || BLOCKS.has(name)) close();
        if (SKIPPED.has(name)) skipped += 1;
        if (/^h[1-6]$/.test(name)) heading = Number(name[1]);
        if (name === 'title') inTitle = true;
      },
      onopentag(name, attributes) {
        if (name !== 'meta') return;
        const key = (attributes.name ?? attributes.property ?? '')
          .toLowerCase()
          .replace(/^(dc|dcterms|og|article):?\.?/, '');
        if (attributes.content && !values.has(key)) values.set(key, attributes.content.slice(0, 300));
      },
      ontext(piece) {
        if (inTitle) values.set('title', (values.get('title') ?? '') + piece.replace(/\s+/g, ' '));
        if (skipped > 0 || piece === '') return;
        if (text.trim() === '') {
          text = '';
          start = parser.startIndex + (piece.length - piece.trimStart().length);
        }
        text += piece;
        if (piece.trim() !== '') end = Math.max(start, parser.endIndex - (piece.length - piece.trimEnd().length));
      },
      onclosetag(name) {
        if (/^h[1-6]$/.test(name) || BLOCKS.has(name)) close();
        if (SKIPPED.has(name)) skipped = Math.max(0, skipped - 1);
        if (/^h[1-6]$/.test(name)) heading = 0;
        if (name === 'title') inTitle = false;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  close();
  return { meta: metaOf(values), blocks };
}

function metaOf(values: Map<string, string>): DocumentMeta {
  for (const key of ['published_time', 'modified_time', 'modified']) {
    const value = values.get(key);
    if (value !== undefined && !values.has('date')) values.set('date', value);
  }
  // `type` in a page says "website" or "article", which is no kind of document.
  values.delete('type');
  const title = values.get('title')?.trim();
  if (title) values.set('title', title);
  return toMeta(values);
}

/** Offset -> line, 1-based; offsets may be asked in any order. */
function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
