/** Reads everything from a normalised text that can be looked up: citations, dates and quantities, in the order of the text. */

import { citationsOf, type FoundCitation } from './citations.ts';
import { readDate, readYear } from './dates.ts';
import { blanked, withoutNames } from './names.ts';
import { readQuantity } from './quantities.ts';
import { type Token, tokensOf } from './tokens.ts';
import type { DateAtom, Quantity } from './value.ts';

export interface ReadText {
  readonly citations: readonly FoundCitation[];
  readonly dates: readonly DateAtom[];
  readonly quantities: readonly Quantity[];
}

export function readAtoms(text: string): ReadText {
  const citations = citationsOf(text);
  const rest = withoutNames(blanked(text, citations));
  const tokens = tokensOf(rest);
  const dates: DateAtom[] = [];
  const quantities: Quantity[] = [];
  for (let at = 0; at < tokens.length; ) {
    const date = readDate(tokens, at);
    if (date) {
      dates.push(date.atom);
      at = date.next;
      continue;
    }
    const quantity = readQuantity(tokens, at);
    if (quantity === null) {
      at += 1;
      continue;
    }
    const year = isYear(quantity.atom, tokens[at]) ? readYear(tokens, at) : null;
    if (year) {
      dates.push(year.atom);
      at = year.next;
      continue;
    }
    quantities.push(quantity.atom);
    at = quantity.next;
  }
  return { citations, dates: withSharedYears(rest, dates), quantities: withSharedUnits(rest, quantities) };
}

function isYear(atom: Quantity, token: Token | undefined): boolean {
  if (token?.type !== 'number' || !/^(?:19|20)\d\d$/.test(token.text)) return false;
  return atom.unit === 'plain' || atom.unit === 'count';
}

/** "March 1, June 1 and September 1, 2025": all in 2025. */
function withSharedYears(text: string, dates: readonly DateAtom[]): DateAtom[] {
  const result = [...dates];
  for (let at = result.length - 2; at >= 0; at -= 1) {
    const one = result[at];
    const next = result[at + 1];
    if (!one || !next || one.year !== null || next.year === null || next.day === null) continue;
    if (/^\s*,?\s*(?:and|or|through|to)?\s*$/.test(text.slice(one.end, next.start)))
      result[at] = { ...one, year: next.year };
  }
  return result;
}

/** "two of the five years", "24 of the last 60 months" */
const OF_THE = /^ of (?:the |its |those |these )?(?:last |past |preceding |previous |prior )?$/;

/** Words between two numbers that have one unit: "at least 15 and at most 30 percent", "between 5 and 50 years". */
const SHARED =
  /^\s*,?\s*(?:(?:to|and|or|through|but|nor|-|\u2014|\/|,)\s*)*(?:(?:at|no|not|more|less|fewer|most|least|up|to|than|or|exceeding)\s+){0,5}$/;

function withSharedUnits(text: string, quantities: readonly Quantity[]): Quantity[] {
  const result = [...quantities];
  for (let at = result.length - 2; at >= 0; at -= 1) {
    const one = result[at];
    const next = result[at + 1];
    if (one === undefined || next === undefined) continue;
    const between = text.slice(one.end, next.start);
    if (one.unit !== 'plain' || next.unit === 'plain' || next.unit === 'ordinal') continue;
    const isPeriod = next.unit === 'months' || next.unit === 'days';
    if (between.length > 40 || between.trim() === '' || !(SHARED.test(between) || (isPeriod && OF_THE.test(between))))
      continue;
    // "5 to $10" has no common unit; "5 to 10 dollars" has.
    if (next.unit === 'money' && /^[^\d]*[$€£]/.test(text.slice(next.start, next.start + 3))) continue;
    if (next.unit === 'count' && /,\s*$/.test(between)) continue;
    const { unit, factor, currency, noun } = next;
    result[at] = { ...one, unit, factor, currency, noun, value: one.value * factor };
  }
  return result;
}
