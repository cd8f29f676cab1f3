/**
 * The citations in a text. A section of a law that is named after it, "§ 15 Abs. 1 Nr. 2 EStG", is one of that law and not of the Code.
 * In the text of a law, a section without a name is one of that law.
 */
import { GERMAN, pinOf } from './citationStyles.ts';
import { lawName } from './lawName.ts';
import { type OwnText, ofOwnLaw, ownParts } from './ownLaw.ts';
import { type AuthorityCitation, needsLaw, parseNumbers } from './parseAuthorities.ts';

const SPACE = '[ \\t\\u00a0\\u202f]{0,3}';
/** "ff.", and further sections of the same law: "§§ 15, 16 Abs. 1 und 17 EStG". */
const MORE = `(?:${SPACE}ff?\\.|${SPACE}(?:,|und|oder|sowie|bis|[-–/]|i\\.${SPACE}V\\.${SPACE}m\\.)${SPACE}(?:§{1,2}${SPACE})?\\d{1,4}[a-z]?(?![\\p{L}\\p{N}])${GERMAN}){0,10}`;
/**
 * Small letters in front of a last capital as in "EStG" and "UStDV", or a law of capitals alone. Other words of capitals after a
 * section are no laws: "§ 199A QBI deduction".
 */
const NAME =
  '(?=\\p{Lu}[\\p{L}-]{0,18}\\p{Ll}[\\p{L}-]{0,18}\\p{Lu}(?![\\p{L}-]))[\\p{L}-]{2,20}|ABGB|AO|BAO|BGB|DSGVO|FGO|GG|HGB|InsO|SGB|UGB|VVG|WPO|ZGB|ZPO|\\p{Lu}\\p{L}{1,40}(?:gesetz(?:es|buch(?:e?s)?)?|ordnung|richtlinie)';
const BEHIND = new RegExp(
  `(?<pins>${GERMAN})(?:(?<more>${MORE})${SPACE}(?:(?:de[sr]|im)${SPACE})?(?<law>${NAME})(?![\\p{L}\\p{N}-]))?`,
  'uy',
);

/** All citations in the order of the text, repeated ones included. `own` is the law that it is. */
export function citationsIn(text: string, own: OwnText | null = null): AuthorityCitation[] {
  const found = parseNumbers(text).flatMap((citation) => {
    const named = citation.type === 'code' ? ofNamedLaw(text, citation) : citation;
    const resolved = own ? ofOwnLaw(text, named, own) : named;
    return resolved === null || needsLaw(resolved) ? [] : [resolved];
  });
  return own ? [...found, ...ownParts(text, own)].sort((one, other) => one.start - other.start) : found;
}

function ofNamedLaw(text: string, citation: AuthorityCitation): AuthorityCitation {
  const end = citation.start + citation.text.length;
  BEHIND.lastIndex = end;
  const behind = BEHIND.exec(text);
  const { pins = '', more = '', law = '' } = behind?.groups ?? {};
  if (behind === null || (pins === '' && law === '')) return citation;
  const pin = [citation.pin, pinOf(pins)].filter((part) => part !== '').join('.');
  const written = citation.text + (more === '' ? behind[0] : pins);
  if (law === '') return { ...citation, pin, text: written };
  const key = `${lawName(law)} ${citation.key}`;
  // The name is after the last section of a list only.
  const isListed = more !== '' || !/^§ ?\d/.test(written);
  const name = isListed ? { name: `§ ${(citation.text + pins).replace(/^\D+/, '')} ${law}` } : {};
  return { ...citation, key, base: key, pin, text: written, ...name };
}
