/** The head of a document of the user: who wrote it to whom and when. It is the answer only to a question about that. */
import type { Quotable } from './quotable.ts';

const ASKS_FOR_HEAD =
  /\b(?:subject|who|whom|author|sender|recipients?|cc|copied|attach\w*|betreff|wer|wem|verfasser\w*|absender\w*|empfänger\w*|anhang|anlagen?)\b/i;
const ASKS_FOR_DATE = /\b(?:when|dated?|what day|which day|wann|datum|tag)\b/i;
const MESSAGE =
  /(?<!\p{L})(?:e-?mails?|mails?|memos?|memorand(?:um|a)|messages?|letters?|notes?|briefe?s?|schreibens?|nachricht|notiz|\p{L}*vermerke?s?)(?!\p{L})/iu;
/** A line of the header of a mail, as the reader of mail writes it. */
const FIELD = /^(?:From|To|Cc|Date|Subject|Attachments): /;
const DATE = String.raw`(?:\p{Lu}\p{L}{2,8}\.? \d{1,2}, \d{4}|\d{1,2}\.? \p{Lu}\p{L}{2,8} \d{4}|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d{2}-\d{2})`;
/** "Payment Due Friday, March 3, 2026" names no one. */
const DAY =
  '(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend|January?|February?|March|März|April|May|Mai|June|Juni|July|Juli|August|(?:Sept|Nov)ember|O[ck]tober|De[cz]ember)';
const WORD = String.raw`(?!${DAY}(?!\p{L}))[^\s,;:|]+`;
const CAPITAL = String.raw`(?=\p{Lu})${WORD}`;
/** What a name may have besides words with a capital letter. */
const PARTICLE = '(?:von|vom|van|zu|zum|zur|de[lnr]?|du|d[aio]s?|la|le|te[nr]?|&|and|und|to|an)';
const NAMED = `${CAPITAL}(?: (?:${CAPITAL}|${PARTICLE}(?= ))){1,6}`;
/** "Theo Marchetti, tax manager, February 3, 2026; reviewed by Tomas Reyl, February 16, 2026." */
const BYLINE = new RegExp(
  String.raw`^${NAMED}(?:, ${WORD}(?: ${WORD}){0,3})?, ${DATE}(?:; \p{L}+ (?:by|von|durch) ${NAMED}, ${DATE})?\.?$`,
  'u',
);
/** Lines of a document among which its byline is. */
const FIRST_LINES = 12;

export function asksForHead(question: string): boolean {
  return ASKS_FOR_HEAD.test(question) || (ASKS_FOR_DATE.test(question) && MESSAGE.test(question));
}

/** Whether a node is the header of a mail or the byline of a memo, and nothing else. */
export function isHead({ lines, path }: Pick<Quotable, 'lines' | 'path'>): boolean {
  if (path !== '' || lines.length === 0) return false;
  const rows = lines.flatMap(({ text }) => text.split('\n')).filter((row) => row.trim() !== '');
  if (rows.length > 1 && rows.every((row) => FIELD.test(row))) return true;
  return (lines[0]?.line ?? Infinity) <= FIRST_LINES && rows.length === 1 && BYLINE.test(rows[0]?.trim() ?? '');
}
