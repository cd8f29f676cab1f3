/** Citations of authorities, in documents' titles and in questions, as keys that compare equal: `199a`, `1.704-1`, `asc 606-10-25`. */

export interface Citation {
  /** `199a`, `1.704-1`, `asc 606-10-25`, `as 2301`. */
  readonly key: string;
  /** `b.2.B`; empty if the citation names no subsection. */
  readonly pin: string;
  /** The words of the citation as they were written. */
  readonly text: string;
  /** The code section that it rests on: `704` for `1.704-1`; the key itself otherwise. */
  readonly base: string;
  /** False where nothing but the form of the number says that it is a section ("1031", "179(b)"). */
  readonly certain: boolean;
}

const SUBSECTIONS = String.raw`((?:\s?\((?:[a-z]{1,4}|[A-Z]{1,4}|\d{1,3}[A-Z]?)\))*)`;
const CODE = String.raw`(\d{1,4}[A-Z]{0,2}(?:-\d{1,2}[A-Z]?)?)`;

const MARK = String.raw`(?:§§?|[Ss]ec(?:tion|tions|s)?\.?|SEC(?:TION)?\.?|(?:I\.?R\.?C\.?|[Cc]ode|USC|U\.S\.C\.)(?:\s*(?:§§?|[Ss]ec(?:tion|\.)?))?|\b[Ss]\.)`;

const REGULATION = new RegExp(
  String.raw`(?:(?:[Tt]reas(?:ury|\.)?\s*)?(?:[Tt]emp\.?\s*|[Pp]rop\.?\s*)?[Rr]eg(?:ulation|ulations|s)?\.?|CFR|§)\s*(?:§§?|[Ss]ec(?:tion|\.)?)?\s*(\d{1,3}\.(\d{1,4}[A-Z]?)(?:\([a-z]\))?-\d{1,3}[A-Z]?T?)` +
    SUBSECTIONS,
  'g',
);
const BARE_REGULATION = new RegExp(
  String.raw`(?<![\d.$])\b((?:1|20|25|26|31|48|53|54|301)\.(\d{1,4}[A-Z]?)-\d{1,3}T?)\b` + SUBSECTIONS,
  'g',
);
const STANDARD =
  /\b(ASC|ASU|IFRS|IAS|FAS|SFAS|SAB|AU-C|AU|AS|ISA|AT-C|AR-C|SSARS|GASB|QC|SQMS|ISQM)\s*(?:[Tt]opic\s*|[Nn]o\.\s*|§\s*|[Ss]ection\s*)?(\d{1,4}[A-Z]?(?:-\d{1,3}){0,3}[A-Z]?(?:\.\d{1,3})?)/g;
const MARKED = new RegExp(String.raw`${MARK}\s*${CODE}\b${SUBSECTIONS}`, 'g');
const ALSO = new RegExp(String.raw`^(?:\s*,\s*(?:and|or)?\s*|\s*(?:and|or|&|through|to|-)\s+)${CODE}\b${SUBSECTIONS}`);
const BARE = /(?<![\w$.,%/#-])(\d{1,4}[A-Z]{0,2})((?:\s?\((?:[a-z]{1,3}|[A-Z]{1,4}|\d{1,3}[A-Z]?)\))+)/g;
const LETTERED = /(?<![\w$.,%/#-])(\d{2,4}[A-Z])(?![\w%/-])/g;
const LEADING_CITATION = new RegExp(String.raw`^\s*(?:${MARK}\s*)${CODE}\b`);

/** Plans and forms that people call by a number: no section is meant. */
const NOT_SECTIONS = [
  /\b(?:401\s?(?:\(k\)|k)|403\s?(?:\(b\)|b)|457\s?(?:\([bf]\)|b)|529[Aa]?)(?![\w(])/g,
  /\b(?:[Ff]orms?|[Ss]chedule|[Pp]ublication|[Pp]ub\.?|[Nn]otice|[Rr]ev\.?\s*(?:[Rr]ul|[Pp]roc)\.?|[Aa]nnouncement|[Ll]ine|[Bb]ox)\s*(?:[A-Z]-)?\d[\w-]*/g,
  /\b\d{1,2}\s*(?:USC|U\.S\.C\.?|U\.S\. Code|CFR|C\.F\.R\.?)(?!\s*§)/g,
  /\$\s?\d[\d,.]*\s*(?:k|K|m|M|million|billion|thousand)?/g,
  /\b(?:19|20)\d\d\b(?!\()/g,
];

/** All authorities that a text names, in order, each once. */
export function findCitations(text: string): Citation[] {
  const found = new Map<string, Citation & { at: number }>();
  let rest = text;
  const add = (at: number, whole: string, key: string, pins: string, base: string, certain: boolean) => {
    const pin = toPin(pins);
    const id = `${key} ${pin}`;
    if (!found.has(id))
      found.set(id, { key: key.toLowerCase(), pin, text: whole.trim(), base: base.toLowerCase(), certain, at });
    // Blanked out, so that a looser pattern does not see it again.
    rest = rest.slice(0, at) + ' '.repeat(whole.length) + rest.slice(at + whole.length);
  };
  const each = (pattern: RegExp, take: (match: RegExpExecArray) => void) => {
    for (const match of Array.from(rest.matchAll(pattern))) take(match as RegExpExecArray);
  };
  each(STANDARD, (match) => {
    const key = `${(match[1] ?? '').toLowerCase()} ${match[2] ?? ''}`;
    // "as 12" is English; the auditing standard is written in capitals with four digits.
    if (match[1] !== 'AS' || /^\d{4}/.test(match[2] ?? '')) add(match.index, match[0], key, '', key, true);
  });
  for (const pattern of [REGULATION, BARE_REGULATION]) {
    each(pattern, (match) => add(match.index, match[0], match[1] ?? '', match[3] ?? '', match[2] ?? '', true));
  }
  for (const match of Array.from(rest.matchAll(MARKED))) {
    const key = match[1] ?? '';
    let end = match.index + match[0].length;
    if (/(?:19|20)\d\d/.test(key) && /U\.?S\.?C|s\.$/i.test(match[0].slice(0, 3))) continue;
    add(match.index, match[0], key, match[2] ?? '', key, true);
    for (let more = ALSO.exec(rest.slice(end)); more; more = ALSO.exec(rest.slice(end))) {
      const listed = /§§|ections|ecs/.test(match[0]) || (more[2] ?? '') !== '' || /[A-Z]$/.test(more[1] ?? '');
      if (!listed) break;
      add(end, more[0], more[1] ?? '', more[2] ?? '', more[1] ?? '', true);
      end += more[0].length;
    }
  }
  for (const pattern of NOT_SECTIONS) rest = rest.replace(pattern, (match) => ' '.repeat(match.length));
  each(BARE, (match) => {
    // "12 (a)" or "5 (five)" is no citation; "267(b)" is.
    if (!/^\d+[A-Z]* /.test(match[0])) add(match.index, match[0], match[1] ?? '', match[2] ?? '', match[1] ?? '', true);
  });
  each(LETTERED, (match) => add(match.index, match[0], match[1] ?? '', '', match[1] ?? '', true));
  return [...found.values()].sort((one, other) => one.at - other.at).map(({ at: _at, ...citation }) => citation);
}

/**
 * Numbers that may be meant as sections ("1031 exchange", "the 179 deduction"): worth a try if the library has such a document,
 * and never more than that. Years, amounts, percentages, ages and counts of days are out.
 */
export function possibleSections(text: string): string[] {
  let rest = text;
  for (const pattern of NOT_SECTIONS) rest = rest.replace(pattern, (match) => ' '.repeat(match.length));
  const units = String.raw`(?!\s*(?:%|percent|per cent|days?|months?|years?|yrs?|weeks?|hours?|shares?|shareholders?|people|persons?|employees?|owners?|partners?|members?|units?|miles?|k\b|million|thousand|dollars?|acres?|times|or (?:more|fewer|less)|st\b|nd\b|rd\b|th\b))`;
  const pattern = new RegExp(
    String.raw`(?<![\w$.,%/#-])(\d{2,4})(?![\w%/]|[.,]\d|-(?:day|month|year|percent|hour|week))${units}`,
    'g',
  );
  return [...new Set(Array.from(rest.matchAll(pattern), (match) => match[1] ?? ''))];
}

/** The authority that a document is, by its title or file name; empty if it is none. */
export function authorityOf(title: string): string {
  const leading = LEADING_CITATION.exec(title)?.[1];
  if (leading) return leading.toLowerCase();
  const first = findCitations(title)[0];
  return first && title.trimStart().startsWith(first.text) && first.certain && first.pin === '' ? first.key : '';
}

function toPin(pins: string): string {
  return Array.from(pins.matchAll(/\(([^)]+)\)/g), (match) => match[1] ?? '').join('.');
}
