/**
 * The port to a language model. The library service writes answers through it and does not know which program answers:
 * VS Code's Language Model API, an OpenAI-compatible endpoint, or a script in tests.
 */

export const MODEL_ROLES = ['system', 'user', 'assistant'] as const;

export interface ModelMessage {
  readonly role: (typeof MODEL_ROLES)[number];
  readonly content: string;
}

/** How a reply ended: `unspecified` where the provider gives no reason. */
export const MODEL_OUTCOMES = ['stop', 'length', 'filtered', 'unspecified'] as const;
export type ModelOutcome = (typeof MODEL_OUTCOMES)[number];

/** What a model may not see. */
export interface HiddenIdentifiers {
  /** True: a text with client identifiers is not sent. False: they are replaced with placeholders. */
  readonly block: boolean;
  /** The names of clients and matters. */
  readonly names: readonly string[];
}

/** Tokens of one call, as the provider reports them. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalTokens: number;
}

/** What is reported about a call in addition to its text. */
export interface CallObserver {
  /** After the text, if the provider reports the tokens of the call. */
  onUsage?(usage: TokenUsage): void;
  /** The provider is busy and said when to come back: the call is made again after these milliseconds. */
  onWait?(milliseconds: number): void;
  /** Once, when the model begins to write reasoning, which is not part of the reply. */
  onThinking?(): void;
}

export interface LanguageModel {
  /** The provider's identifier. */
  readonly id: string;
  /** The name that users see. */
  readonly name: string;
  /** Input limit in tokens, as stated by the provider or the user. */
  readonly inputTokens: number;
  /** Absent: the model runs on this machine, or the guard is off. */
  readonly hidden?: HiddenIdentifiers | undefined;
  /**
   * Yields the text of one reply in chunks and returns how it ended. Throws a ModelError for every failure, and the
   * signal's reason after an abort.
   */
  send(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
    observer?: CallObserver,
  ): AsyncGenerator<string, ModelOutcome, void>;
}

/** Characters per token, a cautious estimate for English legal text. */
export const CHARACTERS_PER_TOKEN = 3.5;
