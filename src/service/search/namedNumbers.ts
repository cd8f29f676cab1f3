/** Finds the numbers in a question that name something, as "invoice 4711" does. */
import type { Query } from './query.ts';

/** A number of four digits or more after a word or a mark, with the next word: "invoice 4711". */
const NUMBER = /(?:(?<before>\p{L}+)\.?\s+|[#№]\s?)(?<number>\d{4,})(?![.,]?\d|\s?[%€$£])(?:\s+(?<after>\p{L}+))?/gu;
const YEAR = /^(?:19|20)\d\d$/;

/** What they number stands before them, and nothing that they count after them. Amounts, years and numbers of sections are none of them. */
export function namedNumbers({
  question,
  terms,
  citations,
}: Pick<Query, 'question' | 'terms' | 'citations'>): string[] {
  const own = new Set(
    terms.flatMap(({ from, word, written }) => (from === undefined ? [word, written.toLowerCase()] : [])),
  );
  const isNoun = (word: string | undefined) => word !== undefined && own.has(word.toLowerCase());
  return Array.from(question.matchAll(NUMBER)).flatMap(({ groups }) => {
    const { before, number = '', after } = groups ?? {};
    const isNamed = (before === undefined || isNoun(before)) && !isNoun(after);
    const isCited = citations.some(({ text }) => text.includes(number));
    return isNamed && !YEAR.test(number) && !isCited ? [number] : [];
  });
}
