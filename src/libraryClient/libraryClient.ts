/** The library as a client of a research service: what `ResearchClient` is for a hosted one. */
import { toResearchError } from '../client/errors.ts';
import type { AskHooks, ResearchClient } from '../client/researchClient.ts';
import { type ChatRequest, DEFAULT_ASK_MODE } from '../protocol/chatCompletions.ts';
import type { AskedQuestion } from '../protocol/question.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import type { LibraryConnection } from './libraryConnection.ts';
import type { QuestionModel } from './modelCalls.ts';

/** The service name of the built-in library in conversations and logs. */
export const LIBRARY = 'library';

/** A question in both forms: `messages` for a hosted service, `question` and `context` for the library. */
export type AskedRequest = ChatRequest & AskedQuestion;

export interface LibraryClient extends Pick<ResearchClient, 'service' | 'describeError'> {
  ask(request: AskedRequest, signal: AbortSignal, hooks?: AskHooks): AsyncGenerator<ResearchEvent, void, undefined>;
}

export interface LibraryClientOptions {
  readonly connection: Pick<LibraryConnection, 'ask'>;
  /** The language model that may write the answer. Null: the library quotes. */
  readonly model?: QuestionModel | null;
  /** Milliseconds without a sign of life after which a question fails. */
  readonly idleTimeout: number;
}

export function createLibraryClient({ connection, ...options }: LibraryClientOptions): LibraryClient {
  return {
    service: LIBRARY,
    describeError: (thrown) => toResearchError(thrown).toInfo(),
    ask({ question, context, askMode, allowedAskModes, ZeroDataRetention }, signal, hooks) {
      const mode = askMode ?? DEFAULT_ASK_MODE;
      const allowed = allowedAskModes?.filter((each) => each !== 'auto') ?? [];
      const asked = {
        question,
        context,
        mode,
        allowed: allowed.length > 0 ? allowed : null,
        zeroRetention: ZeroDataRetention === true,
      };
      return connection.ask(asked, signal, { ...options, onWireEvent: hooks?.onWireEvent });
    },
  };
}
