/** The date that a memo, letter, invoice or set of minutes has in its head: "February 18, 2025, Eastport", "Invoice date: March 1, 2025". */
import type { DocumentBlock } from './document.ts';
import { fieldsOf } from './fieldsOfLabel.ts';
import { formatOf } from './formats.ts';
import { pairsInText, rowPairs } from './labelledLine.ts';
import { DATE, dateOf, datesIn } from './writtenDates.ts';

/** Formats of documents that people write as running text. In the rows and columns of others, a date may be of anything. */
const WRITTEN: ReadonlySet<string | null> = new Set(['markdown', 'text', 'html', 'word', 'odt', 'rtf', 'pdf']);
/** Characters of the head. */
const HEAD = 400;
/** Lines of the first page of a PDF in which the label of its date is looked for. */
const LABEL_LINES = 80;
/** The words before the date of a version. */
const VERSION = String.raw`(?:(?:draft|final|version|edition|dated?|effective|updated|revised|(?:amended and )?restated as|as|in force|entwurf|fassung|datum|stand|gültig)\s*:?\s*(?:(?:of|from|on|vom|ab)\s)?)?`;
const BEFORE = String.raw`(?:^|[\n,.;(|·–—]|\s-)\s{0,2}(?:den\s)?${VERSION}`;
/** A German contract ends its head with it: "zwischen der A GmbH und der B AG, vom 17. März 2025". */
const CONTRACT = String.raw`(?:^|[\n,])\s?vom\s`;
const ANY = DATE.replace(/\?<\w+>/g, '?:');
const AFTER = String.raw`\s*(?:[\n,.;)|·–—]|$)`;
/** A date alone between the marks that divide a head: "year ended December 31, 2025" and "lease of January 14, 2025" have other meanings. */
const ALONE = new RegExp(String.raw`${BEFORE}${ANY}(?=${AFTER})|${CONTRACT}${ANY}(?=\s*(?:\n|$))`, 'giu');
/** The lines of a paragraph of a PDF are joined, so a name can follow the date: "Eastport. October 27, 2025 Finch Metals, Inc." */
const BEFORE_NAME = new RegExp(String.raw`(?:^|[\n.])\s{0,2}${ANY}(?=\s\p{Lu})`, 'gu');
/** "Issued by Adaeze Marsh on December 12, 2025", "Ausgestellt am 3. Mai 2025": it dates the text, whatever day its title names. */
const ISSUED = new RegExp(
  String.raw`^\s{0,3}(?:(?:issued|written|prepared|drafted|signed|published)\s(?:[^.\n]{1,60}\s)?on|(?:ausgestellt|erstellt|verfasst|unterzeichnet|herausgegeben)\s(?:[^.\n]{1,60}\s)?am)\s${ANY}`,
  'imu',
);
/** From one date to another. */
const PERIOD = new RegExp(String.raw`${ANY}\s?(?:[-–—]|to|through|bis)\s?${ANY}`, 'gu');

/** The line of a business document that names it: "Handelsrechnung (380) Nr. R18-31 vom 03.10.2018". Its date is that of the document. */
const NAMED = new RegExp(
  String.raw`^\s{0,3}\p{L}[\p{L} -]{3,40}\s?(?:\(\d{1,4}\)\s)?(?:Nr\.?|No\.?|Nummer|[Nn]umber|#|№)\s?[\p{L}\d][\p{L}\d/.-]{0,30},?\s(?:vom|von|dated|of|van|du)\s(?:${DATE})$`,
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
  if (named !== '' || !hasHead(path)) return named;
  const isPdf = formatOf(path) === 'pdf';
  const lines = headLines(blocks);
  const labelled = labelledDate(isPdf ? firstPage(blocks) : lines);
  if (labelled !== '') return labelled;
  const head = withoutPeriods(lines.filter((line) => !isPdf || !line.includes('\t')).join('\n'));
  const issued = datesIn(ISSUED.exec(head)?.[0] ?? '').at(-1);
  if (issued !== undefined) return issued;
  const alone = [...head.matchAll(ALONE), ...(isPdf ? head.matchAll(BEFORE_NAME) : [])];
  const dates = alone.toSorted((one, other) => one.index - other.index).map(([match]) => datesIn(match)[0] ?? '');
  return dates.find((date) => date !== '') ?? '';
}

const withoutPeriods = (text: string) => text.replace(/[*_]{1,3}/g, '').replace(PERIOD, '');

/** The date of a heading that dates what is below it: "2.4.0, January 6, 2026", "[1.1.0] - 2025-02-15". Empty for other headings. */
export function headingDate(heading: string): string {
  const [match, other] = withoutPeriods(heading).match(ALONE) ?? [];
  return match === undefined || other !== undefined ? '' : (datesIn(match)[0] ?? '');
}

/** The lines before the first heading that has text above it. */
function headLines(blocks: readonly DocumentBlock[]): string[] {
  const texts: string[] = [];
  let length = 0;
  let below = false;
  for (const block of blocks) {
    if (block.type === 'margin') continue;
    if (length >= HEAD || (block.type === 'heading' && (below || isOneOfSeveral(block, blocks)))) break;
    below ||= block.type === 'text';
    texts.push(block.text.slice(0, HEAD - length));
    length += block.text.length;
  }
  return texts.flatMap((text) => text.split('\n'));
}

/** "2.4.0, January 6, 2026" among the headings of other versions dates what is below it. */
function isOneOfSeveral(
  { text, level }: Extract<DocumentBlock, { type: 'heading' }>,
  blocks: readonly DocumentBlock[],
): boolean {
  const isDated = (written: string) => datesIn(written).length > 0;
  if (!isDated(text)) return false;
  return blocks.filter((other) => other.type === 'heading' && other.level === level && isDated(other.text)).length > 1;
}

function firstPage(blocks: readonly DocumentBlock[]): string[] {
  const page = blocks.filter(({ type, place }) => type !== 'margin' && place?.page === 1);
  return page.flatMap(({ text }) => text.split('\n')).slice(0, LABEL_LINES);
}

function namedDate(blocks: readonly DocumentBlock[]): string {
  const line = blocks
    .filter(({ type }) => type === 'heading')
    .slice(0, NAMED_WITHIN)
    .find(({ text }) => NAMED.test(text.trim()));
  return line ? (datesIn(line.text).at(-1) ?? '') : '';
}

/** "Date of reply:" at the start of a sentence. */
function saysDate(line: string, label: string): boolean {
  return /^dat(?:e|um)(?!\p{L})/iu.test(label) && line.includes(`. ${label}:`);
}

/** The date after the label of a document's date, at the start of a line or of a cell. Empty if the lines state several. */
function labelledDate(lines: readonly string[]): string {
  const found = lines.flatMap((line) => {
    const cells = line.slice(0, HEAD).split('\t');
    const pairs = cells.length > 1 ? rowPairs(cells.map((cell) => cell.trim())) : pairsInText(line.slice(0, HEAD));
    return pairs.flatMap(({ label, value }) => {
      const [first = ''] = label.split(' ');
      const rank = fieldsOf(label).find(({ field }) => field === 'date')?.rank;
      const date = dateOf(value);
      const begins = cells.some((cell) => cell.replace(/^[\s*_>#-]+/, '').startsWith(first)) || saysDate(line, label);
      return rank === undefined || date === '' || !begins ? [] : [{ rank, date }];
    });
  });
  const best = Math.min(...found.map(({ rank }) => rank));
  const dates = new Set(found.filter(({ rank }) => rank === best).map(({ date }) => date));
  return dates.size === 1 ? ([...dates][0] ?? '') : '';
}
