/** A memo as a file: Markdown, a web page or a Word document, with the layout of the user's template if there is one. */
import { MARKDOWN_MEMO_MARK } from '../../protocol/exportMark.ts';
import { citation } from '../citation.ts';
import { writeDocx } from '../document/docx/writeDocx.ts';
import { htmlPage, writeHtml } from '../document/writeHtml.ts';
import { writeMarkdown } from '../document/writeMarkdown.ts';
import { isWebAddress } from '../webAddress.ts';
import { type Memo, memoBlocks } from './memo.ts';
import { fillBlocks, fillMarkdown } from './template.ts';

export type MemoFormat = 'md' | 'html' | 'docx';

export function memoMarkdown(memo: Memo, template: string | null): string {
  const text = template === null ? `${writeMarkdown(memoBlocks(memo))}\n` : fillMarkdown(template, memo);
  return `${text.trimEnd()}\n\n${MARKDOWN_MEMO_MARK}\n`;
}

export function memoHtml(memo: Memo, template: string | null): string {
  const blocks = template === null ? memoBlocks(memo) : fillBlocks(template, memo);
  // The template may leave the sources out.
  const rows = new Set(blocks.flatMap((block) => (block.kind === 'table' ? (block.rowIds ?? []) : [])));
  const rowOf = (n: number) => (rows.has(`source-${n}`) ? `source-${n}` : null);
  return htmlPage(memo.title, writeHtml(blocks, rowOf), { language: memo.l10n.language, isExport: true });
}

export function memoDocx(memo: Memo, template: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = template === null ? memoBlocks(memo) : fillBlocks(template, memo);
  const notes = memo.sources.map((source) => ({
    text: citation({ ...source, url: null }, memo.l10n, memo.sources),
    url: isWebAddress(source.url) ? source.url : null,
  }));
  return writeDocx({ title: memo.title, language: memo.l10n.language }, blocks, notes);
}
