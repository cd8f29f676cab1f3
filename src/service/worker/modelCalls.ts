/** The language model of one request: its calls go to the extension host as messages, and the replies come back. */
import type { LanguageModel } from '../../model/languageModel.ts';
import { ModelError } from '../../model/modelError.ts';
import { createMessageQueue, type MessageQueue } from '../../protocol/messageQueue.ts';
import { type FromWorker, MAX_MODEL_TEXT, type ModelReplyMessage, type WorkerModel } from '../../protocol/worker.ts';
import { t } from '../translate.ts';

export interface ModelCalls {
  readonly model: LanguageModel;
  /** Messages of a call that has ended are ignored. */
  receive(message: ModelReplyMessage): void;
}

/** `id` is the id of the request. */
export function createModelCalls(id: number, info: WorkerModel, post: (message: FromWorker) => void): ModelCalls {
  const running = new Map<number, MessageQueue<ModelReplyMessage>>();
  let lastCall = 0;

  const model: LanguageModel = {
    id: info.id,
    name: info.name,
    inputTokens: info.inputTokens,
    hidden: info.hidden,
    async *send(messages, signal, observer) {
      signal.throwIfAborted();
      // The other side ignores a message that is too long, and the call would end with its timeout.
      if (messages.some(({ content }) => content.length > MAX_MODEL_TEXT)) throw new ModelError('tooLong');
      const call = ++lastCall;
      const replies = createMessageQueue<ModelReplyMessage>(signal);
      running.set(call, replies);
      let ended = false;
      try {
        post({ type: 'modelCall', id, call, messages: [...messages] });
        for (;;) {
          const message = await replies.next();
          if (message.type === 'modelChunk') {
            yield message.text;
            continue;
          }
          if (message.type === 'modelWaits' || message.type === 'modelThinks') {
            const title =
              message.type === 'modelThinks'
                ? t('{0} is thinking', info.name)
                : t('{0} is busy. Asking again in seconds: {1}', info.name, message.seconds);
            post({ type: 'event', id, event: { type: 'step', title } });
            continue;
          }
          ended = true;
          if (message.type === 'modelFailed') throw new ModelError(message.kind);
          if (message.usage) observer?.onUsage?.(message.usage);
          return message.outcome;
        }
      } finally {
        running.delete(call);
        if (!ended) post({ type: 'modelAbort', id, call });
      }
    },
  };
  return { model, receive: (message) => running.get(message.call)?.push(message) };
}
