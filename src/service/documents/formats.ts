/** Which reader a file gets, by its extension, and why other files are not read. */
import { extname } from 'node:path';
import { DATA_EXTENSIONS, PROGRAM_EXTENSIONS } from '../programFiles.ts';
import { t } from '../translate.ts';

export type Format =
  | 'markdown'
  | 'text'
  | 'html'
  | 'csv'
  | 'code'
  | 'data'
  | 'pdf'
  | 'word'
  | 'excel'
  | 'odt'
  | 'rtf'
  | 'eml'
  | 'msg';

/** Formats whose bytes are text. The others are read in a thread of their own. */
const TEXT: ReadonlySet<Format> = new Set(['markdown', 'text', 'html', 'csv', 'code', 'data']);

const FORMATS = new Map<string, Format>([
  ...entries<Format>('markdown', 'md markdown mdown mkd mdx'),
  ...entries<Format>('text', 'txt text rst adoc asciidoc tex org log'),
  ...entries<Format>('html', 'html htm xhtml'),
  ...entries<Format>('csv', 'csv tsv'),
  ...entries<Format>('code', PROGRAM_EXTENSIONS),
  ...entries<Format>('data', DATA_EXTENSIONS),
  ...entries<Format>('pdf', 'pdf'),
  ...entries<Format>('word', 'docx docm dotx dotm'),
  ...entries<Format>('excel', 'xlsx xlsm'),
  ...entries<Format>('odt', 'odt ott'),
  ...entries<Format>('rtf', 'rtf'),
  ...entries<Format>('eml', 'eml'),
  ...entries<Format>('msg', 'msg'),
]);

const PICTURE = t('It is a picture. Save it as a PDF with recognized text to include it.');
const ARCHIVE = t('It is an archive. Unpack it into the folder to include its files.');

const UNREAD = new Map<string, string>([
  ...entries(t('It is in the older Word format. Save it as .docx to include it.'), 'doc dot wps wpd'),
  ...entries(t('It is in the older or binary Excel format. Save it as .xlsx to include it.'), 'xls xlt xlsb xla'),
  ...entries(t('Presentations are not read. Save it as PDF to include it.'), 'ppt pptx pptm pps ppsx odp key'),
  ...entries(t('This kind of spreadsheet is not read. Save it as .xlsx to include it.'), 'ods numbers'),
  ...entries(
    t('This kind of document is not read. Save it as .docx or PDF to include it.'),
    'pages one xps djvu epub mobi',
  ),
  ...entries(t('It is an XML file. Save what it states as PDF to include it.'), 'xml xbrl'),
  ...entries(t('It is a mailbox. Save its messages as .eml files to include them.'), 'mbox pst ost'),
  ...entries(PICTURE, 'png jpg jpeg gif tif tiff bmp webp heic heif'),
  ...entries(ARCHIVE, 'zip 7z rar tar gz tgz bz2 xz'),
]);

function entries<T extends string>(value: T, extensions: string): [string, T][] {
  return extensions.split(' ').map((extension) => [`.${extension}`, value]);
}

/** Null for files that are not read. */
export function formatOf(path: string): Format | null {
  return FORMATS.get(extname(path).toLowerCase()) ?? null;
}

/**
 * Why a file that people may expect in the library is not read, and what they can do. Null for files that are read, and for
 * those that nobody expects there.
 */
export function unreadReason(path: string): string | null {
  return UNREAD.get(extname(path).toLowerCase()) ?? null;
}

/** Whether the status of the library lists the file, read or not. */
export function isListed(path: string): boolean {
  return formatOf(path) !== null || unreadReason(path) !== null;
}

export function isText(format: Format): boolean {
  return TEXT.has(format);
}
