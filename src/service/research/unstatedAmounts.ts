/** Which amounts of a text none of the quotations states. */
import { keyOf } from '../../check/values/equalNumbers.ts';
import { normalise } from '../../check/values/normalise.ts';
import { readAtoms } from '../../check/values/readValues.ts';

/** Digits of a number of a data file that can be an amount, and its decimals. Others count something, or name it. */
const BARE_AMOUNT = /^[1-9]\d{2,11}(?:\.\d+)?$|^\d{1,2}\.\d+$/;
/** A value of a program, which has no unit and may be in quotation marks: `= 2_590_000`, `(25000`. */
const PROGRAM_AMOUNT = /(?<=[=:(,<>][ \t]?["']?)(?:[1-9]\d{0,2}(?:_\d{3})+|[1-9]\d{3,11})(?![\d_]|\.\d)/g;
const YEAR = /^(?:19|20)\d\d$/;

/** What a line, or the head of its table, says of numbers that are percentages. */
const OF_RATES = /%|(?<!\p{L})(?:percent|pct|rates?|prozent)(?!\p{L})|s(?:atz|ätze)(?!\p{L})/iu;

/**
 * The amounts of money and the percentages of `text` as written, each once. A number is stated if a quotation has it in any unit: the cells
 * of a table have none. A percentage is stated by a number without a unit only if its line or the first one is about rates: a life of 12
 * years does not state 12 percent. `isData`: the text is of a data file, whose values have no unit: `limit: 2500000`, `rate: 0.21`.
 */
export function unstatedAmounts(text: string, quoted: readonly string[], isData = false): string[] {
  const stated = new Set<string>();
  const rates = new Set<string>();
  for (const each of quoted) {
    const { text: quotation } = normalise(each);
    const isOfRates = rateLines(each, quotation);
    for (const { unit, value, written, start } of readAtoms(quotation).quantities) {
      const isRate = unit === 'percent' || isOfRates(start);
      for (const key of [keyOf(value), keyOf(written)]) {
        stated.add(key);
        if (isRate) rates.add(key);
      }
      // A rate of 0.21 is 21 percent.
      if (isRate && unit !== 'percent') rates.add(keyOf(value * 100));
    }
  }
  const { text: plain } = normalise(text);
  const missing = readAtoms(plain).quantities.flatMap(({ unit, value, written, spelled, start, end }) => {
    // A word of a data file is a name: `half: …`.
    if (isData && spelled) return [];
    const hasUnit = unit === 'money' || unit === 'percent';
    const [digits = ''] = /\d[\d.]*/.exec(plain.slice(start, end)) ?? [];
    const isBare = isData && !hasUnit && BARE_AMOUNT.test(digits) && !YEAR.test(digits);
    if (hasUnit && !(unit === 'percent' ? rates : stated).has(keyOf(value))) return plain.slice(start, end).trim();
    // A rate of 0.21 is 21 percent.
    return isBare && ![written, written * 100].some((number) => stated.has(keyOf(number))) ? digits : [];
  });
  return [...new Set(missing)];
}

/** The numbers of four digits or more of a program, as written, that none of the quotations has. Years are left out. */
export function unstatedNumbers(program: string, quoted: readonly string[]): string[] {
  const stated = new Set(
    quoted.flatMap((each) => readAtoms(normalise(each).text).quantities.map(({ value }) => keyOf(value))),
  );
  const numbers = Array.from(program.matchAll(PROGRAM_AMOUNT), ([written]) => written);
  const missing = numbers.filter(
    (written) => !YEAR.test(written) && !stated.has(keyOf(Number(written.replaceAll('_', '')))),
  );
  return [...new Set(missing)];
}

/** Whether the line of a place in the normalised text, or the first line, is about rates. Normalised, `tax_rate` is one word. */
function rateLines(written: string, normalised: string): (place: number) => boolean {
  const areRates = written.split('\n').map((line) => OF_RATES.test(line));
  if (areRates[0]) return () => true;
  const ends: number[] = [];
  for (const line of normalised.split('\n')) ends.push((ends.at(-1) ?? -1) + line.length + 1);
  let at = 0;
  // Places are asked from left to right.
  return (place) => {
    while ((ends[at] ?? place) < place) at += 1;
    return areRates[at] ?? false;
  };
}
