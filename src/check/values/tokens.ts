/** Words, numbers and signs of a normalised text. */

export interface Token {
  readonly type: 'word' | 'number' | 'date' | 'sign';
  /** Words in lower case; numbers and dates as written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Of numbers. Null when the number is too long to be compared. */
  readonly value: number | null;
  readonly capital: boolean;
  /** Whether it is on another line than the token before it. */
  readonly onNewLine: boolean;
}

/** Longer digit strings are not numbers that anyone compares. */
const MAX_DIGITS = 30;

/** A comma between two digits separates fields of a CSV file, not thousands, if another field follows or precedes without a blank: `pc,212,236,-24`. */
const TOKEN =
  /(\d{4}-\d{2}-\d{2}(?![\d-])|\d{1,2}[/.]\d{1,2}[/.](?:\d{4})(?!\d)|\d{4}\/\d{1,2}\/\d{1,2}(?!\d))|((?<!\S,)\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?(?!\.?\d)(?!,[\w-])|\d{1,3}(?:['\u00a0]\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?: \d{3}){2,}(?!\d)|\d{1,3} \d{3}(?= ?(?:Euro|EUR|€))|\d{1,3}(?:\.\d{3})+(?= ?(?:Euro|EUR|€))|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d{1,3},\d{1,2}(?= ?(?:%|Prozent|Mio|Mrd|Euro|EUR|€))|\d+(?:\.\d+)?|(?<![\w.])\.\d+)|([A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u3040-\ud7ff]+(?:'[A-Za-z]+)?)|(\S)/g;

/** Characters between two tokens that still count as "directly after": blanks only. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let before = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [written, date, number, word] = match;
    const start = match.index;
    const end = start + written.length;
    const place = { start, end, onNewLine: text.slice(before, start).includes('\n') };
    before = end;
    const lower = written.toLowerCase();
    if (number !== undefined) {
      const value = number.length > MAX_DIGITS ? null : Number(plainDigits(number, text.slice(end, end + 6)));
      tokens.push({ type: 'number', text: number, value, capital: false, ...place });
    } else if (word !== undefined) {
      tokens.push({ type: 'word', text: lower, value: null, capital: lower[0] !== word[0], ...place });
    } else {
      tokens.push({ type: date ? 'date' : 'sign', text: written, value: null, capital: false, ...place });
    }
  }
  return tokens;
}

/** "10.000 €" has a point between thousands. */
function plainDigits(number: string, following: string): string {
  if (/^\d{1,3}\.\d{3}$/.test(number) && /^ ?(?:[$€£]|EUR|Euro|USD|CHF)/.test(following))
    return number.replace('.', '');
  if (/^\d{1,3},\d{1,2}$/.test(number)) return number.replace(',', '.');
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(number)) return number.replaceAll('.', '');
  return number.replace(/[,'\u00a0 ]/g, '');
}
