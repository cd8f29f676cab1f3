/** Answers the calls that the worker makes of the language model of one request. */
import type { LanguageModel, TokenUsage } from '../model/languageModel.ts';
import { ModelError } from '../model/modelError.ts';
import type { SecondReading } from '../protocol/secondReading.ts';
import { type FromWorker, MAX_MODEL_TEXT, type ModelReplyMessage, type WithoutId } from '../protocol/worker.ts';

/** The language model that may write the answer to one question. */
export interface QuestionModel {
  readonly model: LanguageModel;
  /** Whether a question with zero data retention may use it. */
  readonly zeroRetention: boolean;
  /** When the model reads its sentences again. Default: `deep`. */
  readonly secondReading?: SecondReading | undefined;
}

export interface HostModelCalls {
  receive(message: Extract<FromWorker, { type: 'modelCall' | 'modelAbort' }>): void;
  /** Aborts every running call. Nothing is sent after it. */
  close(): void;
}

export function createHostModelCalls(
  { model }: QuestionModel,
  send: (message: WithoutId<ModelReplyMessage>) => void,
): HostModelCalls {
  const running = new Map<number, AbortController>();
  let closed = false;

  async function answer(call: number, messages: Parameters<LanguageModel['send']>[0]): Promise<void> {
    const abort = new AbortController();
    running.set(call, abort);
    const reply = (message: WithoutId<ModelReplyMessage>) => {
      if (!closed && !abort.signal.aborted) send(message);
    };
    let usage: TokenUsage | undefined;
    try {
      const chunks = model.send(messages, abort.signal, {
        onUsage(reported) {
          usage = reported;
        },
        onWait: (milliseconds) => reply({ type: 'modelWaits', call, seconds: Math.ceil(milliseconds / 1000) }),
        onThinking: () => reply({ type: 'modelThinks', call }),
      });
      for (;;) {
        const next = await chunks.next();
        if (next.done) return reply({ type: 'modelEnd', call, outcome: next.value, usage });
        // The worker ignores a message that is too long, and the call would end with its timeout.
        if (next.value.length > MAX_MODEL_TEXT) throw new ModelError('protocol');
        reply({ type: 'modelChunk', call, text: next.value });
      }
    } catch (error) {
      reply({ type: 'modelFailed', call, kind: error instanceof ModelError ? error.kind : 'server' });
    } finally {
      // Ends the call at the provider if its reply was not read to the end.
      abort.abort();
      running.delete(call);
    }
  }

  return {
    receive(message) {
      if (closed) return;
      if (message.type === 'modelAbort') running.get(message.call)?.abort();
      else if (!running.has(message.call)) void answer(message.call, message.messages);
    },
    close() {
      closed = true;
      for (const abort of running.values()) abort.abort();
      running.clear();
    },
  };
}
