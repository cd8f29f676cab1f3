/**
 * The title of a document: what its file says, else the case that it decides, else its first heading, else the name of the file. A first
 * heading that says more than the file ("Count instructions, January 3, 2026") is the title.
 * The first heading of a workbook is the name of a sheet, which is no title. The largest text of a PDF may be an addressee: if only
 * the name of the file says what the document is, as in "Rechnung 504.pdf", it is the title.
 */
import { basename, extname } from 'node:path';
import { lastKind } from '../../protocol/documentKinds.ts';
import { caseName } from './caseName.ts';
import { beginningOf, type DocumentBlock, type ReadDocument } from './document.ts';
import { formatOf } from './formats.ts';
import { hasOpinionForm } from './opinionForm.ts';

/** UTF-16 units. */
const LONGEST = 300;

/** Titles that programs write when nobody gave one. */
const DEFAULT_TITLE =
  /^(?:untitled|unnamed|unknown|(?:no )?title$|unbenannt|(?:ohne )?titel$|(?:sans )?titre$|(?:new |neues |nouveau )?(?:document|dokument|page)|(?:power ?point|word|excel) (?:presentation|document|file)|slide|folie|presentation|präsentation|book|workbook|mappe|sheet|tabelle)(?: ?[\d.-]{1,6})?$/i;
/** A program puts its name before the name of the file that it printed. */
const PRINTED =
  /^(?:microsoft|ms|libreoffice|openoffice)[ -](?:office )?(?:word|excel|powerpoint|outlook|publisher|writer|calc)\b/i;
const FILE_NAME =
  /\.(?:docx?|docm|dotx?|xls[xmb]?|pptx?|od[tsp]|rtf|te?xt|md|x?html?|xml|json|csv|tsv|tex|dvi|e?ps|indd|qxd|wpd|pdf|eml|msg|tmp|aspx?|php|jsp|jpe?g|png|tiff?)$/i;
/** At least three words that are joined by hyphens: `lease-memo-v3`. */
const JOINED = /^\p{L}+(?:-[\p{L}\d]+){2,}$/u;
/** One word with an extension: `IBM-forms.graffle`. */
const WORD_WITH_EXTENSION = /^\S+\.\p{L}[\p{L}\d]{1,9}$/u;
const ADDRESS = /^(?:[a-z]:[\\/]|\/|file:|https?:|about:|data:)/i;
/** One word that is a number, a date or an identifier: `18374`, `scan_0001`, `INV20240001`. */
const IDENTIFIER = /^(?:\S*_\S*|\p{L}{0,6}[-.#]?\d{4,}\p{L}?|\d{4}-\d\d-\d\d|[\da-f]{4,12}(?:-[\da-f]{4,12}){2,})$/iu;
const IN_BRACKETS = /^[([{<][^)\]}>]*[)\]}>]$/;

/** Known by the whole name of the file: `rates.py`. */
const NAMED_WHOLE: ReadonlySet<string | null> = new Set(['code', 'data']);

export function titleOf(document: ReadDocument, path: string): string {
  const format = formatOf(path);
  const isHeading = (block: DocumentBlock) => block.type === 'heading' && block.level === 1;
  const first = format === 'excel' ? '' : (document.blocks.find(isHeading)?.text.trim() ?? '');
  const said = document.meta.title?.trim() ?? '';
  const saysMore = first.startsWith(said) && /^[,:;]?\s/.test(first.slice(said.length));
  const text = beginningOf(document);
  if (isTitle(said) && !(format === 'pdf' && isOfTemplate(said, `${text} ${basename(path)}`)))
    return (saysMore ? first : said).slice(0, LONGEST);
  const decided = hasOpinionForm(text) ? caseName(text) : '';
  if (decided !== '') return decided.slice(0, LONGEST);
  if (NAMED_WHOLE.has(format)) return basename(path).slice(0, LONGEST);
  const named = fileTitle(path);
  const isNamed = format === 'pdf' && lastKind(first) === null && lastKind(named) !== null;
  return (isNamed ? named : first || named).slice(0, LONGEST);
}

/** Whether no word of the title is in the text. Then the title is that of a template, or of the program that wrote the file. */
function isOfTemplate(title: string, text: string): boolean {
  const known = text.toLowerCase();
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return words.length > 0 && !words.some((word) => known.includes(word));
}

/** The name of a file in words. The hyphens of dates and numbers are kept, also of "RE-504". */
function fileTitle(path: string): string {
  return basename(path, extname(path)).replace(/(?:_|(?<![\d\p{Lu}])-|-(?!\d))+/gu, ' ');
}

/** Whether the title of a file reads as one that somebody gave: no default of a program, no name of a file and no identifier. */
function isTitle(said: string): boolean {
  const title = said.slice(0, LONGEST);
  if (!/[\p{L}§]|\d-\d/u.test(title)) return false;
  return ![DEFAULT_TITLE, PRINTED, FILE_NAME, WORD_WITH_EXTENSION, ADDRESS, IDENTIFIER, JOINED, IN_BRACKETS].some(
    (pattern) => pattern.test(title),
  );
}
