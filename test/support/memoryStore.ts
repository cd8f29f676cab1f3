/** A store that keeps conversations in memory. */
import type { Change } from '../../src/conversation/change.ts';
import type { Conversation } from '../../src/conversation/conversation.ts';
import { bySummaryOrder, type ConversationStore, type StoreChange } from '../../src/conversation/store.ts';
import { mayBeStored } from '../../src/conversation/stored.ts';
import { listed } from '../../src/conversation/summary.ts';

export interface MemoryStore extends ConversationStore {
  /** What was recorded, in order. */
  readonly recorded: readonly { readonly conversation: Conversation; readonly changes: readonly Change[] }[];
}

export function createMemoryStore(initial: readonly Conversation[] = []): MemoryStore {
  const conversations = new Map(initial.map((conversation) => [conversation.id, conversation]));
  const listeners = new Set<(change: StoreChange) => void>();
  const recorded: { conversation: Conversation; changes: readonly Change[] }[] = [];

  function emit(change: StoreChange): void {
    for (const listener of [...listeners]) listener(change);
  }

  return {
    recorded,
    warning: null,
    async list() {
      const place = { kept: 'disk', runningElsewhere: false } as const;
      return [...conversations.values()]
        .map((each) => ({ ...listed(each), ...place, id: each.id }))
        .sort(bySummaryOrder);
    },
    async load(id) {
      const conversation = conversations.get(id);
      return conversation ? { type: 'ok', conversation, damage: null } : { type: 'missing' };
    },
    read: async (id) => conversations.get(id) ?? null,
    record(conversation, changes) {
      recorded.push({ conversation, changes });
      conversations.set(conversation.id, conversation);
      emit({ type: 'list' });
    },
    async flush() {},
    follow: () => ({ dispose: () => {} }),
    status(id) {
      const conversation = conversations.get(id);
      return conversation && !mayBeStored(conversation) ? 'memory' : 'disk';
    },
    async remove(id) {
      if (conversations.delete(id)) emit({ type: 'list' });
    },
    search: async () => [],
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    dispose() {
      listeners.clear();
    },
  };
}
