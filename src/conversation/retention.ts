/** Zero retention: which rule applies to a question, and what happens if stored and ephemeral turns would mix. */
import { activeBranch, branchTo } from './branches.ts';
import { countsAsHistory } from './context.ts';
import type { Conversation } from './conversation.ts';

/** Zero retention for the next question. `locked`: it cannot be turned off for this question alone. */
export interface Retention {
  readonly on: boolean;
  readonly locked: boolean;
}

/**
 * The strictest rule wins: the user's setting, a setting of an opened folder, the conversation, its shown branch if it contains a question
 * with zero retention, or the question box. That of a conversation without questions is the one of the question box.
 */
export function retentionOf(
  conversation: Conversation,
  chosen: { readonly user: boolean; readonly folder: boolean; readonly question: boolean },
): Retention {
  const ofBranch = activeBranch(conversation).some((turn) => turn.zeroRetention);
  const { zeroRetention, turns } = conversation;
  const locked = chosen.user || chosen.folder || (zeroRetention && turns.length > 0) || ofBranch;
  return { on: locked || zeroRetention || chosen.question, locked };
}

/** Whether the history of a question after `parent` carries text that was asked with zero retention. */
export function historyForbidsRetention(conversation: Conversation, parent: string | null): boolean {
  return branchTo(conversation, parent).some((turn) => turn.zeroRetention && countsAsHistory(turn));
}

/**
 * Whether this is the first question with zero retention in a conversation that is on disk. The user must know that this question will not
 * be there after a reload, while the rest will.
 */
export function mixesRetention(conversation: Conversation, isZero: boolean): boolean {
  const { turns, zeroRetention, temporary } = conversation;
  return isZero && !zeroRetention && !temporary && turns.length > 0 && !turns.some((turn) => turn.zeroRetention);
}
