/** The store that keeps nothing beyond the life of its window: for tests, the browser, and what must not be kept. */

import type { Conversation } from './conversation.ts';
import { findInConversation, queryWords } from './findWords.ts';
import {
  bySummaryOrder,
  type ConversationStore,
  type Hit,
  type Loaded,
  SEARCH_LIMIT,
  type StoreChange,
} from './store.ts';
import { summarize } from './summary.ts';

export function createMemoryStore(initial: readonly Conversation[] = []): ConversationStore {
  const conversations = new Map(initial.map((conversation) => [conversation.id, conversation]));
  const listeners = new Set<(change: StoreChange) => void>();
  const place = { kept: 'memory', runningElsewhere: false, bytes: 0 } as const;

  function emit(change: StoreChange): void {
    for (const listener of [...listeners]) listener(change);
  }

  async function list() {
    return [...conversations.values()].map((each) => summarize(each, place)).sort(bySummaryOrder);
  }

  async function load(id: string): Promise<Loaded> {
    const conversation = conversations.get(id);
    return conversation ? { type: 'ok', conversation, runningElsewhere: false } : { type: 'missing' };
  }

  return {
    warning: null,
    list,
    load,
    peek: load,
    async save(conversation) {
      const revision = Math.max(conversations.get(conversation.id)?.revision ?? 0, conversation.revision) + 1;
      conversations.set(conversation.id, { ...conversation, revision });
      emit({ type: 'list', id: conversation.id });
      return conversation.temporary || conversation.zeroRetention ? { type: 'notKept' } : { type: 'saved', revision };
    },
    async remove(id) {
      if (conversations.delete(id)) emit({ type: 'list', id });
    },
    async search(query, signal) {
      const words = queryWords(query);
      const hits: Hit[] = [];
      for (const summary of await list()) {
        if (signal?.aborted || hits.length === SEARCH_LIMIT) break;
        const conversation = conversations.get(summary.id);
        const found = conversation && findInConversation(conversation, words);
        if (found) hits.push({ summary, ...found });
      }
      return hits;
    },
    onDidChange(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    async flush() {},
    dispose() {
      listeners.clear();
    },
  };
}
