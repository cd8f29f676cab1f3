import { Parser } from 'htmlparser2';
import { t } from '../translate.ts';
import { type DocumentBlock, type DocumentMeta, type ReadDocument, UnreadableDocument } from './document.ts';
import { toMeta } from './frontMatter.ts';

const BLOCKS = new Set(
  'address article aside blockquote body br caption dd details div dl dt figcaption figure footer form header hr li main nav ol p pre section summary table tbody td th thead tr ul'.split(
    ' ',
  ),
);
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'head']);

/** Elements inside each other. Browsers stop at 512. Old pages leave many inline elements open. */
const MAX_DEPTH = 5000;
/** Characters of a title. */
const LONGEST_TITLE = 300;
/** Characters of a cell. Tables with longer cells arrange a page and hold no values. */
const LONGEST_CELL = 400;

interface OpenRow {
  /** Offset of its tag. */
  readonly start: number;
  /** For each cell, the number of blocks before it. */
  readonly cells: number[];
  /** Whether a cell has a table of its own. */
  nested: boolean;
}

/** The words of a page with their lines in its source. Nothing is run or fetched. */
export function readHtml(html: string): ReadDocument {
  const lineAt = lineFinder(html);
  const blocks: DocumentBlock[] = [];
  const values = new Map<string, string>();
  let skipped = 0;
  let inTitle = false;
  let title = '';
  let heading = 0;
  /** Pieces of the block that is open. The first one has words. */
  let pieces: string[] = [];
  let start = 0;
  let end = 0;
  let depth = 0;
  /** Outermost first. */
  const rows: OpenRow[] = [];
  /** The number of blocks before the table that began last. */
  let table = 0;
  const close = () => {
    const words = pieces.join('').replace(/\s+/g, ' ').trim();
    pieces = [];
    if (words === '') return;
    if (heading > 0) blocks.push({ type: 'heading', level: heading, text: words, line: lineAt(start) });
    else blocks.push({ type: 'text', text: words, line: lineAt(start), endLine: lineAt(end) });
  };
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        if (depth > MAX_DEPTH)
          throw new UnreadableDocument(t('Its elements are nested too deep, which no browser shows.'));
        if (/^h[1-6]$/.test(name) || BLOCKS.has(name)) close();
        if (SKIPPED.has(name)) skipped += 1;
        if (/^h[1-6]$/.test(name)) heading = Number(name[1]);
        if (name === 'title') inTitle = true;
        if (name === 'table') table = blocks.length;
        if (name === 'tr') rows.push({ start: parser.startIndex, cells: [], nested: false });
        if (name === 'td' || name === 'th') rows.at(-1)?.cells.push(blocks.length);
      },
      onopentag(name, attributes) {
        if (name !== 'meta') return;
        const key = (attributes.name ?? attributes.property ?? '')
          .toLowerCase()
          .replace(/^(dc|dcterms|og|article):?\.?/, '');
        if (attributes.content && !values.has(key)) values.set(key, attributes.content.slice(0, 300));
      },
      ontext(piece) {
        if (inTitle && title.length < LONGEST_TITLE) title += piece.replace(/\s+/g, ' ');
        if (skipped > 0 || piece === '') return;
        const blank = piece.trim() === '';
        if (pieces.length === 0) {
          if (blank) return;
          start = parser.startIndex + (piece.length - piece.trimStart().length);
        }
        pieces.push(piece);
        if (!blank) end = Math.max(start, parser.endIndex - (piece.length - piece.trimEnd().length));
      },
      onclosetag(name) {
        depth -= 1;
        if (/^h[1-6]$/.test(name) || BLOCKS.has(name)) close();
        if (SKIPPED.has(name)) skipped = Math.max(0, skipped - 1);
        if (/^h[1-6]$/.test(name)) heading = 0;
        if (name === 'title') inTitle = false;
        const row = name === 'tr' ? rows.pop() : undefined;
        if (row) joinCells(blocks, table, row, lineAt(row.start), lineAt(parser.endIndex));
        if (row) for (const outer of rows) outer.nested = true;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  close();
  if (title !== '') values.set('title', title.slice(0, LONGEST_TITLE));
  return { meta: metaOf(values), blocks };
}

/** Makes one line with tabs of the cells of a row, as in the tables of other formats. `table`: the number of blocks before its table. */
function joinCells(blocks: DocumentBlock[], table: number, row: OpenRow, line: number, endLine: number): void {
  const inCell = (at: number) => blocks.slice(row.cells[at], row.cells[at + 1]);
  const cells = row.cells.map((_first, at) =>
    inCell(at)
      .map((block) => block.text)
      .join(' '),
  );
  const filled = cells.filter((cell) => cell !== '');
  const first = row.cells[0] ?? 0;
  const arranges = row.nested || blocks.slice(first).some((block) => block.type === 'heading');
  if (filled.length < 2 || arranges || cells.some((cell) => cell.length > LONGEST_CELL)) return;
  // A row reaches to the next one, so that their lines follow each other.
  const before = first > table ? blocks[first - 1] : undefined;
  if (before?.type === 'text' && before.text.includes('\t') && before.endLine < line - 1)
    blocks[first - 1] = { ...before, endLine: line - 1 };
  blocks.splice(first, blocks.length, { type: 'text', text: cells.join('\t').trimEnd(), line, endLine });
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
