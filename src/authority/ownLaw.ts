/**
 * The law whose text a file is. "Section 541 of this title" in title 11 is 11 U.S.C. 541, "§ 3 Abs. 2" in the EStG is § 3 Abs. 2 EStG, and
 * "section 12 of the Act" is no section of either.
 */
import { frontMatterValue } from '../text/frontMatter.ts';
import { lawName } from './lawName.ts';
import { type AuthorityCitation, parseAuthorities } from './parseAuthorities.ts';

export interface OwnLaw {
  /** The name after the number of a section: "of title 11", "EStG". Empty for title 26 and its regulations. */
  readonly name: string;
  /** What keys begin with: `11 usc `, `estg `. */
  readonly prefix: string;
  /** How its sections are cited. */
  readonly kind: 'code' | 'regulation' | 'named';
  /** "§ 362", for a file of one section. Empty for a whole law. */
  readonly section: string;
}

/** A law whose notes begin at `notesFrom` of its text. What they cite without a name is mostly a section of an act: "Pub. L. 117–90, § 1". */
export interface OwnText {
  readonly law: OwnLaw;
  readonly notesFrom: number;
}

const TITLE = /^(?<number>\d{1,2}) (?<work>usc|cfr) $/;

/** `head` is the beginning of the file. Null if its front matter does not say that it is law, or names none that is known. */
export function ownLawOf(head: string): OwnLaw | null {
  const fact = (name: string) => frontMatterValue(head, name);
  if (fact('kind') !== 'law') return null;
  const abbreviation = fact('abbreviation');
  if (abbreviation !== '')
    return { name: abbreviation, prefix: `${lawName(abbreviation)} `, kind: 'named', section: '' };
  const [cited] = parseAuthorities(fact('title'));
  if (cited?.start !== 0 || (cited.type !== 'code' && cited.type !== 'regulation')) return null;
  const prefix = /^\d{1,2} (?:usc|cfr) /.exec(cited.key)?.[0] ?? '';
  const { number, work } = TITLE.exec(prefix)?.groups ?? {};
  const isRegulation = cited.type === 'regulation' || work === 'cfr';
  return {
    name: number === undefined ? '' : `of title ${number}${isRegulation ? ', Code of Federal Regulations' : ''}`,
    prefix,
    kind: isRegulation ? 'regulation' : 'code',
    section: `§ ${cited.text.slice(0, cited.pinStart).replace(/^(?:\d{1,2}\s{0,3}[UC]\D*|\D+)/, '')}`,
  };
}

/** "§ 541", "section 541", "541(a)" in a list; not "IRC 541", "26 U.S.C. 541". */
const NAMELESS = /^(?:§{1,2}|sec(?:tions?|s)?\.?)?\s{0,5}\d(?!\d?\s{0,3}(?:U\.?\s{0,3}S\.?|C\.?F\.?R\.?))/i;
const OF_TAX_CODE = /^,?\s{1,3}of\s{1,3}the\s{1,3}(?:internal\s{1,3}revenue\s{1,3})?code\b/i;
/** "of the Act", "of Public Law 117–90", "of chapter 1". */
const OF_OTHER = /^,?\s{1,3}of\s{1,3}(?!this\b)/i;
const OF_THIS_TITLE = /^,?\s{1,3}of\s{1,3}this\s{1,3}title\b/i;
/** Characters after a section in which its law is looked for. */
const BEHIND = 60;

/** The citation as one of the law, if it names none. Null if it is a section of something else. */
export function ofOwnLaw(
  text: string,
  citation: AuthorityCitation,
  { law: { kind, prefix, name }, notesFrom }: OwnText,
): AuthorityCitation | null {
  const { type, key, base, text: written, start } = citation;
  const isSection = type === 'code' || type === 'regulation';
  if (!isSection || citation.name !== undefined || key.includes(' ')) return citation;
  // "BGBl. I S. 1250" is a page.
  if (kind === 'named' && !/^[§\d]/.test(written)) return null;
  if (!NAMELESS.test(written)) return citation;
  const end = start + written.length;
  const behind = text.slice(end, end + BEHIND);
  if (OF_TAX_CODE.test(behind)) return citation;
  if (OF_OTHER.test(behind) || (start >= notesFrom && !OF_THIS_TITLE.test(behind))) return null;
  // Regulations cite the Code as "section 168", and each other as "§ 1.168-1".
  const isRegulation = type === 'regulation' || key.includes('.');
  if (prefix === '') return citation;
  if (kind !== 'named' && isRegulation !== (kind === 'regulation')) return null;
  return {
    ...citation,
    key: prefix + key,
    base: prefix + base,
    name: `§ ${written.replace(/^\D+/, '')} ${name}`,
  };
}

const PINS = String.raw`(?<pins>(?:\s?\((?:[a-z]{1,3}|\d{1,3}|[ivxl]{1,5}|[A-Z]{1,2})\)){1,8})`;
/** "subsection (b)(1)", but not "subsection (b) of section 168". */
const SUBSECTION = new RegExp(
  String.raw`(?<![\w-])[Ss]ubsections?\s${PINS}(?!\s{1,3}of\s{1,3}(?:section|§|such|that))`,
  'g',
);
const OF_THIS_SECTION = new RegExp(
  String.raw`(?<![\w-])[Pp]aragraphs?\s${PINS}(?=\s{1,3}of\s{1,3}this\s{1,3}section)`,
  'g',
);

/** Parts of the same section: "subsection (b)(1)" in the Code, "paragraph (d)(1) of this section" in regulations. */
export function ownParts(text: string, { law: { kind, section, name }, notesFrom }: OwnText): AuthorityCitation[] {
  if (section === '') return [];
  return Array.from(text.matchAll(kind === 'code' ? SUBSECTION : OF_THIS_SECTION)).flatMap((match) => {
    const pins = (match.groups?.pins ?? '').replaceAll(/\s/g, '');
    const own = `${section}${pins} ${name}`.trim();
    const [cited] = parseAuthorities(own);
    if (!cited || cited.pin === '' || match.index >= notesFrom) return [];
    const pinStart = match.index + match[0].indexOf('(');
    return [{ ...cited, name: own, text: match[0], start: match.index, pinStart }];
  });
}
