/** The words of a PDF in reading order, with headings, paragraphs, tables and the pages on which they are. */
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as z from 'zod/mini';
import { LONGEST_PAGE_LABEL } from '../../../text/pageLabel.ts';
import { t } from '../../translate.ts';
import { createBlockWriter, MAX_CHARACTERS } from '../blockWriter.ts';
import { type DocumentMeta, type ReadDocument, UnreadableDocument } from '../document.ts';
import { joinRanges } from '../itemRange.ts';
import { readAnnotations } from './annotations.ts';
import { readBookmarks } from './bookmarks.ts';
import { toColumns } from './columns.ts';
import { joinLines, type PdfBlock, type Style, styleOf, toBlocks } from './paragraphs.ts';
import { withPdf } from './pdfjs.ts';
import { type Piece, readPieces } from './pieces.ts';
import { type Line, toLine } from './rows.ts';
import { findRunningText, printedNumber } from './runningText.ts';

/** Pages that are read. A longer file is a scan of an archive. */
const MAX_PAGES = 5000;

interface Column {
  readonly lines: readonly Line[];
  readonly turned: boolean;
}

interface Page {
  readonly page: number;
  readonly height: number;
  /** Lines of each column. */
  readonly columns: readonly Column[];
  readonly comments: readonly string[];
}

/** Throws UnreadableDocument. Nothing is fetched and no script of the file runs. `onOpened` is called when the objects were found. */
export function readPdf(bytes: Uint8Array, onOpened?: () => void): Promise<ReadDocument> {
  return withPdf(bytes, async (document) => {
    onOpened?.();
    const pages = await readPages(document);
    if (pages.every(({ columns, comments }) => columns.length === 0 && comments.length === 0)) {
      throw new UnreadableDocument(t('It contains pictures and no text (a scan). Run text recognition on it first.'));
    }
    const lines = pages.flatMap(({ columns }) => columns.flatMap((column) => (column.turned ? [] : column.lines)));
    const running = findRunningText(
      pages.map(({ page, height, columns }) => ({ page, height, lines: columns.flatMap((column) => column.lines) })),
    );
    const style = styleOf(
      lines.filter((line) => !running.has(line)),
      await readBookmarks(document),
    );
    const blocks = pages.flatMap((page) => pageBlocks(page, running, style));
    if (isUnknown(blocks)) {
      throw new UnreadableDocument(
        t('Its fonts do not say which characters they show. Run text recognition on it first.'),
      );
    }
    const labels = (await document.getPageLabels().catch(() => null)) ?? printedNumbers(pages, running);
    return {
      meta: await readMeta(document),
      blocks: write(joinPages(blocks, style), labels),
    };
  });
}

async function readPages(document: PDFDocumentProxy): Promise<Page[]> {
  const pages: Page[] = [];
  let failed: unknown;
  let characters = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && characters < MAX_CHARACTERS; number += 1) {
    try {
      const page = await document.getPage(number);
      const { height, directions } = await readPieces(page);
      const { values, comments } = await readAnnotations(page);
      const [level = [], ...turned] = directions;
      const columns = [
        ...columnsOf([...level, ...values], false),
        ...turned.flatMap((pieces) => columnsOf(pieces, true)),
      ];
      pages.push({ page: number, height, columns, comments });
      for (const { lines } of columns) for (const { cells } of lines) characters += cells.join(' ').length;
      page.cleanup();
    } catch (error) {
      // A damaged page is no reason to give up the others.
      failed = error;
    }
  }
  if (pages.length === 0) throw failed ?? new UnreadableDocument(t('It contains no pages.'));
  return pages;
}

function columnsOf(pieces: readonly Piece[], turned: boolean): Column[] {
  if (pieces.length === 0) return [];
  return toColumns(pieces)
    .map((rows) => ({ lines: rows.map(toLine).filter((line) => line.cells.length > 0), turned }))
    .filter(({ lines }) => lines.length > 0);
}

function pageBlocks(page: Page, running: ReadonlySet<Line>, style: Style): PdfBlock[] {
  const blocks = page.columns.flatMap(({ lines, turned }) => {
    const kept = lines.filter((line) => !running.has(line));
    return kept.length === 0 ? [] : toBlocks(kept, page.page, style, turned);
  });
  const others = { level: 0, page: page.page, size: 0 };
  const comments = page.comments.map((text): PdfBlock => ({ ...others, type: 'prose', text, items: [null] }));
  const margins = runningIn(page, running).map((text): PdfBlock => ({ ...others, type: 'margin', text, items: [] }));
  return [...blocks, ...comments, ...margins];
}

/** The texts of the headers, footers and page numbers of a page. */
function runningIn({ columns }: Page, running: ReadonlySet<Line>): string[] {
  return columns.flatMap(({ lines }) => lines.filter((line) => running.has(line)).map(({ cells }) => cells.join(' ')));
}

/** A paragraph that a column or page cuts goes on in the next one. */
function joinPages(blocks: readonly PdfBlock[], style: Style): PdfBlock[] {
  const joined: PdfBlock[] = [];
  let open: PdfBlock | null = null;
  for (const block of blocks) {
    const continuation: boolean =
      open !== null &&
      block.type === 'prose' &&
      Math.abs(open.size - block.size) < 0.6 &&
      /^[\p{Ll}(]/u.test(block.text) &&
      block.page - open.page <= 1;
    if (open !== null && continuation) {
      open.text = joinLines(open.text, block.text, style.words);
      // The viewer looks for the rest of a paragraph on the next page.
      if (open.page === block.page) open.items.push(joinRanges([open.items.pop() ?? null, ...block.items]));
      if (!isOpen(open)) open = null;
      continue;
    }
    joined.push(block);
    // A footnote or figure in smaller type between the two parts does not end the paragraph.
    if (block.type === 'prose' && Math.abs(block.size - style.size) < 0.6) open = isOpen(block) ? block : null;
    else if (block.type === 'heading') open = null;
  }
  return joined;
}

function isOpen({ text }: PdfBlock): boolean {
  return text.length > 40 && !/[.:;!?]["”’)\]]*\d{0,3}$/.test(text);
}

function write(blocks: readonly PdfBlock[], labels: readonly string[] | null): ReadDocument['blocks'] {
  const writer = createBlockWriter();
  for (const { type, text, level, page, items } of blocks) {
    const label = labels?.[page - 1] ?? '';
    const isLabel = label !== '' && label.length <= LONGEST_PAGE_LABEL && label !== String(page);
    const place = { page, ...(isLabel ? { pageLabel: label } : {}) };
    const shown = text.replaceAll('\u00ad', '');
    if (type === 'heading') writer.heading(level, shown, place, items[0] ?? null);
    else if (type === 'margin') writer.margin(shown, place);
    else writer.text(shown, place, false, items);
  }
  return writer.blocks();
}

/** The page numbers that are printed on the pages, for a file without labels of its own. */
function printedNumbers(pages: readonly Page[], running: ReadonlySet<Line>): string[] {
  const labels: string[] = [];
  for (const page of pages) {
    const number = runningIn(page, running)
      .map(printedNumber)
      .find((label) => label !== null);
    labels[page.page - 1] = number ?? String(page.page);
  }
  return labels;
}

/** More than a fifth of the characters are unknown. */
function isUnknown(blocks: readonly PdfBlock[]): boolean {
  let unknown = 0;
  let all = 0;
  for (const { text } of blocks) {
    all += text.length;
    for (const _ of text.matchAll(/[\ufffd\ue000-\uf8ff]/g)) unknown += 1;
  }
  return unknown > all / 5;
}

const infoSchema = z.object({ Title: z.optional(z.string()) });

/** The title. The date of the file is not the date of its text. */
async function readMeta(document: PDFDocumentProxy): Promise<DocumentMeta> {
  const metadata = await document.getMetadata().catch(() => null);
  const info = infoSchema.safeParse(metadata?.info);
  const title = info.data?.Title?.replace(/\s+/g, ' ').trim().slice(0, 300) ?? '';
  return title === '' ? {} : { title };
}
