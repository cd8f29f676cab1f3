/** Files whose bytes are text -> ReadDocument. Each reader is loaded at its first use, and takes time in proportion to the text. */
import { basename, extname } from 'node:path';
import {
  HTML_EXPORT_MARK,
  isCsvExport,
  isJsonExport,
  MARKDOWN_EXPORT_MARK,
  MARKDOWN_MEMO_MARK,
} from '../../protocol/exportMark.ts';
import { t } from '../translate.ts';
import { decode } from './decodeText.ts';
import { type ReadDocument, UnreadableDocument } from './document.ts';
import { readFileBytes } from './fileBytes.ts';
import { type Format, formatOf } from './formats.ts';
import type { RealRoots } from './realRoots.ts';

/** Bytes of a text file that is read in the thread of the caller. */
export const SMALL_TEXT = 256 * 1024;

/** Reads a small text file at once: that takes less time than asking another thread. Throws UnreadableDocument. */
export function readSmallText(path: string, roots: RealRoots): Promise<ReadDocument> {
  return readText(formatOf(path) ?? 'text', path, readFileBytes(path, { maxBytes: SMALL_TEXT, roots }));
}

/** Throws UnreadableDocument for binary data. */
export async function readText(format: Format, name: string, bytes: Buffer): Promise<ReadDocument> {
  const text = decode(bytes);
  if (isExport(format, text)) {
    throw new UnreadableDocument(t('Fiscal wrote it, so the library does not index it.'));
  }
  switch (format) {
    case 'html':
      return (await import('./readHtml.ts')).readHtml(text);
    case 'csv':
      return (await import('./readCsv.ts')).readCsv(text, /\.tsv$/i.test(name) ? '\t' : null);
    case 'code':
      return (await import('./readCode.ts')).readCode(text, extname(name).toLowerCase());
    case 'data':
      return (await import('./readData.ts')).readData(text, basename(name));
    default:
      return (await import('./readMarkdown.ts')).readMarkdown(text);
  }
}

/** Answers, memos and tables of Fiscal in an opened folder would be quoted as if they were sources. */
function isExport(format: Format, text: string): boolean {
  if (format === 'markdown')
    return text.startsWith(MARKDOWN_EXPORT_MARK) || text.trimEnd().endsWith(MARKDOWN_MEMO_MARK);
  if (format === 'html') return text.slice(0, 2000).includes(HTML_EXPORT_MARK);
  if (format === 'data') return isJsonExport(text);
  return format === 'csv' && isCsvExport(text);
}
