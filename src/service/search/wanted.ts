/** The kind of value that a question asks for. */

export type Value = 'amount' | 'rate' | 'time' | 'number';

const TIME =
  /\b(?:how (?:long|soon|late|far back|many (?:days|months|years|weeks))|when\b|deadline|due dates?|by what date|time limit|statute of limitations|holding period|within what)/i;
const RATE = /\b(?:what (?:rate|percent(?:age)?)|tax rates?|rates?\b|how high|percent(?:age)?)/i;
const AMOUNT =
  /\b(?:how (?:much|large|big|high)|limit(?:s|ation)?|cap\b|ceiling|maximum|minimum|threshold|amount|exemption|standard deduction|up to)/i;
const NUMBER = /\bhow (?:many|few|often)\b/i;
/** Null if the question asks for no value. */
export function askedValue(question: string): Value | null {
  if (TIME.test(question)) return 'time';
  if (RATE.test(question)) return 'rate';
  if (AMOUNT.test(question)) return 'amount';
  return NUMBER.test(question) ? 'number' : null;
}

const COUNTED = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|thirty|sixty|ninety)`;
const VALUES: Readonly<Record<Value, RegExp>> = {
  amount: /\$\s?\d|\b\d+(?:\.\d+)? ?(?:percent|%|cents)/i,
  rate: /\b\d+(?:\.\d+)? ?(?:percent|%|cents)|\bpercent(?:age)?\b/i,
  time: new RegExp(
    String.raw`\b${COUNTED}[- ](?:day|week|month|year)s?\b|\b(?:\d{1,2}(?:st|nd|rd|th)|first|last|fifteenth) day\b|\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d`,
    'i',
  ),
  number: new RegExp(String.raw`\b(?:\d+|${COUNTED})\b`, 'i'),
};

export function hasValue(text: string, value: Value): boolean {
  // Labels and numbers of sections are no values.
  return VALUES[value].test(text.replace(/\bsections? \d+\w*|\(\d+\)/g, ' '));
}
