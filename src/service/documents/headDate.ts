/** The date that a memo, letter, policy or set of minutes has in its head: "February 18, 2025, Eastport", "Final, January 19, 2026". */
import type { DocumentBlock } from './document.ts';
import { formatOf } from './formats.ts';
import { DATE, datesIn } from './writtenDates.ts';

/** Formats of documents that people write as running text. In the rows and columns of others, a date may be of anything. */
const WRITTEN: ReadonlySet<string | null> = new Set(['markdown', 'text', 'html', 'word', 'odt', 'rtf']);
/** Characters of the head. */
const HEAD = 400;
/** The words before the date of a version. */
const VERSION = String.raw`(?:(?:draft|final|version|edition|dated?|effective|updated|revised|as|in force|entwurf|fassung|datum|stand|gültig)\s*:?\s*(?:(?:of|from|on|vom|ab)\s)?)?`;
/** A date alone between the marks that divide a head: "year ended December 31, 2025" and "lease of January 14, 2025" have other meanings. */
const ALONE = new RegExp(
  String.raw`(?:^|[\n,.;(|·–—])\s{0,2}(?:den\s)?${VERSION}(${DATE})(?=\s*(?:[\n,.;)|·–—]|$))`,
  'giu',
);

/** The line of a business document that names it: "Handelsrechnung Nr. R18-31 vom 03.10.2018". Its date is that of the document in every format. */
const NAMED = new RegExp(
  String.raw`^\s{0,3}\p{L}[\p{L} -]{3,40}\s?(?:Nr\.?|No\.?|Nummer|[Nn]umber|#|№)\s?[\p{L}\d][\p{L}\d/.-]{0,30},?\s(?:vom|von|dated|of|van|du)\s(?:${DATE})$`,
  'u',
);
/** Headings among which it stands. */
const NAMED_WITHIN = 12;

/** Whether a date is looked for in the head of a document that is no law. */
export function hasHead(path: string): boolean {
  return WRITTEN.has(formatOf(path));
}

/** As YYYY-MM-DD. Empty if the head states none. */
export function headDate(blocks: readonly DocumentBlock[], path: string): string {
  const named = namedDate(blocks);
  if (named !== '') return named;
  if (!hasHead(path)) return '';
  const lines: string[] = [];
  let length = 0;
  let below = false;
  for (const block of blocks) {
    if (block.type === 'margin') continue;
    if (length >= HEAD || (block.type === 'heading' && below)) break;
    below ||= block.type === 'text';
    lines.push(block.text.slice(0, HEAD - length));
    length += block.text.length;
  }
  const head = lines.join('\n').replace(/[*_]{1,3}/g, '');
  return Array.from(head.matchAll(ALONE), ([match]) => datesIn(match)[0] ?? '').find((date) => date !== '') ?? '';
}

function namedDate(blocks: readonly DocumentBlock[]): string {
  const line = blocks
    .filter(({ type }) => type === 'heading')
    .slice(0, NAMED_WITHIN)
    .find(({ text }) => NAMED.test(text.trim()));
  return line ? (datesIn(line.text).at(-1) ?? '') : '';
}
