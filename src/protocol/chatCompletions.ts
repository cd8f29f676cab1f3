/**
 * The wire format of the research service: what a request may contain and what is sent back.
 * Section names in the comments are those of the service's interface document (docs/interface.md maps each sentence).
 */
import * as z from 'zod/mini';

/** The literal that `model` must equal (Versioning 2). Its trailing number is the model version. */
export const MODEL = 'service-1.0';

/** The data part that ends a stream (POST /chat/completions, 3). Exactly this, case-sensitive, not JSON. */
export const DONE = '[DONE]';

/** The one path, appended to the base address (Versioning 1). */
export const COMPLETIONS_PATH = '/chat/completions';

/** The askMode values, in the order in which the interface lists them (askMode values). */
export const ASK_MODES = [
  'tax_research_normal',
  'tax_research_fast_research',
  'tax_research_deep_research',
  'audit_research',
  'auto',
] as const;

export const askModeSchema = z.enum(ASK_MODES);
export type AskMode = z.infer<typeof askModeSchema>;

/** The modes as agents and the command line name them. */
export const NAMED_MODES = {
  fast: 'tax_research_fast_research',
  deep: 'tax_research_deep_research',
  audit: 'audit_research',
} as const satisfies Record<string, AskMode>;

/** Longest name of a matter that the firm's server reads. */
export const MAX_MATTER_NAME = 200;

/** What a caller with an API key gets when `askMode` is omitted. */
export const DEFAULT_ASK_MODE: AskMode = 'tax_research_fast_research';

/**
 * What a request is routed to in the end: an askMode other than `auto`, or the web search that only the legacy forms reach.
 */
export const RESEARCH_MODES = [
  'tax_research_normal',
  'tax_research_fast_research',
  'tax_research_deep_research',
  'audit_research',
  'tax_research_web_search',
] as const;
export const researchModeSchema = z.enum(RESEARCH_MODES);
export type ResearchMode = (typeof RESEARCH_MODES)[number];

/** Deprecated askMode values that the service still accepts, with their equivalents. Never sent by our own client. */
export const LEGACY_ASK_MODES = {
  normal: 'tax_research_normal',
  fast_research: 'tax_research_fast_research',
  web_search: 'tax_research_web_search',
} as const satisfies Record<string, ResearchMode>;

/** Deprecated body flags. A request must not carry one of them together with `askMode`. */
export const LEGACY_FLAGS = ['websearch', 'webSearch'] as const;

export interface Message {
  /** `human` for the user's turn, `ai` for an earlier answer given as history. */
  readonly role: 'human' | 'ai';
  /** The text of the turn. */
  readonly content: string;
}

/** What our client sends: canonical forms only, no legacy. `model` is added by the client. */
export interface ChatRequest {
  /** The whole conversation, oldest first, alternating, newest `human` last. The service keeps no state. */
  readonly messages: readonly Message[];
  /** `true` selects server-sent events. Default false. */
  readonly stream?: boolean;
  readonly askMode?: AskMode;
  /** Only meaningful with `askMode: 'auto'`: the modes that the router may pick. */
  readonly allowedAskModes?: readonly AskMode[];
  /** Asks that prompt and response content are not retained for this request. Case-sensitive name. Default false. */
  readonly ZeroDataRetention?: boolean;
  /** The firm's server only: the answer is from authorities and this matter. */
  readonly matter?: string;
}

const tokens = z.int().check(z.nonnegative());

export const usageSchema = z.looseObject({
  /** Tokens of the user-supplied input. */
  prompt_tokens: tokens,
  /** Tokens of the final answer returned to the caller. */
  completion_tokens: tokens,
  /** Input plus output tokens. */
  total_tokens: tokens,
});

/** Non-streaming reply body (Completion). */
export const completionSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  /** Unix seconds. */
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.int(),
      /** Our own service answers a caller that uses the roles `user` and `assistant` with `assistant`. */
      message: z.looseObject({ role: z.enum(['ai', 'assistant']), content: z.string() }),
      finish_reason: z.string(),
    }),
  ),
  usage: usageSchema,
});
export type Completion = z.infer<typeof completionSchema>;

/** One streamed increment (Completion chunk). This is what our service writes; readers accept more (client/chunk.ts). */
export const chunkSchema = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      index: z.int(),
      /** Our own service states the role in the first chunk with a choice; the interface shows `content` only. */
      delta: z.looseObject({ role: z.optional(z.enum(['ai', 'assistant'])), content: z.optional(z.string()) }),
      /** null while the answer is in progress. */
      finish_reason: z.nullable(z.string()),
    }),
  ),
  /** Present on the last chunk of our own service only; the interface reports usage in the JSON reply only. */
  usage: z.optional(usageSchema),
});
export type Chunk = z.infer<typeof chunkSchema>;

/** Extra information in a stream (Custom message), with its kind in `type`. */
export const customMessageSchema = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('step_message'),
    title: z.string(),
    /** The mode that `auto` has selected; our own service reports it, the interface does not show it. */
    askMode: z.optional(researchModeSchema),
  }),
  z.looseObject({ type: z.literal('source_message'), content: z.array(z.unknown()) }),
  z.looseObject({ type: z.literal('suggestions'), suggestions: z.array(z.unknown()) }),
]);
export type CustomMessage = z.infer<typeof customMessageSchema>;
