/** Citations as search uses them: in questions, and in the titles of documents. */

import { parseNamedCitations } from '../../authority/citationStyles.ts';
import { lawName } from '../../authority/lawName.ts';
import { type AuthorityCitation, distinctAuthorities, parseAuthorities } from '../../authority/parseAuthorities.ts';

/** The number of a section of regulations without a mark: `200.501`, `9904.403-40`. It may be an amount. */
const BARE_NUMBER =
  /(?<![\w.,$€£§#/-]|§ )(?<number>\d{2,5}\.(?:\d{3,4}(?:-\d{1,3}){0,2}|\d{1,2}(?:-\d{1,3}){1,2}))(?<pins>(?:\(\w{1,4}\)){0,6})(?![\w.,/-]*\d|\s?[%€$£])/g;

/** What stands before the number of a rule of a court: "Fed. R. App. P. 4(a)(4)", "FRCP 12(b)". */
const RULE = /\p{Lu}\.?\s?$/u;

/** The key is empty for a clause of a document of the user, which is no authority. */
export interface SearchedAuthority extends Pick<AuthorityCitation, 'key' | 'pin' | 'base' | 'text'> {
  /** False where only a number or a weak mark says that it is a section: "1031", "code 179". */
  readonly certain: boolean;
}

export function ownClause(text: string): SearchedAuthority {
  return { key: '', pin: '', base: '', text, certain: true };
}

export function isOwnClause({ key }: SearchedAuthority): boolean {
  return key === '';
}

/** All authorities that a text names, in order, each with its subsection once. */
export function findCitations(text: string): SearchedAuthority[] {
  const named = parseNamedCitations(text);
  const other = distinctAuthorities(text)
    .filter(({ start }) => !named.some((one) => one.start <= start && start < one.start + one.text.length))
    .filter(({ start, text: written }) => !(/^\d/.test(written) && RULE.test(text.slice(0, start))))
    .flatMap(({ type, key, pin, base, explicit, text: written, start }) => {
      const certain = explicit || pin !== '' || type !== 'code' || /[a-z]$/.test(key);
      const first = { key, pin, base, text: written, start, certain };
      return [first, ...furtherPins(text, first)];
    });
  const known = [...named, ...other];
  const bare = Array.from(text.matchAll(BARE_NUMBER)).flatMap(({ 0: written, index: start, groups = {} }) => {
    if (known.some((one) => one.start <= start && start < one.start + one.text.length)) return [];
    const { number: key = '', pins = '' } = groups;
    const pin = Array.from(pins.matchAll(/\w+/g), ([label]) => label).join('.');
    return [{ key, pin, base: key, text: written, start, certain: false }];
  });
  const sections = named.map(({ law, number, pin, text: written, start }) => {
    const key = law === '' ? number : `${lawName(law)} ${number}`;
    return { key, pin, base: key, text: written, start, certain: law !== '' || pin !== '' };
  });
  const distinct = new Map<string, SearchedAuthority>();
  for (const { start: _start, ...citation } of [...other, ...bare, ...sections].sort(
    (one, two) => one.start - two.start,
  )) {
    const id = `${citation.key} ${citation.pin}`;
    if (!distinct.has(id)) distinct.set(id, citation);
  }
  return [...distinct.values()];
}

const FURTHER = /\s?(?:,|,?\s(?:and|or|und|oder|&))\s?((?:\(\w{1,5}\)){1,8})/y;
/** What a label of each level looks like. */
const LEVELS = [/^[ivx]+$/, /^[a-z]+$/, /^\d+$/, /^[A-Z]+$/];

/** The subsections that follow one in a list: (b)(2) in "§ 179(b)(1) and (b)(2)", and in "§ 179(b)(1) and (2)". */
function furtherPins<Found extends { key: string; pin: string; text: string; start: number }>(
  text: string,
  first: Found,
): Found[] {
  const found: Found[] = [];
  let before = first.pin.split('.');
  FURTHER.lastIndex = first.start + first.text.length;
  for (let next = FURTHER.exec(text); first.pin !== '' && next; next = FURTHER.exec(text)) {
    const pin = pinAfter(before, next[1] ?? '');
    if (pin === null) return found;
    before = pin;
    found.push({ ...withPin(first, pin), start: next.index + 1 });
  }
  return found;
}

/** The path of the labels after a path, which begin at its level of the same kind. Null if it has none. */
function pinAfter(before: readonly string[], written: string): string[] | null {
  const labels = Array.from(written.matchAll(/\w+/g), ([label]) => label);
  const level = LEVELS.filter((pattern) => pattern.test(labels[0] ?? ''));
  const depth = before.findLastIndex((label) => level.some((pattern) => pattern.test(label)));
  return depth === -1 ? null : [...before.slice(0, depth), ...labels];
}

function withPin<Cited extends Pick<SearchedAuthority, 'pin' | 'text'>>(
  citation: Cited,
  pin: readonly string[],
): Cited {
  const written = citation.text.replace(/\s?(?:\(\w+\)\s?)+$/, '');
  return { ...citation, pin: pin.join('.'), text: `${written}(${pin.join(')(')})` };
}

/** Labels without a section: "And (k)(2)?", "what about paragraph (5)". */
const LABELS_ALONE = /(?<=^|[\s,;])\((?:[a-z]{1,2}|\d{1,2})\)(?:\(\w{1,5}\)){0,7}(?!\w)/g;

/** The subsections of a section cited before that a text names by their labels alone. */
export function subsectionsAlone(text: string, cited: SearchedAuthority): SearchedAuthority[] {
  const before = cited.pin === '' ? [] : cited.pin.split('.');
  return Array.from(text.matchAll(LABELS_ALONE), ([labels]) => pinAfter(before, labels) ?? pinAfter(['a'], labels))
    .filter((pin) => pin !== null)
    .map((pin) => withPin(cited, pin));
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
