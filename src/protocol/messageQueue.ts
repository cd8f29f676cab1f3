/** Messages in the order of their arrival, for one reader. */
export interface MessageQueue<Message> {
  push(message: Message): void;
  /** The reader gets this error after the messages that have arrived. Later calls have no effect. */
  fail(error: unknown): void;
  /** Waits for the next message. Rejects with the reason of the signal as soon as it aborts. */
  next(): Promise<Message>;
}

export function createMessageQueue<Message>(signal: AbortSignal): MessageQueue<Message> {
  const arrived: Message[] = [];
  let failure: { readonly error: unknown } | null = null;
  let waiting = Promise.withResolvers<void>();
  const wake = () => waiting.resolve();
  return {
    push(message) {
      arrived.push(message);
      wake();
    },
    fail(error) {
      failure ??= { error };
      wake();
    },
    async next() {
      signal.addEventListener('abort', wake, { once: true });
      try {
        for (;;) {
          signal.throwIfAborted();
          const message = arrived.shift();
          if (message !== undefined) return message;
          if (failure) throw failure.error;
          waiting = Promise.withResolvers();
          await waiting.promise;
        }
      } finally {
        signal.removeEventListener('abort', wake);
      }
    },
  };
}
