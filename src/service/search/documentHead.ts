/** The header of a mail: who wrote it to whom and when. It is the answer only to a question about that. */
import type { Quotable } from './quotable.ts';

const ASKS_FOR_HEAD =
  /\b(?:subject|who|whom|author|sender|recipients?|cc|copied|attach\w*|betreff|wer|wem|verfasser\w*|absender\w*|empfänger\w*|anhang|anlagen?)\b/i;
const ASKS_FOR_DATE = /\b(?:when|dated?|what day|which day|wann|datum|tag)\b/i;
const MESSAGE =
  /(?<!\p{L})(?:e-?mails?|mails?|memos?|memorand(?:um|a)|messages?|letters?|notes?|briefe?s?|schreibens?|nachricht|notiz|\p{L}*vermerke?s?)(?!\p{L})/iu;
/** A line of the header of a mail, as the reader of mail writes it. */
const FIELD = /^(?:From|To|Cc|Date|Subject|Attachments): /;

export function asksForHead(question: string): boolean {
  return ASKS_FOR_HEAD.test(question) || (ASKS_FOR_DATE.test(question) && MESSAGE.test(question));
}

/** Whether a node is the header of a mail, and nothing else. */
export function isHead({ lines }: Pick<Quotable, 'lines'>): boolean {
  const rows = lines.flatMap(({ text }) => text.split('\n')).filter((row) => row.trim() !== '');
  return rows.length > 1 && rows.every((row) => FIELD.test(row));
}
