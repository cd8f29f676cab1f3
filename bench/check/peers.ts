/** A simpler check to compare with. */
import type { Check, Flag } from './cases.ts';

/** Digits of a sentence that are in no source and not in the question. */
export const compareDigits: Check = ({ question, sources, answer }) => {
  const given = new Set(digitsIn([question, ...sources.map(({ title, text }) => `${title} ${text}`)].join(' ')));
  return sentences(answer).flatMap((sentence): Flag[] =>
    digitsIn(sentence.replace(/\[\d[\d,\s–-]*\]/g, ''))
      .filter((digits) => !given.has(digits))
      .map((digits) => ({ sentence, kind: 'digits', words: digits })),
  );
};

const digitsIn = (text: string) =>
  Array.from(text.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([digits]) => digits.replaceAll(',', ''));

const sentences = (answer: string) =>
  answer
    .split(/(?<=[.!?](?:\s?\[[\d, –-]+\])*)\s+(?=\p{Lu}|\[)|\n+/u)
    .map((one) => one.trim().replace(/^(?:[-*>]|\d+\.|[a-z]\.)\s+/, ''))
    .filter((one) => one !== '');
