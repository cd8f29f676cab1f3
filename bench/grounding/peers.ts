/** Simpler checks to compare with. */
import { checkCitations } from '../../src/check/citationCheck.ts';
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

/** The check of marks, authorities and quotations. Its findings have no sentence, so each sentence with the words counts. */
export const checkCitationsOnly: Check = ({ sources, answer }) =>
  checkCitations(
    answer,
    sources.map(({ title, text }) => ({ title, snippet: text })),
  ).flatMap((finding): Flag[] => {
    if (finding.type === 'sourceNeverCited') return [];
    const words =
      finding.type === 'markWithoutSource'
        ? `[${finding.number}]`
        : finding.type === 'authorityNotInSources'
          ? finding.authority
          : finding.quotation;
    const sentence = sentences(answer).find((one) => one.includes(words)) ?? '';
    return [
      {
        sentence,
        kind: finding.type,
        words:
          finding.type === 'markWithoutSource'
            ? `[${finding.number}]`
            : finding.type === 'quotationNotFound'
              ? finding.quotation
              : finding.authority,
      },
    ];
  });

const digitsIn = (text: string) =>
  Array.from(text.matchAll(/\d[\d,]*(?:\.\d+)?/g), ([digits]) => digits.replaceAll(',', ''));

const sentences = (answer: string) =>
  answer
    .split(/(?<=[.!?](?:\s?\[[\d, –-]+\])*)\s+(?=\p{Lu}|\[)|\n+/u)
    .map((one) => one.trim().replace(/^(?:[-*>]|\d+\.|[a-z]\.)\s+/, ''))
    .filter((one) => one !== '');
