/** The days for which a question asks: "the balance at December 31, 2025", "am 31.12.2025". */
import { findValues, type Language } from './values.ts';

/** A preposition before a whole date, as `findValues` writes it. "After" and "before" are parts of the rule that is asked for. */
const ASKED_DAY = /(?<!\p{L})(?:at|on|as of|as at|am|zum|per) (\p{L}+)\.? (\d{1,2}),? (\d{4}) (d\d{7,8})(?!\p{L})/giu;

/** The month, day and year of such days, and each date as one word. */
export function wordsOfAskedDays(question: string, language: Language | null): ReadonlySet<string> {
  const days = findValues(question, language ?? 'en').matchAll(ASKED_DAY);
  return new Set(Array.from(days, ([, ...words]) => words.map((word) => word.toLowerCase())).flat());
}
