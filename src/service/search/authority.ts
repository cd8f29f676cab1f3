/** Citations as search uses them: in questions, and in the titles of documents. */

import { parseNamedCitations } from '../../authority/citationStyles.ts';
import { lawName } from '../../authority/lawName.ts';
import { type AuthorityCitation, distinctAuthorities, parseAuthorities } from '../../authority/parseAuthorities.ts';

export interface SearchedAuthority extends Pick<AuthorityCitation, 'key' | 'pin' | 'base' | 'text'> {
  /** False where only a number or a weak mark says that it is a section: "1031", "code 179". */
  readonly certain: boolean;
}

/** Plans, forms, amounts and years: no section is meant. */
const NOT_SECTIONS = [
  /\b(?:401\s?(?:\(k\)|k)|403\s?(?:\(b\)|b)|457\s?(?:\([bf]\)|b)|529[Aa]?)(?![\w(])/g,
  /\b(?:[Ff]orms?|[Ss]chedule|[Pp]ublication|[Pp]ub\.?|[Nn]otice|[Rr]ev\.?\s*(?:[Rr]ul|[Pp]roc)\.?|[Aa]nnouncement|[Ll]ine|[Bb]ox)\s{0,3}(?:[A-Z]-)?\d[\w-]*/g,
  /\b\d{1,2}\s*(?:USC|U\.S\.C\.?|U\.S\. Code|CFR|C\.F\.R\.?)(?!\s*§)/g,
  /\$\s?\d[\d,.]*\s*(?:k|K|m|M|million|billion|thousand)?/g,
  /\b(?:19|20)\d\d\b(?!\()/g,
];

/** All authorities that a text names, in order, each with its subsection once. */
export function findCitations(text: string): SearchedAuthority[] {
  const named = parseNamedCitations(text);
  const other = distinctAuthorities(text)
    .filter(({ start }) => !named.some((one) => one.start <= start && start < one.start + one.text.length))
    .map(({ type, key, pin, base, explicit, text: written, start }) => ({
      key,
      pin,
      base,
      text: written,
      start,
      certain: explicit || pin !== '' || type !== 'code' || /[a-z]$/.test(key),
    }));
  const sections = named.map(({ law, number, pin, text: written, start }) => {
    const key = law === '' ? number : `${lawName(law)} ${number}`;
    return { key, pin, base: key, text: written, start, certain: law !== '' || pin !== '' };
  });
  const distinct = new Map<string, SearchedAuthority>();
  for (const { start: _start, ...citation } of [...other, ...sections].sort((one, two) => one.start - two.start)) {
    const id = `${citation.key} ${citation.pin}`;
    if (!distinct.has(id)) distinct.set(id, citation);
  }
  return [...distinct.values()];
}

/**
 * Numbers that may be sections ("1031 exchange", "the 179 deduction"). They count only if the library has such a document. Years,
 * amounts, percentages, ages and counts of days are excluded.
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
  const trimmed = title.trimStart();
  const first = parseAuthorities(trimmed)[0];
  return first?.start === 0 && (first.explicit || first.pin === '') ? first.key : '';
}

/** The subsection that a document is, by its title: `k` for "§ 168(k) Special allowance". Empty if it is a whole section. */
export function pinOfTitle(title: string): string {
  const trimmed = title.trimStart();
  const first = parseAuthorities(trimmed)[0];
  return first?.start === 0 ? first.pin : '';
}
