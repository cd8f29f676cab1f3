/** Names of months, in English, German, French and Dutch. */

const NAMES = [
  'january|januar|jänner|janvier|januari',
  'february|februar|février|februari',
  'march|märz|mrz|mars|maart|mrt',
  'april|avril',
  'may|mai|mei',
  'june|juni|juin',
  'july|juli|juillet',
  'august|août|augustus',
  'september|septembre',
  'october|oktober|octobre',
  'november|novembre',
  'december|dezember|décembre',
].map((names) => names.split('|'));

/** A pattern for any of them, in small letters. */
export const MONTH_NAME = `(?:${NAMES.flat().join('|')})(?!\\p{L})`;

/** From 1 to 12, for a name or at least its first three letters; null for other words. */
export function monthOf(word: string): number | null {
  const name = word.toLowerCase();
  if (name.length < 3) return null;
  const at = NAMES.findIndex((names) => names.some((one) => one.startsWith(name)));
  return at < 0 ? null : at + 1;
}

/** The English name of a month from 1 to 12, in lower case. */
export const monthName = (month: number): string | undefined => NAMES[month - 1]?.[0];
