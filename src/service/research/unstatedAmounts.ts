/** Which amounts of a text none of the quotations states. */
import { keyOf } from '../../check/values/equalNumbers.ts';
import { normalise } from '../../check/values/normalise.ts';
import { readAtoms } from '../../check/values/readValues.ts';

/** Amounts that are named, at most. */
const MAX_NAMED = 5;

/** Digits of a number of a data file that can be an amount, and its decimals. Others count something, or name it. */
const BARE_AMOUNT = /^[1-9]\d{2,11}(?:\.\d+)?$|^\d{1,2}\.\d+$/;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * The amounts of money and the percentages of `text` as written, each once. A number is stated if a quotation has it in any unit: the cells
 * of a table have none. `isData`: the text is of a data file, whose values have no unit: `limit: 2500000`, `rate: 0.21`.
 */
export function unstatedAmounts(text: string, quoted: readonly string[], isData = false): string[] {
  const stated = new Set(
    quoted.flatMap((each) =>
      readAtoms(normalise(each).text).quantities.flatMap(({ value, written }) => [keyOf(value), keyOf(written)]),
    ),
  );
  const { text: plain } = normalise(text);
  const missing = readAtoms(plain).quantities.flatMap(({ unit, value, written, spelled, start, end }) => {
    // A word of a data file is a name: `half: …`.
    if (isData && spelled) return [];
    const hasUnit = unit === 'money' || unit === 'percent';
    const [digits = ''] = /\d[\d.]*/.exec(plain.slice(start, end)) ?? [];
    const isBare = isData && !hasUnit && BARE_AMOUNT.test(digits) && !YEAR.test(digits);
    if (hasUnit && !stated.has(keyOf(value))) return plain.slice(start, end).trim();
    // A rate of 0.21 is 21 percent.
    return isBare && ![written, written * 100].some((number) => stated.has(keyOf(number))) ? digits : [];
  });
  return [...new Set(missing)].slice(0, MAX_NAMED);
}
