/**
 * The citations in a text. A section of a law that is named behind it, "§ 15 Abs. 1 Nr. 2 EStG", is one of that law and not of the Code.
 */
import { GERMAN, pinOf } from './citationStyles.ts';
import { lawName } from './lawName.ts';
import { type AuthorityCitation, parseAuthorities } from './parseAuthorities.ts';

const SPACE = '[ \\t\\u00a0\\u202f]{0,3}';
/** "ff.", and further sections of the same law: "§§ 15, 16 Abs. 1 und 17 EStG". */
const MORE = `(?:${SPACE}ff?\\.|${SPACE}(?:,|und|oder|sowie|bis|[-–/]|i\\.${SPACE}V\\.${SPACE}m\\.)${SPACE}(?:§{1,2}${SPACE})?\\d{1,4}[a-z]?(?![\\p{L}\\p{N}])${GERMAN}){0,10}`;
/**
 * Small letters in front of a last capital as in "EStG" and "UStDV", or a law of capitals alone. Other words of capitals behind a
 * section are no laws: "§ 199A QBI deduction".
 */
const NAME =
  '(?=\\p{Lu}[\\p{L}-]{0,18}\\p{Ll}[\\p{L}-]{0,18}\\p{Lu}(?![\\p{L}-]))[\\p{L}-]{2,20}|ABGB|AO|BAO|BGB|DSGVO|FGO|GG|HGB|InsO|SGB|UGB|VVG|WPO|ZGB|ZPO|\\p{Lu}\\p{L}{1,40}(?:gesetz(?:es|buch(?:e?s)?)?|ordnung|richtlinie)';
const BEHIND = new RegExp(
  `(?<pins>${GERMAN})(?:(?<more>${MORE})${SPACE}(?:(?:de[sr]|im)${SPACE})?(?<law>${NAME})(?![\\p{L}\\p{N}-]))?`,
  'uy',
);

/** All citations in the order of the text, repeated ones included. */
export function citationsIn(text: string): AuthorityCitation[] {
  return parseAuthorities(text).map((citation) => (citation.type === 'code' ? ofNamedLaw(text, citation) : citation));
}

function ofNamedLaw(text: string, citation: AuthorityCitation): AuthorityCitation {
  const end = citation.start + citation.text.length;
  BEHIND.lastIndex = end;
  const behind = BEHIND.exec(text);
  const { pins = '', more = '', law = '' } = behind?.groups ?? {};
  if (behind === null || (pins === '' && law === '')) return citation;
  const pin = [citation.pin, pinOf(pins)].filter((part) => part !== '').join('.');
  const written = more === '' ? behind[0] : pins;
  const key = law === '' ? citation.key : `${lawName(law)} ${citation.key}`;
  const base = law === '' ? citation.base : key;
  return { ...citation, key, base, pin, text: citation.text + written };
}
