/** What lists show of a conversation, and the changes that end what a crash interrupted. */
import { activeBranch } from './branches.ts';
import type { Change } from './change.ts';
import { type AnswerState, type Conversation, isPending } from './conversation.ts';

/** What a list shows of the conversation itself. */
export function listed(conversation: Conversation) {
  const { title, pinned, archived, byAgent, createdAt, updatedAt, folder, turns } = conversation;
  const state = conversationState(conversation);
  const marks = { ...(archived && { archived }), ...(byAgent && { byAgent }) };
  return { title, pinned, ...marks, createdAt, updatedAt, folder, state, turns: turns.length };
}

/** The state of the first running turn, else of the last turn that is shown; null without turns. */
function conversationState(conversation: Conversation): AnswerState | null {
  const running = conversation.turns.find(({ answer }) => isPending(answer.state) && !answer.held);
  const shown = running ?? activeBranch(conversation).at(-1) ?? conversation.turns.at(-1);
  // A held question waits for the user: nothing runs.
  return shown?.answer.held ? 'stopped' : (shown?.answer.state ?? null);
}

/** The changes that end running turns as interrupted, with the text so far. `isAlive`: a window is still running the turn. */
export function interruptions(conversation: Conversation, isAlive: (turnId: string) => boolean): Change[] {
  return conversation.turns.flatMap(({ id, epoch, askedAt, answer }) => {
    if (!isPending(answer.state) || isAlive(id)) return [];
    const at = answer.lastEventAt ?? answer.startedAt ?? askedAt;
    return [{ type: 'ended', turnId: id, epoch, state: 'interrupted', finishReason: null, error: null, at }];
  });
}
