/** Citations as they are shown, and references that only look like citations of authorities. */
import type { AuthorityCitation } from './parseAuthorities.ts';

/** As written, in one line: "IRC 168(k)". A bare number gets its mark: "§ 199A(b)", "Reg. § 1.704-1". */
export function citationName({ text, type, name }: Pick<AuthorityCitation, 'text' | 'type' | 'name'>): string {
  const written = (name ?? text).replace(/[\s\u00a0\u202f]+/g, ' ').trim();
  if (!/^[\d.]+[A-Za-z]{0,2}\S*$/.test(written)) return written;
  if (type === 'code') return `§ ${written}`;
  return type === 'regulation' ? `Reg. § ${written}` : written;
}

const SECTION_WORD = /^sec(?:tions?|s)?\.?\s/i;
const OWN_TEXT =
  /^\s{0,3},?\s{0,3}(?:above|below|herein|hereof|of\s{1,3}(?:the|this|that|our|its|their|your|such)\s{1,3}(?!internal|code|irc|act\b|regulation|tax|revised|statute|standard|income|treas))/i;
/** "§ 3 des Mietvertrags". "Nach § 179 der Betrag" is no genitive, so "der" says nothing. Names of other laws are read by `citationsIn`. */
const GERMAN_OWN_TEXT = /^\s{1,3}(?:des|dieses|unseres|eures|ihres|Ihres)\s{1,3}(?!Internal|Code|IRC|US)\p{Lu}\p{Ll}/u;
/** Characters after a citation in which its document is looked for. */
const AFTER = 60;

/** "section 5.01 of the agreement", "Section 3 below", "§ 3 des Mietvertrags": a part of a contract or of the text itself. */
export function isOwnReference(text: string, { type, key, text: written, start }: AuthorityCitation): boolean {
  if (type !== 'code') return false;
  const end = start + written.length;
  const after = text.slice(end, end + AFTER);
  if (GERMAN_OWN_TEXT.test(after)) return !key.includes(' ');
  return SECTION_WORD.test(written) && (key.includes('.') || OWN_TEXT.test(after));
}
