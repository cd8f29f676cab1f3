/** Citations of a text: sections with their subsections, parts named alone ("paragraph (2)"), rulings, cases and acts. */
import { parseAuthorities } from '../../authority/parseAuthorities.ts';
import type { TextRange } from '../../text/findQuotation.ts';
import { lettersOf } from '../../text/letters.ts';
import type { Citation } from './value.ts';

export interface FoundCitation extends Citation {
  /** False for "179(b)" and "199A", which are citations by their form only. */
  readonly explicit: boolean;
}

/** A section with its mark, except for `fields`. */
const citation = ({ start, end }: TextRange, fields: Partial<FoundCitation>): FoundCitation => ({
  type: 'citation',
  key: null,
  base: null,
  pins: [],
  level: 'section',
  explicit: true,
  start,
  end,
  ...fields,
});

const PIN = String.raw`\((?:\d{1,3}[A-Z]?|[A-Za-z]|([a-zA-Z])\1|[ivxl]{2,6}|[IVXL]{2,6})\)`;
/** Labels of one citation that are compared, and citations that follow one. */
const MOST_PINS = 8;
const MOST_ALSO = 20;
const PINS = /\((\w{1,6})\)/g;

const RELATIVE = new RegExp(
  String.raw`\b([Ss]ub(?:section|paragraph|clause|sec\.|par\.|para\.)s?|[Pp]aragraphs?|[Pp]aras?\.|[Pp]ars?\.|[Cc]lauses?)\s{0,3}(${PIN.replace('\\1', '\\3')}(?:\s?${PIN.replace('\\1', '\\4')}){0,6}|\d{1,3}[A-Z]?\b(?!\s?(?:%|percent|[.,]\d)|-\d))`,
  'g',
);
const ALSO = new RegExp(
  String.raw`\s?,?\s(?:(?:and|or|through)\s)?(${PIN}(?:\s?${PIN.replace('\\1', '\\3')}){0,6})`,
  'y',
);

const LEVELS: readonly (readonly [string, Citation['level']])[] = [
  ['subsec', 'subsection'],
  ['subpar', 'subparagraph'],
  ['subcl', 'clause'],
  ['cl', 'clause'],
  ['par', 'paragraph'],
];

export function citationsOf(text: string): FoundCitation[] {
  const found: FoundCitation[] = [];
  // Every citation but that of an act and of a lettered part has a digit.
  const hasDigit = /\d/.test(text);
  if (!hasDigit && !/\([A-Za-z]{1,5}\)|\bAct\b|\bvs?\./.test(text)) return found;
  for (const { key, base, pin, start, explicit, text: written } of hasDigit ? parseAuthorities(text) : []) {
    const pins = pin === '' ? [] : pin.split('.', MOST_PINS);
    const end = start + written.length;
    found.push(citation({ start, end }, { key, base, pins, explicit }));
    found.push(...alternatives(text, end, { key, base, pins }));
  }
  found.push(...codificationParagraphs(text), ...relativeCitations(text), ...works(text));
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  return merged(text, found);
}

/** Topics and paragraphs of the FASB codification without its name: "Topic 842", "842-10-25-2". */
const CODIFICATION = /(?<![\w.-])(?:Topic )?(\d{3}-\d{2,3}-\d{2,3}-\d{1,3}[A-Z]?|(?<=Topic )\d{3})(?![\w-])/g;

function codificationParagraphs(text: string): FoundCitation[] {
  return Array.from(text.matchAll(CODIFICATION), ({ 0: written, 1: number = '', index }) => {
    const key = `asc ${number.toLowerCase()}`;
    return citation({ start: index, end: index + written.length }, { key, base: key });
  });
}

/** The labels that follow a citation: "or (2)", "and (b)(3)". */
function* labelsAfter(text: string, from: number): Generator<TextRange & { readonly pins: string[] }> {
  ALSO.lastIndex = from;
  for (let match = ALSO.exec(text), count = 0; match !== null && count < MOST_ALSO; count += 1) {
    const end = match.index + match[0].length;
    yield { pins: pinsOf(match[1] ?? ''), start: end - (match[1] ?? '').length, end };
    ALSO.lastIndex = end;
    match = ALSO.exec(text);
  }
}

/** "section 179(b)(1) or (2)": the second has the section of the first. */
function alternatives(
  text: string,
  from: number,
  { key, base, pins: first }: Pick<FoundCitation, 'key' | 'base' | 'pins'>,
): FoundCitation[] {
  const found: FoundCitation[] = [];
  let pins = first;
  for (const { pins: own, ...place } of first.length > 0 ? labelsAfter(text, from) : []) {
    const level = pins.findLastIndex((pin) => kindOf(pin) === kindOf(own[0] ?? ''));
    if (level < 0) break;
    pins = [...pins.slice(0, level), ...own];
    found.push(citation(place, { key, base, pins }));
  }
  return found;
}

function relativeCitations(text: string): FoundCitation[] {
  return Array.from(text.matchAll(RELATIVE)).flatMap((match) => {
    const word = (match[1] ?? '').toLowerCase();
    const written = match[2] ?? '';
    const level = LEVELS.find(([beginning]) => word.startsWith(beginning))?.[1] ?? 'paragraph';
    const end = match.index + match[0].length;
    const first = { pins: written.startsWith('(') ? pinsOf(written) : [written], start: match.index, end };
    return [first, ...labelsAfter(text, end)].map(({ pins, ...place }) => citation(place, { pins, level }));
  });
}

/** Works without a section: court decisions, acts, publications. They are found if their name occurs in a source. */
const WORK = new RegExp(
  [
    String.raw`\b\d{1,3} (?:U\. ?S\.|S\. ?Ct\.|F\. ?(?:2d|3d|4th)|F\. ?Supp\.(?: ?[23]d)?|T\. ?C\.|B\. ?T\. ?A\.|Fed\. ?Cl\.|L\. ?Ed\.(?: ?2d)?|AFTR ?2d|USTC|Stat\.|Fed\. ?Reg\.|C\. ?B\.) ?(?:No\. ?)?\d{1,5}\b`,
    String.raw`\bT\. ?C\. ?(?:Memo\.?|Summ(?:ary|\.) Op(?:inion|\.)) ?\d{4}-\d{1,3}\b`,
    String.raw`\b(?:Pub(?:lic|\.) ?L(?:aw|\.)|P\. ?L\.) ?(?:No\. ?)?\d{2,3}-\d{1,3}\b`,
    String.raw`\b(?:IRS )?Pub(?:lication|\.) ?\d{1,4}(?:-[A-Z])?\b`,
    String.raw`\bCircular (?:No\. ?)?\d{1,4}\b`,
    String.raw`\b(?:IRM|I\.R\.M\.) ?(?:pt\. ?|§ ?)?\d{1,2}(?:\.\d{1,3}){1,5}\b`,
    String.raw`\b(?:Treasury Decision|Private Letter Ruling|Chief Counsel Advice|Executive Order) ?\d{4,9}\b`,
  ].join('|'),
  'g',
);
const VERSUS = /\bvs?\. (?=[A-Z])/g;
const PARTY_BEFORE = /((?:[A-Z][\w.'&-]* (?:(?:of|the|&|and) ){0,2}){0,6}[A-Z][\w.'&-]*),? $/;
const PARTY_AFTER = /^[A-Z][\w'&-]*/;
const ACT = /\bAct\b(?: of (?:19|20)\d\d)?/g;
const ACT_NAME = /((?:[A-Z][\w'-]*,? (?:(?:and|of|for|the|on|to|in|&) ){0,2}){1,8})$/;
const NOT_A_NAME = /^(?:(?:The|This|That|Such|An?|Each|Under|In|By|See|And|But|If|When|Of|To|For|Section|As)\s+)+/;
/** Characters in which the name before "v." or "Act" is looked for. */
const NAME_LENGTH = 100;

function works(text: string): FoundCitation[] {
  const found: FoundCitation[] = [];
  const add = (name: string, start: number, end: number) =>
    found.push(citation({ start, end }, { key: lettersOf(name), level: 'work' }));
  for (const match of text.matchAll(WORK)) add(match[0], match.index, match.index + match[0].length);
  for (const match of text.matchAll(VERSUS)) {
    const before = PARTY_BEFORE.exec(text.slice(Math.max(0, match.index - NAME_LENGTH), match.index));
    const end = match.index + match[0].length;
    const after = PARTY_AFTER.exec(text.slice(end, end + NAME_LENGTH));
    // The first party may be abbreviated ("Comm'r"), so the second one is looked up.
    if (before && after) {
      const start = match.index - before[0].length + before[0].indexOf(before[1] ?? '');
      add(`v ${after[0]}`, start, end + after[0].length);
    }
  }
  for (const match of text.matchAll(ACT)) {
    const before = ACT_NAME.exec(text.slice(Math.max(0, match.index - NAME_LENGTH), match.index))?.[1] ?? '';
    const name = before.replace(NOT_A_NAME, '');
    if (name.trim() === '') continue;
    add(name + match[0], match.index - name.length, match.index + match[0].length);
  }
  return found;
}

/** "paragraph (5) of § 6672(b)" becomes one citation. Overlapping ones are left out. */
function merged(text: string, citations: readonly FoundCitation[]): FoundCitation[] {
  const result: FoundCitation[] = [];
  // From the end, so that "clause (i) of paragraph (2) of section 5" is read from the section upward.
  for (const one of citations.toReversed()) {
    const next = result.at(-1);
    const isPart = next && next.level !== 'work' && one.key === null;
    if (next && one.end > next.start) {
      if (one.end >= next.end) result[result.length - 1] = one;
    } else if (isPart && /^\s+(?:of|in)\s+(?:the\s+)?$/.test(text.slice(one.end, next.start))) {
      result[result.length - 1] = { ...next, pins: [...next.pins, ...one.pins], start: one.start };
    } else result.push(one);
  }
  return result.reverse();
}

export function pinsOf(written: string): string[] {
  return Array.from(written.matchAll(PINS), (match) => match[1] ?? '');
}

/** Which row of labels a label belongs to, as far as it alone tells. */
export function kindOf(label: string): 'digit' | 'lower' | 'upper' {
  if (/^\d/.test(label)) return 'digit';
  return label === label.toLowerCase() ? 'lower' : 'upper';
}
