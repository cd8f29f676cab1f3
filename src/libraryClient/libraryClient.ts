/** The library as a client of a research service: what `ResearchClient` is for a hosted one. */
import { toResearchError } from '../client/errors.ts';
import type { AskHooks, ResearchClient } from '../client/researchClient.ts';
import { type ChatRequest, DEFAULT_ASK_MODE } from '../protocol/chatCompletions.ts';
import { LIBRARY } from '../protocol/library.ts';
import { type AskedQuestion, plainQuestion } from '../protocol/question.ts';
import type { ResearchEvent } from '../protocol/researchEvent.ts';
import type { LibraryConnection } from './libraryConnection.ts';
import type { QuestionModel } from './modelCalls.ts';

/** A request for either: a hosted service receives `messages`, and the library `asked`. */
export interface AskedRequest extends ChatRequest {
  /** Absent: the text of the last message is the question. */
  readonly asked?: AskedQuestion | undefined;
}

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
    ask({ messages, asked = plainly(messages), askMode, allowedAskModes, ZeroDataRetention }, signal, hooks) {
      const mode = askMode ?? DEFAULT_ASK_MODE;
      const allowed = allowedAskModes?.filter((each) => each !== 'auto') ?? [];
      const question = {
        ...asked,
        mode,
        allowed: allowed.length > 0 ? allowed : null,
        zeroRetention: ZeroDataRetention === true,
      };
      return connection.ask(question, signal, { ...options, onWireEvent: hooks?.onWireEvent });
    },
  };
}

function plainly(messages: AskedRequest['messages']): AskedQuestion {
  return { question: plainQuestion(messages.at(-1)?.content ?? ''), context: [] };
}
