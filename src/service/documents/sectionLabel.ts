/** The labels with which sections of laws, regulations and standards begin, in headings and in lines of text. */
import { STANDARD_FAMILY } from '../../authority/standardFamily.ts';

export interface SectionLabel {
  /** As written: `§`, `Article`, `ASC`. Empty for a bare number. */
  readonly mark: string;
  /** In lower case, with plain hyphens: `15a`, `200.501`, `1.263(a)-2`, `606-10-25-1`. */
  readonly number: string;
  /** The other numbers of a heading for several sections: of "§§ 7c bis 9" `7d`, `8` and `9`. */
  readonly others: readonly string[];
  /** The numbers as written: "7c bis 9". */
  readonly written: string;
  /** Subsections after the number, with dots. */
  readonly pin: string;
  /** The words after the number. */
  readonly title: string;
}

/** The words and signs before the number of a section, in any language of the library. */
const MARKS = [
  '(?:§{1,2}[ \\u00a0]?){1,3}',
  'S(?:ec(?:tions?|s)?|EC(?:TIONS?|S)?)\\.?',
  '[Ss]\\.',
  'A(?:rt(?:icles?|ikel)?|RT(?:ICLES?|IKEL)?)\\.?',
  'Rule',
  'Regulation',
  '(?:(?:Treas(?:ury|\\.)?|(?:Temp|Prop)(?:orary|osed|\\.)?) ){0,2}Reg(?:ulations?|s)?\\.?(?: ?§{1,2}| [Ss]ec(?:tion|\\.)?)?',
  '\\d{1,2} (?:CFR|C\\.F\\.R\\.|U\\.?S\\.?C\\.?|USC)(?: ?§{1,2}| [Ss]ec(?:tion|\\.)?)?',
  '(?:IRC|I\\.R\\.C\\.)(?: ?§{1,2}| [Ss]ec(?:tion|\\.)?)?',
  `${STANDARD_FAMILY}(?: (?:Topic|No\\.|Section|§))?`,
  'Rev(?:enue|\\.) ?(?:Rul(?:ing)?|Proc(?:edure)?)\\.?|Notice|PLR|TAM',
].join('|');

const DASH = '[-\\u2010\\u2011\\u2013]';
const NUMBER =
  `\\d{1,9}[A-Za-z]{0,3}\\d{0,2}(?:\\.\\d{1,4}[A-Za-z]{0,3}\\d{0,3}){0,3}` +
  `(?:\\([a-zA-Z0-9]{1,3}\\)(?=${DASH}\\d))?(?:${DASH}S?\\d{1,4}[A-Z]{0,2}){0,3}(?![\\p{L}\\p{N}])`;
/** A hyphen without blanks separates numbers with a dot only. Others have hyphens themselves, and could be divided in many ways. */
const SEVERAL = `(?:,? (?:und|and|bis|to|et|–) |, ?|${DASH}(?=\\d{1,9}[A-Za-z]{0,3}\\.))`;
/** "§§ 2 und 3", "Articles 5 to 7", "§§ 102.104-102.109". */
const MORE = `(?<more>(?:${SEVERAL}${NUMBER}){0,20})`;
const EACH_MORE = new RegExp(`(${SEVERAL})(${NUMBER})`, 'gu');
const PINS = '(?:\\([a-zA-Z0-9]{1,4}\\))*';
/** A title begins with a capital letter, a bracket or a quotation mark. A sentence goes on in lower case. */
const REST = '[.:]?(?:[ \\t\\u00a0]+(?:[-–—:] ?)?|[-–—])(?<title>[\\p{Lu}\\p{Lo}("“„«\\[‘].*)|[.:]?[ \\t\\u00a0]*';

const MARKED = new RegExp(
  `^(?:\\([A-Z]{1,6}\\) )?(?<mark>${MARKS})[ \\t\\u00a0]{0,3}(?<number>${NUMBER})${MORE}(?<pins>${PINS})(?:${REST})$`,
  'u',
);
const BARE = new RegExp(`^(?<number>${NUMBER})(?<pins>${PINS})(?:${REST})$`, 'u');
const LONGEST = 300;
/** Numbers that one heading covers. */
const MAX_NUMBERS = 1000;

/** "§ 15 Einkünfte", "Article 135", "606-10-25-1 Identifying the contract". Null if the text begins with no label. */
export function sectionLabelOf(text: string): SectionLabel | null {
  const line = text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
  return toLabel(MARKED.exec(line)) ?? toLabel(BARE.exec(line));
}

function toLabel(match: RegExpExecArray | null): SectionLabel | null {
  if (!match?.groups) return null;
  const { mark = '', number: first = '', more = '', pins = '', title = '' } = match.groups;
  const [number = '', ...others] = numbersOf(toNumber(first), more);
  return {
    mark: mark.trim(),
    number,
    others,
    written: first + more,
    pin: Array.from(pins.matchAll(/\((\w+)\)/g), ([, label]) => label).join('.'),
    title: title.trim(),
  };
}

function toNumber(written: string): string {
  return written.replace(/[\u2010\u2011\u2013]/g, '-').toLowerCase();
}

function numbersOf(first: string, more: string): string[] {
  const numbers = [first];
  for (const [, separator = '', written = ''] of more.matchAll(EACH_MORE)) {
    const next = toNumber(written);
    const isRange = /bis|to|[-\u2010\u2011\u2013]/.test(separator);
    numbers.push(...(isRange ? numbersBetween(numbers.at(-1) ?? '', next) : []), next);
  }
  return [...new Set(numbers)].slice(0, MAX_NUMBERS);
}

const LETTER_A = 'a'.charCodeAt(0);

/** Between 7c and 9: 7d and 8. Letters go on after the last number: between 38 and 39b, 39 and 39a. */
function numbersBetween(first: string, last: string): string[] {
  const [from, to] = [partsOf(first), partsOf(last)];
  if (!from || !to || from.prefix !== to.prefix || to.number - from.number >= MAX_NUMBERS) return [];
  const name = (number: number, letter: number) =>
    `${from.prefix}${number}${letter === 0 ? '' : String.fromCharCode(letter)}`;
  const found: string[] = [];
  for (let number = from.number + 1; number <= to.number; number += 1) found.push(name(number, 0));
  const letters = from.number === to.number ? from.letter + 1 : 0;
  for (let letter = Math.max(letters, LETTER_A); letter < to.letter; letter += 1) found.push(name(to.number, letter));
  return found;
}

function partsOf(number: string) {
  const match = /^(.*?)(\d{1,9})([a-z]?)$/.exec(number);
  if (!match) return null;
  const [, prefix = '', digits = '', letter = ''] = match;
  return { prefix, number: Number(digits), letter: letter === '' ? 0 : letter.charCodeAt(0) };
}
