/** Reads everything from a normalised text that can be looked up: citations, dates and quantities, in the order of the text. */

import type { TextRange } from '../../text/findQuotation.ts';
import { readDate, readYear } from './dates.ts';
import { citationsOf, type FoundCitation } from './legalCitations.ts';
import { blanked, withoutNames } from './numbersInNames.ts';
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
  return { citations, dates: withShared(rest, dates, withYear), quantities: withShared(rest, quantities, withUnit) };
}

function isYear(atom: Quantity, token: Token | undefined): boolean {
  if (token?.type !== 'number' || !/^(?:19|20)\d\d$/.test(token.text)) return false;
  return atom.unit === 'plain' || atom.unit === 'count';
}

/** From the last value to the first, `share` gives each what the next one states for both. Null if it states nothing for both. */
function withShared<Value extends TextRange>(
  text: string,
  values: readonly Value[],
  share: (one: Value, next: Value, between: string, written: string) => Value | null,
): Value[] {
  const result = [...values];
  for (let at = result.length - 2; at >= 0; at -= 1) {
    const [one, next] = result.slice(at, at + 2);
    if (one && next)
      result[at] = share(one, next, text.slice(one.end, next.start), text.slice(next.start, next.end)) ?? one;
  }
  return result;
}

/** "March 1, June 1 and September 1, 2025": all in 2025. */
function withYear(one: DateAtom, next: DateAtom, between: string): DateAtom | null {
  if (one.year !== null || next.year === null || next.day === null) return null;
  return /^\s*,?\s*(?:and|or|through|to)?\s*$/.test(between) ? { ...one, year: next.year } : null;
}

/** "two of the five years", "24 of the last 60 months" */
const OF_THE = /^ of (?:the |its |those |these )?(?:last |past |preceding |previous |prior )?$/;

/** Words between two numbers that have one unit: "at least 15 and at most 30 percent", "between 5 and 50 years". */
const SHARED =
  /^\s*,?\s*(?:(?:to|and|or|through|but|nor|-|\u2014|\/|,)\s*)*(?:(?:at|no|not|more|less|fewer|most|least|up|to|than|or|exceeding)\s+){0,5}$/;

function withUnit(one: Quantity, next: Quantity, between: string, written: string): Quantity | null {
  if (one.unit !== 'plain' || next.unit === 'plain' || next.unit === 'ordinal') return null;
  if (between.length > 40 || between.trim() === '') return null;
  const isPeriod = next.unit === 'months' || next.unit === 'days';
  if (!SHARED.test(between) && !(isPeriod && OF_THE.test(between))) return null;
  // "5 to $10" has no common unit; "5 to 10 dollars" has.
  if (next.unit === 'money' && /^\D{0,2}[$€£]/.test(written)) return null;
  if (next.unit === 'count' && /,\s*$/.test(between)) return null;
  const { unit, factor, currency, noun } = next;
  return { ...one, unit, factor, currency, noun, value: one.value * factor };
}
