/** One event of a chat-completions stream, or one complete reply, in the forms that servers use. */
import * as z from 'zod/mini';
import type { ModelOutcome, TokenUsage } from '../../model/languageModel.ts';
import { parseJson } from '../../text/json.ts';
import { errorOfStream } from './modelErrorReply.ts';

const messageSchema = z.looseObject({
  content: z.optional(z.nullable(z.unknown())),
  reasoning_content: z.optional(z.nullable(z.unknown())),
  reasoning: z.optional(z.nullable(z.unknown())),
});

const tokens = z.int().check(z.nonnegative());
const usageSchema = z.looseObject({ prompt_tokens: tokens, completion_tokens: tokens });

const chunkSchema = z.looseObject({
  usage: z.optional(z.nullable(z.unknown())),
  error: z.optional(z.nullable(z.unknown())),
  choices: z.optional(
    z.nullable(
      z.array(
        z.looseObject({
          delta: z.optional(z.nullable(messageSchema)),
          message: z.optional(z.nullable(messageSchema)),
          finish_reason: z.optional(z.nullable(z.unknown())),
        }),
      ),
    ),
  ),
});

export interface ModelChunk {
  readonly text: string;
  /** Characters of reasoning, which is counted against the limits and never read. */
  readonly reasoning: number;
  readonly outcome: ModelOutcome | null;
  readonly usage: TokenUsage | null;
}

const NOTHING: ModelChunk = { text: '', reasoning: 0, outcome: null, usage: null };

/**
 * Data of another form is empty. An answer is never read out of a reasoning field. Throws a ModelError for an error object.
 */
export function readModelChunk(json: string): ModelChunk {
  const result = chunkSchema.safeParse(parseJson(json));
  if (!result.success) return NOTHING;
  const { error, choices } = result.data;
  if (error !== undefined && error !== null) throw errorOfStream(error);
  const choice = choices?.[0];
  const message = choice?.delta ?? choice?.message;
  return {
    text: textOf(message?.content),
    reasoning: textOf(message?.reasoning_content).length + textOf(message?.reasoning).length,
    outcome: outcomeOf(choice?.finish_reason),
    usage: usageOf(result.data.usage),
  };
}

/** Servers report the tokens in their last chunk, some of them in each. */
function usageOf(usage: unknown): TokenUsage | null {
  const parsed = usageSchema.safeParse(usage);
  if (!parsed.success) return null;
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = parsed.data;
  return { promptTokens, completionTokens, totalTokens: promptTokens + completionTokens };
}

/** A text, or an array of parts of which those of type `text` count. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: unknown) => {
      const parsed = partSchema.safeParse(part);
      return parsed.success ? parsed.data.text : '';
    })
    .join('');
}

const partSchema = z.looseObject({ type: z.literal('text'), text: z.string() });

function outcomeOf(reason: unknown): ModelOutcome | null {
  if (typeof reason !== 'string' || reason === '') return null;
  if (reason === 'stop' || reason === 'end_turn' || reason === 'eos') return 'stop';
  if (reason === 'length' || reason === 'max_tokens') return 'length';
  if (reason === 'content_filter') return 'filtered';
  return 'unspecified';
}
