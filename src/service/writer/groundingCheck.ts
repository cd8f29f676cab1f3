import { groundAnswer } from '../../conversation/grounding.ts';
import type { CheckSentence } from './verifyLines.ts';

/** The grounding check over one sentence that cites all the passages given. */
export const checkSentence: CheckSentence = (sentence, passages, question) => {
  const marks = passages.map((_, at) => `[${at + 1}]`).join(' ');
  const { sentences } = groundAnswer({ question, answer: `${sentence} ${marks}`, sources: passages });
  return {
    missing: [...new Set(sentences.flatMap(({ findings }) => findings.map(({ kind }) => kind)))],
    drift: sentences.some(({ drift }) => drift.length > 0),
  };
};
