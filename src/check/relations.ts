/** Other ways in which a source may state a number of a sentence. */
import type { Quantity } from './atom.ts';
import type { Evidence } from './evidence.ts';

const MULTIPLE =
  /(?:\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) times\b|\d ?x\b|\d ?(?::|to) ?1(?:\.0+)?\b/i;

/** "twelve times the basis", where a cited passage states another multiple. */
export const isMultiple = ({ unit, end }: Quantity, text: string, cited: readonly Evidence[]): boolean =>
  unit === 'plain' &&
  /^(?: times\b| ?x\b| ?: ?1\b| to 1\b)/.test(text.slice(end, end + 7)) &&
  cited.some((evidence) => MULTIPLE.test(evidence.text));

/** The same limit in other words: in "6–15 days" the 6 may mean "more than 5", and "18 or younger" for "under 19". */
export function otherReadings(quantity: Quantity, text: string): Quantity[] {
  const after = text.slice(quantity.end, quantity.end + 12);
  if (/^\s*(?:-|to\b)\s*\d/.test(after)) return [shifted(quantity, -1n)];
  return /^(?: years)? or (?:younger|under)\b/.test(after)
    ? [{ ...shifted(quantity, 1n), unit: 'count', noun: 'age' }]
    : [];
}

function shifted(quantity: Quantity, by: bigint): Quantity {
  const { numerator, denominator } = quantity.value;
  const value = { numerator: numerator + by * denominator, denominator };
  return { ...quantity, value, written: value };
}
