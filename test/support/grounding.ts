/** The check of a whole answer at once, for tests and benchmarks. */

import { type AnswerGrounding, type GroundingInput, groundSentences } from '../../src/check/checkSentences.ts';
import type { GroundingFinding } from '../../src/check/sentenceVerdict.ts';

export function groundAnswer(input: GroundingInput): AnswerGrounding {
  const steps = groundSentences(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

export interface PlacedFinding extends GroundingFinding {
  readonly sentence: string;
  readonly start: number;
  readonly end: number;
}

/** What of the answer is not in the passages given. */
export const checkGrounding = (input: GroundingInput): PlacedFinding[] =>
  groundAnswer(input).sentences.flatMap(({ findings, text, start, end }) =>
    findings.map((finding) => ({ ...finding, sentence: text, start, end })),
  );
