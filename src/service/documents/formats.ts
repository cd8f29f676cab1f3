/** Which reader a file gets, by its extension. The readers of PDF and DOCX are loaded at their first use. */
import { extname } from 'node:path';
import type { ReadDocument } from './document.ts';

export type Format = 'markdown' | 'text' | 'html' | 'csv' | 'code' | 'pdf' | 'docx';

const FORMATS = new Map<string, Format>([
  ...entries('markdown', 'md markdown mdown mkd mdx'),
  ...entries('text', 'txt text rst adoc asciidoc tex org log'),
  ...entries('html', 'html htm xhtml'),
  ...entries('csv', 'csv tsv'),
  ...entries(
    'code',
    'ts tsx js jsx mjs cjs py rb java kt cs go rs c h cc cpp hpp swift php sql r scala sh ps1 vb bas lua',
  ),
  ['.pdf', 'pdf'],
  ['.docx', 'docx'],
]);

function entries(format: Format, extensions: string): [string, Format][] {
  return extensions.split(' ').map((extension) => [`.${extension}`, format]);
}

/** Null for files that are no documents (images, archives, programs): these are passed over without a word. */
export function formatOf(path: string): Format | null {
  return FORMATS.get(extname(path).toLowerCase()) ?? null;
}

/** Formats whose bytes are text. */
export function isText(format: Format): boolean {
  return format !== 'pdf' && format !== 'docx';
}

export async function readText(format: Format, text: string, path: string): Promise<ReadDocument> {
  switch (format) {
    case 'html':
      return (await import('./readHtml.ts')).readHtml(text);
    case 'csv':
      return (await import('./readCsv.ts')).readCsv(text, extname(path).toLowerCase() === '.tsv' ? '\t' : null);
    case 'code':
      return (await import('./readCode.ts')).readCode(text, extname(path).toLowerCase());
    default:
      return (await import('./readMarkdown.ts')).readMarkdown(text);
  }
}
