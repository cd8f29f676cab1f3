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
/** Characters after a citation in which its document is looked for. */
const AFTER = 60;

/** "section 5.01 of the agreement", "Section 3 below": a part of a contract or of the text itself. */
export function isOwnReference(text: string, { type, key, text: written, start }: AuthorityCitation): boolean {
  if (type !== 'code' || !SECTION_WORD.test(written)) return false;
  const end = start + written.length;
  return key.includes('.') || OWN_TEXT.test(text.slice(end, end + AFTER));
}
