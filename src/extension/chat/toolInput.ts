/** The input of the tools that agents call. */
import * as z from 'zod/mini';
import { type AskMode, NAMED_MODES } from '../../protocol/chatCompletions.ts';

/** Longest question of an agent, in UTF-16 units. All of it is shown before it is sent. */
export const MAX_TOOL_INPUT = 20_000;
/** Longest result of a tool, in UTF-16 units: about 15,000 tokens. */
export const MAX_TOOL_RESULT = 60_000;

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TOOL_INPUT));

const researchInput = z.object({ question: text, mode: z.optional(z.enum(['fast', 'deep', 'audit'])) });
const libraryInput = z.object({ query: text });

export interface ToolQuestion {
  readonly text: string;
  readonly askMode: AskMode;
  /** The built-in library quotes its documents. */
  readonly quoteOnly: boolean;
}

/** Null if the input is not valid. */
export function readResearchInput(input: unknown, askMode: AskMode): ToolQuestion | null {
  const parsed = researchInput.safeParse(input);
  if (!parsed.success) return null;
  const { question, mode } = parsed.data;
  return { text: question, askMode: mode ? NAMED_MODES[mode] : askMode, quoteOnly: false };
}

/** Null if the input is not valid. */
export function readLibraryInput(input: unknown, askMode: AskMode): ToolQuestion | null {
  const parsed = libraryInput.safeParse(input);
  return parsed.success ? { text: parsed.data.query, askMode, quoteOnly: true } : null;
}
