/** The kind of value that a question asks for. */
import { isTableRow } from './tableHeader.ts';

export type Value = 'author' | 'amount' | 'rate' | 'duration' | 'time' | 'number';

/** "Who wrote this file?", "Wer hat das erstellt?" */
const AUTHOR =
  /\b(?:who|by whom|wer|von wem)\b.{0,80}\b(?:wr[io]te|written|prepared|drafted|geschrieben|verfasst|erstellt)\b|\b(?:author|verfasser(?:in)?)\b/i;
const DURATION =
  /\b(?:how (?:long|far back|many (?:days|months|years|weeks))|statute of limitations|holding period)|\b(?:wie lange|wie viele (?:tage|wochen|monate|jahre))\b/i;
const TIME =
  /\b(?:how (?:soon|late)|when\b|deadline|due dates?|by what date|time limit|within what)|\b(?:wann|innerhalb welcher)\b|frist(?:en)?\b/i;
const RATE =
  /\b(?:what (?:rate|percent(?:age)?)|tax rates?|rates?\b|how high|percent(?:age)?)|\b(?:wie viel prozent|welche[rm]? (?:steuer)?satz)\b|(?:steuer|hebe|zins|prozent)s(?:atz|ätze)\b/i;
const AMOUNT =
  /\b(?:how (?:much|large|big|high)|limit(?:s|ation)?|cap\b|ceiling|maximum|minimum|threshold|amount|exemption|standard deduction|up to)|\b(?:wie (?:hoch|viel|teuer)|was kostet|höchst\w*|mindest\w*|bis zu)\b|(?:betrag|beträge|grenze|pauschale)n?\b/i;
const NUMBER = /\b(?:how (?:many|few|often)|wie (?:viele|oft))\b/i;
const ASKING: readonly (readonly [Value, RegExp])[] = [
  ['author', AUTHOR],
  ['duration', DURATION],
  ['time', TIME],
  ['rate', RATE],
  ['amount', AMOUNT],
  ['number', NUMBER],
];

/** Null if the question asks for no value. */
export function askedValue(question: string): Value | null {
  return ASKING.find(([, pattern]) => pattern.test(question))?.[0] ?? null;
}

/** "high" of "how high" and "hoch" of "wie hoch", in lower case: they ask, and no answer needs them. */
export function askingAdverbs(question: string): string[] {
  return Array.from(
    question.matchAll(
      /\b(?:how (high|much|large|big|long|far|often|soon|late)|wie (hoch|viel|groß|lange|weit|oft|teuer))\b/giu,
    ),
    ([, english, german]) => (english ?? german ?? '').toLowerCase(),
  );
}

const COUNTED = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|thirty|sixty|ninety)`;
const LENGTH = String.raw`\b${COUNTED}[- ](?:day|week|month|year)s?\b|\b(?:\d+|ein\w{0,3}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf) (?:tag|woche|monat|jahr)\w{0,2}\b`;
const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)';
const VALUES: Readonly<Record<Value, RegExp>> = {
  // Two words of a name.
  author: /(?<!\p{L})\p{Lu}\p{Ll}+ (?:\p{Lu}\.? )?\p{Lu}\p{Ll}+/u,
  amount: /[$€]\s?\d|\b\d+(?:[.,]\d+)?\s?(?:percent|%|cents?\b|€|prozent|vom hundert)|\beuro\b/i,
  rate: /\b\d+(?:[.,]\d+)?\s?(?:percent|%|cents|prozent|vom hundert)|\bpercent(?:age)?\b/i,
  // A date does not say how long something takes.
  duration: new RegExp(LENGTH, 'i'),
  time: new RegExp(
    String.raw`${LENGTH}|\b(?:\d{1,2}(?:st|nd|rd|th)|first|last|fifteenth) day\b|\b${MONTH} \d|\b\d{1,2}\.? ${MONTH}\b|\b\d{4}-\d\d-\d\d\b|\b\d{1,2}([./])\d{1,2}\1\d{2,4}\b`,
    'i',
  ),
  number: new RegExp(String.raw`\b(?:\d+|${COUNTED})\b`, 'i'),
};

export function hasValue(text: string, value: Value): boolean {
  return VALUES[value].test(withoutLabels(text));
}

/** Labels and numbers of sections are no values. */
const withoutLabels = (text: string) =>
  text.replace(/\bsections? \d+\w*|\(\d+\)|^\d{1,2}(?:\.\d{1,2})+\.? (?=\p{Lu})/gmu, ' ');

const COUNTED_NOUN = /\b(?:how (?:many|few)|wie viele[nr]?)\s+(\p{L}+)/iu;
/** A number and up to three words after it. */
const COUNT = new RegExp(String.raw`(?<![\p{L}\p{N}])${COUNTED}((?:[ -]\p{L}+){1,3})`, 'giu');

/** "owners" in "How many owners may it have?". Null if the question does not ask how many of something there are. */
export function countedNoun(question: string): string | null {
  return askedValue(question) === 'number' ? (COUNTED_NOUN.exec(question)?.[1] ?? null) : null;
}

/** A cell of a table that is a number: "120,000", "6 of 7". */
const COUNT_CELL = /[|\t][^\S\t\n]*\d[\d.,]*(?: (?:of|von) \d[\d.,]*)?[^\S\t\n]*(?=[|\t]|$)/;

/** The words after the numbers of a text, "shareholders" of "more than 100 shareholders", and the rows of a table that has numbers: "Replies received | 6". */
export function countedWords(text: string): string {
  const rows = text.split('\n').filter(isTableRow);
  const counted = [...withoutLabels(text).matchAll(COUNT)].map(([, words]) => words);
  return [...counted, ...(rows.some((row) => COUNT_CELL.test(row)) ? rows : [])].join(' ');
}
