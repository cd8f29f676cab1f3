/** Names of months, in English and German. */

const NAMES = [
  'january|januar|jänner',
  'february|februar',
  'march|märz|mrz',
  'april',
  'may|mai',
  'june|juni',
  'july|juli',
  'august',
  'september',
  'october|oktober',
  'november',
  'december|dezember',
].map((names) => names.split('|'));

/** From 1 to 12, for a name or at least its first three letters; null for other words. */
export function monthOf(word: string): number | null {
  const name = word.toLowerCase();
  if (name.length < 3) return null;
  const at = NAMES.findIndex((names) => names.some((one) => one.startsWith(name)));
  return at < 0 ? null : at + 1;
}

/** The English name of a month from 1 to 12, in lower case. */
export const monthName = (month: number): string | undefined => NAMES[month - 1]?.[0];
