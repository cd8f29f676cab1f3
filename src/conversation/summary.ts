/** Conversation -> ConversationSummary, and what is shown for one without a title. */
import { activeBranch } from './branches.ts';
import { type AnswerState, type Conversation, isRunning } from './conversation.ts';
import type { ConversationSummary } from './store.ts';

export function summarize(
  conversation: Conversation,
  place: Pick<ConversationSummary, 'kept' | 'runningElsewhere' | 'bytes'>,
): ConversationSummary {
  return {
    id: conversation.id,
    title: conversation.title,
    createdAt: conversation.createdAt,
    updatedAt: conversation.updatedAt,
    pinned: conversation.pinned,
    folder: conversation.folder,
    state: conversationState(conversation),
    turns: conversation.turns.length,
    revision: conversation.revision,
    ...place,
  };
}

/** The state of the first running turn, else of the last turn that is shown; null without turns. */
export function conversationState(conversation: Conversation): AnswerState | null {
  const running = conversation.turns.find(({ answer }) => isRunning(answer.state) && !answer.held);
  const shown = running ?? activeBranch(conversation).at(-1) ?? conversation.turns.at(-1);
  // A held question waits for the user: nothing runs.
  return shown?.answer.held ? 'stopped' : (shown?.answer.state ?? null);
}

/**
 * Marks what was running as interrupted: the window that ran it is gone. The text so far stays. Returns its input when nothing
 * was running.
 */
export function interrupt(conversation: Conversation): Conversation {
  if (!conversation.turns.some((turn) => isRunning(turn.answer.state))) return conversation;
  const turns = conversation.turns.map((turn) => {
    const { held: _, ...answer } = turn.answer;
    if (!isRunning(answer.state)) return turn;
    const endedAt = answer.lastEventAt ?? answer.startedAt ?? turn.askedAt;
    return { ...turn, answer: { ...answer, state: 'interrupted' as const, endedAt, retry: null } };
  });
  return { ...conversation, turns };
}
