/** Which amounts of a text none of the quotations states. */
import { keyOf } from '../../check/values/equalNumbers.ts';
import { normalise } from '../../check/values/normalise.ts';
import { readAtoms } from '../../check/values/readValues.ts';

/** Amounts that are named, at most. */
const MAX_NAMED = 5;

/**
 * The amounts of money and the percentages of `text` as written, each once. A number is stated if a quotation has it in any unit: the cells
 * of a table have none.
 */
export function unstatedAmounts(text: string, quoted: readonly string[]): string[] {
  const stated = new Set(
    quoted.flatMap((each) =>
      readAtoms(normalise(each).text).quantities.flatMap(({ value, written }) => [keyOf(value), keyOf(written)]),
    ),
  );
  const { text: plain } = normalise(text);
  const missing = readAtoms(plain).quantities.filter(
    ({ unit, value }) => (unit === 'money' || unit === 'percent') && !stated.has(keyOf(value)),
  );
  return [...new Set(missing.map(({ start, end }) => plain.slice(start, end).trim()))].slice(0, MAX_NAMED);
}
