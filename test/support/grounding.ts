/** The check of a whole answer at once, for tests and benchmarks. */
import {
  type AnswerGrounding,
  type GroundingFinding,
  type GroundingInput,
  groundSentences,
} from '../../src/check/groundAnswer.ts';

export function groundAnswer(input: GroundingInput): AnswerGrounding {
  const steps = groundSentences(input);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** What of the answer is not in the passages given. */
export const checkGrounding = (input: GroundingInput): GroundingFinding[] => [...groundAnswer(input).findings];
