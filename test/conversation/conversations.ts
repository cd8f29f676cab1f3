import {
  type Answer,
  type Conversation,
  emptyAnswer,
  newConversation,
  type Turn,
} from '../../src/conversation/conversation.ts';

/** A turn with a finished answer, unless `answer` says otherwise. */
export function turnOf(id: string, parent: string | null, answer: Partial<Answer> = {}): Turn {
  return {
    id,
    parent,
    epoch: 1,
    askedAt: 0,
    question: { text: `Question ${id}`, selections: [] },
    askMode: 'tax_research_fast_research',
    zeroRetention: false,
    service: 'library',
    answer: { ...emptyAnswer('done'), text: `Answer ${id}`, ...answer },
  };
}

export function conversationOf(...turns: Turn[]): Conversation {
  return { ...newConversation({ id: 'c1', now: 0 }), turns, currentTurnId: turns.at(-1)?.id ?? null };
}
