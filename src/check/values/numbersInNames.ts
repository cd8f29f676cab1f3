/** Blanks out numbers that are parts of names: forms, lines, chapters, plans, labels of paragraphs, addresses. */
import type { TextRange } from '../../text/findQuotation.ts';

/** "Form 10-K" is a name and "$10K" an amount. */
const NO_CURRENCY = '(?<![$€£¥] ?)';

const NAMES = new RegExp(
  [
    String.raw`https?:\/\/[^\s)>\]]+`,
    String.raw`(?:\b(?:19|20)\d\d )?\b(?:[Ff]orms?|FORM|[Ss]ched(?:ules?|\.)|[Ll]ines?|[Bb]ox(?:es)?|[Pp]ages?|[Rr]ules?|[Tt]it(?:les?|\.)|[Cc]hapters?|[Ss]ubchapters?|[Ss]ubtitles?|[Pp]arts?|[Tt]ables?|[Ee]xamples?|[Ss]teps?|[Qq]uestions?|[Ff]ootnotes?|[Nn]otes?|[Ee]xhibits?|[Ii]tems?|[Ss]ources?|[Pp]assages?|[Cc]olumns?|[Nn]os?\.|[Aa]rt(?:icles?|\.)|[Pp]ubl?\.|[Vv]ersion|[Rr]elease|SECURE) ?#?\d[\w.]*(?:-[A-Z\d]{1,4})?(?:(?:, | and | or |\/)(?:\d{3,4}(?:-[A-Z]{1,4})?|[A-Z]-\d{1,2})\b(?! ?(?:%|percent|days|months|years)))*(?: ?\((?:[Rr]ev\. )?(?:[A-Z][a-z]+ )?(?:19|20)\d\d\))?`,
    String.raw`(?:\b(?:19|20)\d\d )?\b(?:[Ff]orms?|[Ss]chedules?) [A-Z](?:-\d{1,2}[A-Z]{0,3})?\b`,
    String.raw`(?:\b(?:19|20)\d\d )?\b[A-Z]-\d{1,2}[A-Z]{0,3}\b`,
    String.raw`${NO_CURRENCY}\b(?:1040|1041|1065|1095|1098|1099|1120|990|706|709|941|940|5500|5471|8\d{3})-?[A-Z]{1,4}\b`,
    String.raw`\b(?:19|20)\d\d (?:version|edition|revision|instructions?)\b`,
    String.raw`${NO_CURRENCY}\b(?:401 ?\(k\)|401k|403 ?\(b\)|403b|457 ?\([bf]\)|457b|529 (?:plan|account)s?)(?!\w|\()`,
    String.raw`${NO_CURRENCY}\b(?:10-[KQ]|8-K)\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th) (?:[Aa]mendment|[Cc]ircuit|[Cc]entury|[Cc]ongress)\b`,
    String.raw`\((?:\d{1,3}[A-Z]?|[A-Za-z]|[ivxlIVXL]{2,6})\)`,
    '#\\d+',
  ].join('|'),
  'g',
);

export function withoutNames(text: string): string {
  return /\d|\(/.test(text) ? text.replace(NAMES, (name) => ' '.repeat(name.length)) : text;
}

/** Blanks out parts of a text and keeps all places. */
export function blanked(text: string, places: readonly TextRange[]): string {
  if (places.length === 0) return text;
  let result = '';
  let at = 0;
  for (const { start, end } of places) {
    if (end <= at) continue;
    result += text.slice(at, Math.max(at, start)) + ' '.repeat(end - Math.max(at, start));
    at = end;
  }
  return result + text.slice(at);
}
