/** What is shown while an answer is written. */
import type { ResearchOutput } from '../researcher.ts';

export type Steps<Result> = AsyncGenerator<ResearchOutput, Result, void>;

export const step = (title: string): ResearchOutput => ({ type: 'step', title });
