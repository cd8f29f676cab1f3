/** The labels with which sections of laws, regulations and standards begin, in headings and in lines of text. */
import { STANDARD_FAMILY } from '../../authority/standardFamily.ts';

export interface SectionLabel {
  /** As written: `§`, `Article`, `ASC`. Empty for a bare number. */
  readonly mark: string;
  /** In lower case, with plain hyphens: `15a`, `200.501`, `1.263(a)-2`, `606-10-25-1`. */
  readonly number: string;
  /** The number as written. */
  readonly written: string;
  /** Subsections behind the number, with dots. */
  readonly pin: string;
  /** The words behind the number. */
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
/** "§§ 2 und 3", "Articles 5 to 7": the first number counts. */
const MORE = `(?:(?:,| und| and| bis| to| et| –) ?${NUMBER}){0,4}`;
const PINS = '(?:\\([a-zA-Z0-9]{1,4}\\))*';
/** A title begins with a capital letter, a bracket or a quotation mark. A sentence goes on in lower case. */
const REST = '[.:]?(?:[ \\t\\u00a0]+(?:[-–—:] ?)?|[-–—])(?<title>[\\p{Lu}\\p{Lo}("“„«\\[‘].*)|[.:]?[ \\t\\u00a0]*';

const MARKED = new RegExp(
  `^(?:\\([A-Z]{1,6}\\) )?(?<mark>${MARKS})[ \\t\\u00a0]{0,3}(?<number>${NUMBER})${MORE}(?<pins>${PINS})(?:${REST})$`,
  'u',
);
const BARE = new RegExp(`^(?<number>${NUMBER})(?<pins>${PINS})(?:${REST})$`, 'u');
const LONGEST = 300;

/** "§ 15 Einkünfte", "Article 135", "606-10-25-1 Identifying the contract". Null if the text begins with no label. */
export function sectionLabelOf(text: string): SectionLabel | null {
  const line = text.slice(0, LONGEST).replace(/\s+/g, ' ').trim();
  return toLabel(MARKED.exec(line)) ?? toLabel(BARE.exec(line));
}

function toLabel(match: RegExpExecArray | null): SectionLabel | null {
  if (!match?.groups) return null;
  const { mark = '', number = '', pins = '', title = '' } = match.groups;
  return {
    mark: mark.trim(),
    number: number.replace(/[\u2010\u2011\u2013]/g, '-').toLowerCase(),
    written: number,
    pin: Array.from(pins.matchAll(/\((\w+)\)/g), ([, label]) => label).join('.'),
    title: title.trim(),
  };
}
