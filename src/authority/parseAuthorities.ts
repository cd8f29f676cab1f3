/**
 * Finds citations of tax, accounting and auditing authorities in a text.
 * The text is read once from left to right. Every repetition in the patterns is bounded or cannot start twice at one place, so the time is linear.
 */
import { STANDARD_FAMILY } from './standardFamily.ts';

export interface AuthorityCitation {
  /** `code`: a section of the Code or of a document. `ruling`: what the IRS publishes. `standard`: accounting and auditing standards. */
  readonly type: 'code' | 'regulation' | 'ruling' | 'standard';
  /** Equal for every way of writing the same authority: `199a`, `1.704-1`, `rev. proc. 2015-20`, `asc 606-10-25`, `11 usc 362`. */
  readonly key: string;
  /** The subsection with dots, `b.2.B`. Empty if the citation names none. */
  readonly pin: string;
  /** The key of the authority that this one belongs to: `704` for `1.704-1`, `ifrs 16` for `ifrs 16.22`. Else the key itself. */
  readonly base: string;
  /** False if only the form of the number makes it a citation: `199A`, `179(b)`, `1.704-1`, `code 179`. */
  readonly explicit: boolean;
  /** The citation as written. */
  readonly text: string;
  /** How to cite it by itself, if `text` does not say of which law it is a section: "§ 16 EStG", "§ 362(a) of title 11". */
  readonly name?: string;
  /** Where `text` starts, in UTF-16 code units. */
  readonly start: number;
  /** Where the subsection starts; the end of `text` if there is none. */
  readonly pinStart: number;
}

const SPACE = String.raw`[ \t\u00a0\u202f]{0,3}(?:\r?\n[ \t]{0,3})?`;
const DASH = '[-\u2010\u2011\u2013]';
const SUBSECTION = String.raw`\s?\((?:[a-z]{1,2}|[ivxl]{3,5}|[A-Z]{1,2}|[IVXL]{3,5}|\d{1,3}[A-Z]?)\)`;

const REGULATION = String.raw`\d{1,3}\.(\d{1,4}[A-Z]?\d?)(?:\([a-z0-9]{1,3}\)){0,2}${DASH}\d{1,3}[A-Z]{0,2}(?!\w)`;
/** Only these parts of title 26 are taken for a regulation without a mark. */
const BARE_REGULATION = String.raw`(?<![\w$.,-])(?:1|20|25|26|31|48|53|54|301)\.(\d{1,4}[A-Z]?\d?)(?:\([a-z]\))?${DASH}\d{1,3}T?(?!\w)`;
/** Small letters and five digits count only in a law that is named: "42 U.S.C. 1395w-4", "§ 15a EStG", "42 U.S.C. 12112". */
const SECTION = String.raw`\d{1,4}(?:\.\d{1,4}){1,3}(?:${DASH}\d{1,3}(?![\w.])){0,2}(?!\w)|\d{1,4}[A-Z]{0,2}(?:${DASH}\d{1,2}[A-Z]?)?(?!\w)|\d{1,5}[a-z]{0,3}(?:${DASH}\d{1,2}[a-z]?)?(?!\w)`;
const NUMBER = `(?:${REGULATION}|${SECTION})`;

const SIGN = '§{1,2}';
/** What a number without a mark does not follow. A comma after up to three digits may separate thousands; others separate cells. */
const NOT_BEHIND = String.raw`(?<![\w$.%/#-])(?<!(?<!\d)\d{1,3},)`;
const SECTION_WORD = String.raw`[Ss]ec(?:tions?|s)?\.?|SEC(?:TIONS?)?\.?`;
const OPTIONAL_SIGN = `(?:${SPACE}(?:${SIGN}|${SECTION_WORD}))?`;
const MARK = [
  String.raw`(?<!\w)(?<title>\d{1,2})${SPACE}(?:U\.?${SPACE}S\.?${SPACE}(?:C\.?|Code)|C\.?F\.?R\.?)${OPTIONAL_SIGN}`,
  String.raw`(?<!\w)(?<regulation>(?:(?:[Tt]reas(?:ury|\.)?|(?:[Tt]emp|[Pp]rop)(?:orary|osed|\.)?)${SPACE}){0,3}[Rr]eg(?:ulations?|s)?\.?|C\.?F\.?R\.?)${OPTIONAL_SIGN}`,
  String.raw`(?<![\w.])(?:I\.?R\.?C\.?|irc|U\.?S\.?C\.?)${OPTIONAL_SIGN}`,
  SIGN,
  String.raw`(?<!\w)(?:${SECTION_WORD})`,
  String.raw`(?<weak>(?<![\w.])[Ss]\.|(?<!\w)[Cc]ode)`,
].join('|');

const STANDARD_NUMBER = String.raw`\d{1,4}[A-Z]?(?:${DASH}S?\d{1,3}[A-Z]?){0,3}(?:\.[A-C]{0,2}\d{1,3}){0,4}`;
const STANDARD = String.raw`(?<!\w)(?<family>${STANDARD_FAMILY})${SPACE}(?:\([A-Z][A-Za-z]{1,10}\)${SPACE})?(?:(?:[Tt]opic|[Nn]o\.|§|[Ss]ection)${SPACE})?(?<standard>${STANDARD_NUMBER})(?![\w%])(?:,?${SPACE}(?:[Pp]ara(?:graph|\.)?|¶)${SPACE}\.?(?<paragraph>[A-C]{0,2}\d{1,3})(?![\w.(%-]))?`;

const RULING =
  String.raw`(?<!\w)(?:(?<series>[Rr]ev(?:enue|\.)?${SPACE}(?:[Rr]ul|[Pp]roc)(?:ing|edure)?\.?|[Nn]otice|[Aa]nn(?:ouncement|\.))${SPACE}(?<year>\d{2,4}${DASH}\d{1,3})` +
  String.raw`|(?<letter>PLR|TAM|CCA|FSA|GCM|T\.D\.)${SPACE}(?<document>\d{4,9}))(?!\w)`;

/** What people call by a number and is no section. */
const OTHER_NUMBERS = [
  // Plans: the words for them, not the sections that they are named after.
  String.raw`${NOT_BEHIND}(?<!§)(?:401\s?(?:\(k\)|[kK])|403\s?(?:\(b\)|b)|457\s?(?:\([bf]\)|b)|529[Aa]?)(?![\w(])`,
  String.raw`(?<!\w)(?:[Ff]orms?|FORM|[Ss]chedule|[Pp]ub(?:lication|\.)?|[Nn]otice|[Rr]ev\.?\s?(?:[Rr]ul|[Pp]roc)\.?|[Aa]nnouncement|[Ll]ine|[Bb]ox|[Rr]ule|[Ii]tem|[Nn]ote|[Ee]xhibit|[Tt]able|[Pp]age|[Pp]ara(?:graph|\.)?)\s{0,3}(?:[A-Z]-)?\d[\w-]{0,20}(?:\(\w{1,4}\))*`,
  String.raw`(?<!\w)(?:10-?[KQ]|8-?K|20-?F|6-?K|11-?K)(?!\w)`,
  String.raw`\$\s?\d[\d,.]{0,30}\s?(?:k|K|m|M|million|billion|thousand)?`,
].join('|');

const SCANNER = new RegExp(
  [
    `(?<isStandard>${STANDARD})`,
    `(?<isRuling>${RULING})`,
    // "SEC 10-K" is a filing with the SEC.
    String.raw`(?<!\w)SEC\s{1,3}\d{1,2}-[A-Z]\b`,
    `(?<isMarked>(?:${MARK})${SPACE}(?<number>${NUMBER}))`,
    `(?<isBareRegulation>${BARE_REGULATION})`,
    `(?<isOther>${OTHER_NUMBERS})`,
    // Amounts are written "50K" and "50M", so sections of up to three digits with these letters need a mark.
    String.raw`${NOT_BEHIND}(?<bare>\d{1,4}[A-Z]{0,2}(?=\()|(?!\d{1,3}[KM])\d{2,4}[A-Z](?![\w%/-]))`,
  ].join('|'),
  'g',
);
const SUBSECTIONS = new RegExp(`(?:${SUBSECTION})+`, 'y');
/** A subsection after a title. */
const AFTER_TITLE = /[^\n·§*]{0,200} · ((?:\(\w{1,5}\)){1,8})/y;
const AFTER_BOLD_TITLE = /[^\n·§*]{0,200}\*\* ((?:\(\w{1,5}\)){1,8})/y;
const LIST_WORD = '(?:and(?:/or)?|or|und|oder|sowie)';
const NEXT_IN_LIST = new RegExp(
  String.raw`(?:\s?,${SPACE}(?:${LIST_WORD}\s{1,3})?|\s{0,3}(?:${LIST_WORD}|&|through|to|bis|-)\s{1,3})(?<number>${NUMBER})`,
  'y',
);

/** "section 362(a) of title 11", "§ 1614.105 of title 29, Code of Federal Regulations". */
const OF_TITLE = new RegExp(
  String.raw`,?${SPACE}of${SPACE}[Tt]itle${SPACE}(?<title>\d{1,2})(?![\w-])(?<isCfr>,?${SPACE}(?:of${SPACE}the${SPACE})?(?:Code of Federal Regulations|C\.?F\.?R))?`,
  'y',
);

/** All citations in the order of the text, repeated ones included. */
export function parseAuthorities(text: string): AuthorityCitation[] {
  return parseNumbers(text).filter((citation) => !needsLaw(citation));
}

/** "§ 15a" without the name of its law: no section of the Code has such a number. */
export function needsLaw({ type, key, text, start, pinStart }: AuthorityCitation): boolean {
  return type === 'code' && !key.includes(' ') && /\d[a-z]|\d{5}/.test(text.slice(0, pinStart - start));
}

/** As `parseAuthorities`, with the sections for which `needsLaw` is true. */
export function parseNumbers(text: string): AuthorityCitation[] {
  const found: AuthorityCitation[] = [];
  SCANNER.lastIndex = 0;
  for (let match = SCANNER.exec(text); match; match = SCANNER.exec(text)) {
    const { groups = {}, index: start } = match;
    const end = SCANNER.lastIndex;
    if (groups.isStandard) found.push(...standard(match));
    else if (groups.isRuling) found.push(ruling(match));
    else if (groups.isMarked) SCANNER.lastIndex = readMarked(text, match, found);
    else if (groups.isBareRegulation) {
      found.push(section(text, { number: match[0], start, end, explicit: false }));
    } else if (groups.bare) {
      const bare = section(text, { number: match[0], start, end, explicit: false });
      // "5(five)" and "179(" are no citations.
      if (bare.pin !== '' || /[A-Z]$/.test(match[0])) found.push(bare);
    }
    const last = found.at(-1);
    if (last && last.start >= start) {
      SCANNER.lastIndex = Math.max(SCANNER.lastIndex, last.start + last.text.length);
    }
  }
  return found;
}

/** Each authority with its subsection once, where it is cited first: also sections for which `needsLaw` is true. */
export function distinctAuthorities(text: string): AuthorityCitation[] {
  const distinct = new Map<string, AuthorityCitation>();
  for (const citation of parseNumbers(text)) {
    const id = `${citation.key} ${citation.pin}`;
    if (!distinct.has(id)) distinct.set(id, citation);
  }
  return [...distinct.values()];
}

/** Reads a marked citation and the list that may follow it, as in "sections 351, 368 and 721". Returns where it ends. */
function readMarked(text: string, match: RegExpExecArray, found: AuthorityCitation[]): number {
  const { title, regulation, weak, number = '' } = match.groups ?? {};
  const mark = match[0].slice(0, match[0].length - number.length);
  const start = match.index;
  let end = start + match[0].length;
  const isRegulation = /^\d{1,3}\.\w+(?:\(\w+\))*[-\u2010\u2011\u2013]/.test(number);
  if (isInAddress(text, start, end)) return end;
  // The number begins the next row, in which a citation can follow.
  if (isColumnHeading(text, start, mark)) return end - number.length;
  // "Reg. 12" may be anything; "USC 2018" is an edition.
  if (regulation !== undefined && !isRegulation && !/[§.]/.test(mark.slice(3) + number)) return end;
  if (title === undefined && /U\.?S\.?C\.?\s*$/.test(mark) && /^(?:19|20)\d\d$/.test(number)) return end;
  const before = found.length;
  const otherTitle = title !== undefined && title !== '26' ? `${title} ${/U/.test(mark) ? 'usc' : 'cfr'} ` : '';
  const first = section(text, { number, start, end, explicit: weak === undefined, prefix: otherTitle });
  found.push(first);
  end = first.start + first.text.length;
  for (;;) {
    NEXT_IN_LIST.lastIndex = end;
    const next = NEXT_IN_LIST.exec(text);
    const nextNumber = next?.groups?.number;
    if (next === null || nextNumber === undefined) break;
    const nextEnd = next.index + next[0].length;
    const cited = section(text, {
      number: nextNumber,
      start: nextEnd - nextNumber.length,
      end: nextEnd,
      explicit: weak === undefined,
      prefix: otherTitle,
    });
    // After "section 179" only what looks like a section continues the list: "section 179 and 30 more".
    if (!/§§|(?:ections|ECTIONS|ecs)/.test(mark) && cited.pin === '' && !/[A-Z]$/.test(nextNumber)) break;
    found.push(cited);
    end = cited.start + cited.text.length;
  }
  OF_TITLE.lastIndex = end;
  const behind = title === undefined ? OF_TITLE.exec(text)?.groups : undefined;
  if (behind) for (const cited of found.splice(before)) found.push(ofTitle(cited, behind));
  return end;
}

/** A citation whose title is named after it, or after the list that it is in. */
function ofTitle(
  citation: AuthorityCitation,
  { title, isCfr }: { readonly [group: string]: string | undefined },
): AuthorityCitation {
  if (citation.type === 'regulation' && isCfr === undefined) return citation;
  const prefix = title === '26' ? '' : `${title} ${isCfr === undefined ? 'usc' : 'cfr'} `;
  const number = citation.text.slice(citation.text.search(/\d/));
  const name = `§ ${number} of title ${title}${isCfr === undefined ? '' : ', Code of Federal Regulations'}`;
  const key = prefix + citation.key;
  return { ...citation, key, base: prefix === '' ? citation.base : key, name };
}

/** "§ 179. Election to expense · (b)(1)", "**§ 179. Election to expense** (b)(1)". */
function pinsOfTitle(text: string, start: number, end: number): string {
  const pattern = text.startsWith('**', start - 2) ? AFTER_BOLD_TITLE : AFTER_TITLE;
  pattern.lastIndex = end;
  return pattern.exec(text)?.[1] ?? '';
}

/** "/section179" and "section179.html" are parts of an address or a file name. */
function isInAddress(text: string, start: number, end: number): boolean {
  if (!/^[Ss][Ee][Cc][a-zA-Z]*\d/.test(text.slice(start, end))) return false;
  return /[/@#=&?.-]/.test(text.charAt(start - 1)) || /^(?:[/@#=&?-]|\.\w)/.test(text.slice(end, end + 2));
}

/** "year,section" above "2024,179": the mark is the last cell of its row. In prose, a space follows a comma. */
function isColumnHeading(text: string, start: number, mark: string): boolean {
  return /\n\s*$/.test(mark) && /(?:[,;\t]|[·|] )$/.test(text.slice(Math.max(0, start - 2), start));
}

interface Written {
  readonly number: string;
  readonly start: number;
  /** Where the number ends. */
  readonly end: number;
  readonly explicit: boolean;
  readonly prefix?: string;
}

function section(text: string, { number, start, end, explicit, prefix = '' }: Written): AuthorityCitation {
  SUBSECTIONS.lastIndex = end;
  const pins = SUBSECTIONS.exec(text)?.[0] ?? '';
  const titled = pins === '' && explicit ? pinsOfTitle(text, start, end) : '';
  const plain = withHyphens(number).toLowerCase();
  // Regulations of title 26 have the number of their section of the Code: 1.704-1. Those of other titles are numbered in another way.
  const base = /^\d+\.(\w+)(?:\(\w+\))*-/.exec(plain)?.[1];
  return {
    type: base === undefined ? 'code' : 'regulation',
    key: prefix + plain,
    pin: Array.from((pins + titled).matchAll(/\((\w+)\)/g), (pin) => pin[1] ?? '').join('.'),
    base: prefix === '' ? (base ?? plain) : prefix + plain,
    explicit,
    text: text.slice(start, end + pins.length),
    start,
    pinStart: end,
  };
}

function standard(match: RegExpExecArray): AuthorityCitation[] {
  const { family = '', standard: number = '', paragraph } = match.groups ?? {};
  // "as 12" is English. The standards of the PCAOB have four digits.
  if (family === 'AS' && !/^\d{4}/.test(number)) return [];
  const key = `${family} ${withHyphens(number)}`.toLowerCase();
  const base = key.replace(/\..*$/, '');
  // "IFRS 16 paragraph 22" is IFRS 16.22. A number that names its paragraph already keeps it.
  const own = paragraph === undefined || base !== key ? key : `${key}.${paragraph.toLowerCase()}`;
  return [whole(match, 'standard', own, base)];
}

function ruling(match: RegExpExecArray): AuthorityCitation {
  const { series, year = '', letter, document = '' } = match.groups ?? {};
  const key =
    series === undefined ? `${(letter ?? '').toLowerCase()} ${document}` : `${seriesName(series)} ${withHyphens(year)}`;
  return whole(match, 'ruling', key, key);
}

function seriesName(written: string): string {
  if (/^n/i.test(written)) return 'notice';
  if (/^a/i.test(written)) return 'announcement';
  return /rul/i.test(written) ? 'rev. rul.' : 'rev. proc.';
}

function whole(match: RegExpExecArray, type: AuthorityCitation['type'], key: string, base: string): AuthorityCitation {
  const text = match[0];
  return { type, key, pin: '', base, explicit: true, text, start: match.index, pinStart: match.index + text.length };
}

function withHyphens(number: string): string {
  return number.replace(/[\u2010\u2011\u2013]/g, '-');
}
