/** Saves of one conversation one after the other; those that wait are joined into the newest. */
import type { Conversation } from '../../conversation/conversation.ts';
import type { SaveResult } from '../../conversation/store.ts';

interface Waiting {
  conversation: Conversation;
  readonly done: PromiseWithResolvers<SaveResult>;
}

export function createSaveQueue(write: (conversation: Conversation) => Promise<SaveResult>) {
  const running = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Waiting>();

  async function run(id: string): Promise<void> {
    for (let next = waiting.get(id); next; next = waiting.get(id)) {
      waiting.delete(id);
      await write(next.conversation).then(next.done.resolve, next.done.reject);
    }
    running.delete(id);
  }

  return {
    add(conversation: Conversation): Promise<SaveResult> {
      const { id } = conversation;
      const before = waiting.get(id);
      if (before) {
        before.conversation = conversation;
        return before.done.promise;
      }
      const done = Promise.withResolvers<SaveResult>();
      waiting.set(id, { conversation, done });
      if (!running.has(id)) running.set(id, run(id));
      return done.promise;
    },
    /** Resolves, never rejects, when nothing of this conversation is being saved. */
    async settled(id: string): Promise<void> {
      await running.get(id);
    },
    async allSettled(): Promise<void> {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
