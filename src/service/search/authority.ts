/** Citations as search uses them: in questions, and in the titles of documents. */

import { parseNamedCitations } from '../../authority/citationStyles.ts';
import { lawName } from '../../authority/lawName.ts';
import { type AuthorityCitation, distinctAuthorities, parseAuthorities } from '../../authority/parseAuthorities.ts';

export interface SearchedAuthority extends Pick<AuthorityCitation, 'key' | 'pin' | 'base' | 'text'> {
  /** False where only a number or a weak mark says that it is a section: "1031", "code 179". */
  readonly certain: boolean;
}

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
