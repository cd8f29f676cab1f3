/** Finds client identifiers in text, in time linear in the length of the text. */
import { escapePattern } from '../../text/escapePattern.ts';
import { isTooCommon } from '../clientName.ts';
import {
  IBAN_LENGTHS,
  isCardNumber,
  isEin,
  isGermanTaxId,
  isGermanVatId,
  isIban,
  isItin,
  isRoutingNumber,
  isSsn,
} from './checkDigits.ts';
import { normalize, type Reading, readingsOf } from './normalize.ts';

/** The kinds, as placeholders name them. */
export const IDENTIFIER_KINDS = [
  'SSN',
  'ITIN',
  'EIN',
  'TAXID',
  'ROUTING',
  'ACCOUNT',
  'IBAN',
  'CARD',
  'EMAIL',
  'NAME',
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

export interface Finding {
  readonly kind: IdentifierKind;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Equal for every notation of the same identifier. */
  readonly value: string;
}

/** Number of characters before a bare number in which a word must say what the number is. */
const CONTEXT = 48;
/** The end of a line, also of one in a quotation. */
const LINE_END = String.raw`[ \t]{0,2}\r?\n[ \t>]{0,4}`;
/** One blank or the end of a line. */
const BLANK = String.raw`(?:[ \t]|${LINE_END})`;
/** A dash, with blanks around it, also where a line breaks next to it. */
const DASH = String.raw`(?:(?:${LINE_END}|[ \t]{0,2})-(?:${LINE_END}|[ \t]{0,2}))`;
/** So many digits, where a blank may separate two of them. */
const digits = (count: number) => Array.from({ length: count }, () => String.raw`\d`).join(`${BLANK}?`);
/** What separates the groups of digits of a number that a word names, or in which few other numbers would pass for one. */
const ANY_GAP = String.raw`(?:[\p{P}\p{S}]|${BLANK})`;
/** A sign between groups of digits. The numbers of a sum or of a list are groups of digits as well. */
const SIGN = String.raw`(?![,;*\p{Sm}])[\p{P}\p{S}]`;
const CARD_GAP = `(?:${SIGN}|${BLANK})`;
/** What may stand between the groups of the number of an account, in which a word tells what it is. */
const ACCOUNT_GAP = `(?:${BLANK}|${DASH})?`;
/** How a number of that many digits begins. */
const inGroups = (count: number) => String.raw`\d[\d\s>-]{${count - 1}}`;
/** Nine digits in three groups. */
const SSN_FORM = String.raw`(?:${digits(3)}${DASH}${digits(2)}${DASH}${digits(4)}|\d{3}(${SIGN})\d{2}\1\d{4})`;
/** The same where a word names them. */
const SSN_DIGITS = String.raw`${digits(9)}|\d{3}${ANY_GAP}\d{2}${ANY_GAP}\d{4}`;

interface Rule {
  readonly kind: IdentifierKind;
  readonly pattern: RegExp;
  /** The normalized value, or null if the text is not an identifier. */
  readonly check: (text: string) => string | null;
  /** A word that must appear shortly before. */
  readonly after?: RegExp;
  /** Number of characters before the match in which `after` is searched. `CONTEXT` if it is missing. */
  readonly context?: number;
}

const digitsIf = (isValid: (digits: string) => boolean) => (text: string) => {
  const digits = text.replace(/\D/g, '');
  return isValid(digits) ? digits : null;
};

// The match must not be part of a word or of a longer number, amount, section or document number.
// The letter of an escaped line end or tab, as in JSON, is no word.
// Underscores beside it are those of emphasis in Markdown, or of a name of a file or field: `ssn_123456789`, `123-45-6789_final`.
// The name of the identifier may stand directly in front of it.
const NAMED = '(?<=(?<![A-Za-z])(?:SSN|ssn|ITIN|itin|EIN|ein|TIN|tin)_?)';
const BEFORE = String.raw`(?:(?<=\\[nrt])|${NAMED}|(?<![\p{L}\p{N}$€£¥§]|\p{N}_))(?<![\p{N}][-–.,/])`;
const AFTER = String.raw`(?![\p{L}\p{N}%]|_\p{N})(?![-–.,/:][\p{N}])`;
// The cheap lookahead comes first. It rules out nearly every position.
const rule = (body: string, begin = String.raw`\d{2}`) => new RegExp(`(?=${begin})${BEFORE}(?:${body})${AFTER}`, 'gu');
const SPACED = String.raw`\d${BLANK}?\d`;

const SSN_WORD = /\b(?:ssn|ss\s?#|soc(?:ial)?\.?\s+sec(?:urity)?|tin|taxpayer\s+id)/i;
const ITIN_WORD = /\b(?:itin|tin|taxpayer\s+id|individual\s+taxpayer)/i;
const EIN_WORD = /\b(?:f?ein|tin|taxpayer\s+id|employer\s+id|federal\s+id|tax\s+id)/i;
const ROUTING_WORD = /\b(?:routing|aba|rtn|transit)\b/i;
const BANK_CODE = String.raw`\b(?:sort[\s-]?code|bank\s?code|blz|bankleitzahl)\b`;
const BANK_CODE_WORD = new RegExp(String.raw`${BANK_CODE}\D{0,12}$`, 'i');
const ACCOUNT = String.raw`\b(?:account|acct|a\/c|(?:bank)?konto|kto)\.?`;
const ACCOUNT_WORD = new RegExp(
  String.raw`(?:\b(?:bank|checking|savings|deposit|brokerage)\s+${ACCOUNT}|${ACCOUNT}-?\s*(?:number|num|no\b|#|nummer|nr)|\biban|\ba\/c(?=[\s.:]*$)|${BANK_CODE}[\d\s:.,;-]{0,20}${ACCOUNT})\D{0,12}$`,
  'i',
);
/** A word for accounts of ledgers too, whose numbers have up to eight digits. */
const ONLY_ACCOUNT = new RegExp(String.raw`${ACCOUNT}[\s:*_"]{0,6}$`, 'i');
/** Years or days, as in the heading of a table: "Account 2024 2025". */
const YEARS = /^(?:(?:19|20)\d\d(?:-\d\d-\d\d)?(?:[ -]|$))+$/;
const accountIf = (least: number) => (text: string) =>
  YEARS.test(text) ? null : digitsIf((digits) => digits.length >= least)(text);

/** Number of characters before a number in which its German label is searched: the longest label and the words after it. */
const LABEL_CONTEXT = 80;
/** What may stand between a German label and its number: 12 characters, or 30 in which no sentence ends: "des Kunden lautet:". */
const LABEL_END = String.raw`(?:\D{0,12}|[^\d.;!?]{0,30})$`;
const label = (name: string) => new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${name})${LABEL_END}`, 'iu');
const NUMBER = String.raw`-?\s?(?:nummer|nr\.?)`;
const TAX_ID_LABEL = label(
  String.raw`steuer-?\s?id(?:(?:ent(?:ifikations)?)?${NUMBER})?|(?:steuerliche\s+)?identifikations${NUMBER}|idnr\.?`,
);
const TAX_NUMBER_LABEL = label(String.raw`steuer-?\s?(?:nummer|nr\.?)|st\.?\s?-?\s?nr\.?`);
const VAT_LABEL = label(
  String.raw`(?:ust\.?|umsatzsteuer|w|wirtschafts)-?\s?id(?:ent(?:ifikations)?)?\.?(?:${NUMBER})?|vat\s+(?:id|number|no\.?)`,
);
/** The digits of an IdNr.: 12 345 678 901. */
const TAX_ID_FORM = String.raw`\d{11}|\d{2}${BLANK}\d{3}${BLANK}\d{3}${BLANK}\d{3}`;
/** The groups of each German state, and the 13 digits of ELSTER. */
const TAX_NUMBER_FORM = String.raw`\d{2,3}${ANY_GAP}\d{3,4}${ANY_GAP}\d{4,5}|\d{5}${ANY_GAP}\d{5}|\d{10,11}|\d{13}`;
/** A USt-IdNr., or a W-IdNr., which adds the number of an activity. */
const VAT_FORM = String.raw`[Dd][Ee][ \t]?\d{3}[ \t]?\d{3}[ \t]?\d{3}(?:-\d{5})?`;
/** The characters of an IBAN, as many as its country has, so that the word after it does not count. */
const IBAN_FORM = [...IBAN_LENGTHS]
  .map(([country, length]) => {
    const letters = country.replace(/./g, (letter) => `[${letter}${letter.toLowerCase()}]`);
    return String.raw`${letters}\d{2}(?:${ANY_GAP}?[A-Za-z0-9]){${length - 4}}`;
  })
  .join('|');

const RULES: readonly Rule[] = [
  { kind: 'SSN', pattern: rule(SSN_FORM, SPACED), check: digitsIf(isSsn) },
  { kind: 'ITIN', pattern: rule(SSN_FORM, SPACED), check: digitsIf(isItin) },
  { kind: 'SSN', pattern: rule(SSN_DIGITS, SPACED), check: digitsIf(isSsn), after: SSN_WORD },
  { kind: 'ITIN', pattern: rule(SSN_DIGITS, SPACED), check: digitsIf(isItin), after: ITIN_WORD },
  {
    kind: 'EIN',
    pattern: rule(String.raw`\d{2}(?:[ \t]{0,2}-(?:${LINE_END}|[ \t]{0,2}))\d{7}`),
    check: digitsIf(isEin),
  },
  {
    kind: 'EIN',
    pattern: rule(String.raw`\d{2}${ANY_GAP}\d{7}|${digits(9)}`, SPACED),
    check: digitsIf(isEin),
    after: EIN_WORD,
  },
  { kind: 'TAXID', pattern: rule(TAX_ID_FORM), check: digitsIf(isGermanTaxId) },
  {
    kind: 'TAXID',
    pattern: rule(TAX_ID_FORM),
    check: digitsIf(() => true),
    after: TAX_ID_LABEL,
    context: LABEL_CONTEXT,
  },
  {
    kind: 'TAXID',
    pattern: rule(TAX_NUMBER_FORM),
    check: digitsIf(() => true),
    after: TAX_NUMBER_LABEL,
    context: LABEL_CONTEXT,
  },
  {
    kind: 'TAXID',
    pattern: rule(VAT_FORM, '[Dd][Ee]'),
    check: digitsIf((digits) => isGermanVatId(digits.slice(0, 9))),
  },
  {
    kind: 'TAXID',
    pattern: rule(VAT_FORM, '[Dd][Ee]'),
    check: digitsIf(() => true),
    after: VAT_LABEL,
    context: LABEL_CONTEXT,
  },
  {
    kind: 'ROUTING',
    pattern: rule(String.raw`\d(?:${ACCOUNT_GAP}\d){8}`, inGroups(9)),
    check: digitsIf(isRoutingNumber),
    after: ROUTING_WORD,
  },
  {
    kind: 'ROUTING',
    pattern: rule(
      String.raw`\d{2}${ACCOUNT_GAP}\d{2}${ACCOUNT_GAP}\d{2}|\d{3}${ACCOUNT_GAP}\d{3}${ACCOUNT_GAP}\d{2}`,
      inGroups(6),
    ),
    check: digitsIf(() => true),
    after: BANK_CODE_WORD,
  },
  {
    kind: 'ACCOUNT',
    pattern: rule(String.raw`\d(?:${ACCOUNT_GAP}\d){6,16}`, inGroups(7)),
    check: accountIf(7),
    after: ACCOUNT_WORD,
  },
  {
    kind: 'ACCOUNT',
    pattern: rule(String.raw`\d{9,17}|\d{2,8}([ -])\d{2,8}(?:\1\d{1,8}){1,4}`, inGroups(9)),
    check: accountIf(9),
    after: ONLY_ACCOUNT,
  },
  {
    kind: 'IBAN',
    pattern: rule(IBAN_FORM, String.raw`[A-Za-z]{2}\d{2}`),
    check: (text) => {
      const bare = text.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
      return isIban(bare) ? bare : null;
    },
  },
  {
    kind: 'CARD',
    pattern: rule(
      String.raw`\d{13,19}|\d{4}(?:${CARD_GAP}\d{4}){3}(?:${CARD_GAP}\d{3})?|\d{4}${CARD_GAP}\d{6}${CARD_GAP}\d{4,5}`,
    ),
    check: digitsIf(isCardNumber),
  },
  {
    kind: 'EMAIL',
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
    check: (text) => text.toLowerCase(),
  },
];

/** Identifiers by how they are written. */
export type KnownIdentifiers = ReadonlyMap<string, Pick<Finding, 'kind' | 'value'>>;

/**
 * The findings in the order of the text, without overlaps. `names`: the names of clients and matters. `known`: numbers that are found
 * wherever they are written, also where neither a word nor their form tells what they are.
 */
export function findIdentifiers(
  original: string,
  names: readonly string[] = [],
  known: KnownIdentifiers = new Map(),
): Finding[] {
  const found = readingsOf(original).flatMap((reading) => findIn(original, reading, names, known));
  return withoutOverlaps(found);
}

function findIn(
  original: string,
  { text, range }: Reading,
  names: readonly string[],
  known: KnownIdentifiers,
): Finding[] {
  const found: Finding[] = [];
  const add = (kind: IdentifierKind, index: number, match: string, value: string) => {
    const [start, end] = range(index, index + match.length);
    found.push({ kind, start, end, text: original.slice(start, end), value });
  };
  for (const each of RULES) {
    if (each.kind === 'EMAIL' && !text.includes('@')) continue;
    for (const match of text.matchAll(each.pattern)) {
      const value = each.check(match[0]);
      if (value === null) continue;
      const { index } = match;
      const { after, context = CONTEXT } = each;
      if (after && !after.test(text.slice(Math.max(0, index - context), index))) continue;
      add(each.kind, index, match[0], value);
    }
  }
  const lower = text.toLowerCase();
  for (const name of names) {
    const value = nameValue(name);
    const written = normalize(name).text;
    for (const pattern of [...namePatterns(written, text, lower), ...withoutFormPatterns(written, text, lower)])
      for (const match of text.matchAll(pattern)) add('NAME', match.index, match[0], value);
  }
  for (const [written, { kind, value }] of known) {
    for (let at = text.indexOf(written); at >= 0; at = text.indexOf(written, at + written.length))
      add(kind, at, written, value);
  }
  return found;
}

/** The finding as it is shown: enough to recognize it, not enough to use it. */
export function mask({ kind, text, value }: Finding): string {
  switch (kind) {
    case 'SSN':
    case 'ITIN':
      return `***-**-${value.slice(-4)}`;
    case 'EIN':
      return `**-***${value.slice(-4)}`;
    case 'EMAIL':
      return `${value.slice(0, 1)}***${value.slice(value.lastIndexOf('@'))}`;
    case 'NAME':
      return `${[...text][0] ?? ''}…`;
    case 'IBAN':
      return `${value.slice(0, 2)}…${value.slice(-4)}`;
    case 'TAXID':
    case 'ROUTING':
    case 'ACCOUNT':
    case 'CARD':
      return `…${value.slice(-4)}`;
  }
}

/** The `value` of a finding of this name. */
export function nameValue(name: string): string {
  return words(normalize(name).text).join(' ').toLowerCase();
}

function words(name: string): string[] {
  return name.split(/[\s,.-]+/).filter(Boolean);
}

/** Between two words of a name, also in the name of a file, in emphasis or in two cells. */
const NAME_GAP = String.raw`(?:[^\p{L}\p{N}]|\\[nrt]){1,6}`;
const LISTED_GAP = String.raw`\s{0,3},\s{0,3}`;
const NAME_START = String.raw`(?<![\p{L}\p{N}])`;
const NAME_END = String.raw`(?=s?(?![\p{L}\p{N}]))`;
/** The sign in the name of a company, which others write as a word. */
const AND = /(?<=[\p{L}\p{N}])\s*[&+]\s*(?=[\p{L}\p{N}])|\s+(?:and|und)\s+/iu;
/** Letters of the shortest name that is found joined in small letters. A shorter one may be part of a word. */
const MIN_JOINED = 8;

/**
 * The ways to write a name that may be in the text. They match whole words with any spacing and punctuation between them, also in the
 * German genitive, which adds an s, and with the last word first (`Roe, Jane`). In `John Roe, Jane Roe` the two orders overlap, so each has
 * a pattern of its own. A short name must match in case, because it may be a word.
 */
function namePatterns(name: string, text: string, lower: string): RegExp[] {
  // A pattern takes a millisecond to compile, and few of the names are in a text.
  const mayHave = (word: string) => !/^[ -~]+$/.test(word) || lower.includes(word.toLowerCase());
  if (!mayHave(words(name.split(/[&+]/).at(-1) ?? '').at(-1) ?? '')) return [];
  const sides = name.split(AND).map(words);
  const all = sides.flat();
  const letters = all.join('').length;
  if (letters < 2) return [];
  if (!all.every(mayHave)) return initialsPatterns(name, text);
  const written = sides.map((side) => side.map(escapePattern));
  const bodies = [written.map((side) => side.join(NAME_GAP)).join(`${NAME_GAP}(?:(?:and|und)${NAME_GAP})?`)];
  const parts = written.flat();
  const last = parts.pop() ?? '';
  if (parts.length > 0) bodies.push(`${last}${LISTED_GAP}${parts.join(NAME_GAP)}`);
  const flags = letters <= 3 ? 'gu' : 'giu';
  return [
    ...bodies.map((body) => new RegExp(NAME_START + body + NAME_END, flags)),
    ...joinedPatterns(all),
    ...initialsPatterns(name, text),
  ];
}

/** What others leave out at the end of the name of a company. */
const LEGAL_FORM =
  /(?:[\s,&+]+(?:Inc|Incorporated|LLC|LLP|LP|PLLC|Ltd|Limited|Corp|Corporation|Co|Company|PLC|PC|AG|SE|GmbH|mbH|UG|KG|KGaA|OHG|GbR|eG|e\.K|B\.V|N\.V|S\.A)\.?)+$/i;

/** `Finch Metals` of `Finch Metals, Inc.`. One word must match in case, because it may be a word: `Acme` of `Acme GmbH`. */
function withoutFormPatterns(name: string, text: string, lower: string): RegExp[] {
  const short = name.trim().replace(LEGAL_FORM, '');
  if (short === name.trim() || isTooCommon(short)) return [];
  const [word = '', ...others] = words(short);
  if (others.length > 0) return namePatterns(short, text, lower);
  if (word.length < 3 || !/^\p{Lu}/u.test(word)) return [];
  const forms = [word, word.toUpperCase()].map(escapePattern);
  return [new RegExp(`${NAME_START}(?:${forms.join('|')})${NAME_END}`, 'gu')];
}

/** `JaneRoe2025.pdf`, `RoeJane`, `janeroe.pdf`. */
function joinedPatterns(all: readonly string[]): RegExp[] {
  if (all.length < 2) return [];
  const capitals = all.map((word) => escapePattern(word.charAt(0).toUpperCase() + word.slice(1)));
  const forms = [capitals.join(''), [...capitals.slice(-1), ...capitals.slice(0, -1)].join('')];
  if (all.join('').length >= MIN_JOINED) forms.push(escapePattern(all.join('').toLowerCase()));
  return [new RegExp(String.raw`(?<!\p{L})(?:${forms.join('|')})(?=s?(?!\p{Ll}))`, 'gu')];
}

/** `J. Roe`, `J.-L. Roe`, `Roe, J.`. */
function initialsPatterns(name: string, text: string): RegExp[] {
  const given = name.trim().split(/\s+/);
  const last = given.pop() ?? '';
  const initials = given.flatMap(words).map((word) => word.charAt(0).toUpperCase());
  const [first = ''] = initials;
  if (!/^\p{Lu}+$/u.test(initials.join('')) || !text.includes(`${first}.`) || isTooCommon(last)) return [];
  const others = initials.slice(1).map((initial) => String.raw`(?:[\s-]{0,2}${initial}\.)?`);
  const surname = words(last).map(escapePattern).join(NAME_GAP);
  const before = String.raw`${first}\.${others.join('')}`;
  return [
    new RegExp(
      String.raw`(?<![\p{L}\p{N}]\.?)(?:${before}\s{0,3}${surname}${NAME_END}|${surname},\s{0,3}${before})`,
      'gu',
    ),
  ];
}

function withoutOverlaps(found: Finding[]): Finding[] {
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Finding[] = [];
  for (const finding of found) if (finding.start >= (kept.at(-1)?.end ?? 0)) kept.push(finding);
  return kept;
}
