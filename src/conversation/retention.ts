/** Zero retention: which rule applies to a question, and what happens if stored and ephemeral turns would mix. */
import { activeBranch, branchTo } from './branches.ts';
import { countsAsHistory } from './context.ts';
import type { Conversation } from './conversation.ts';

/** Who asked for zero retention. */
export interface RetentionRules {
  /** The user's setting. */
  readonly user: boolean;
  /** A setting of an opened folder; it can only turn zero retention on. */
  readonly folder: boolean;
  readonly conversation: boolean;
  readonly question: boolean;
  /** The included turns contain a question with zero retention. */
  readonly history: boolean;
}

export interface EffectiveRetention {
  readonly on: boolean;
  /** It cannot be turned off for this question alone. */
  readonly locked: boolean;
  /** The first rule that turned it on, the widest first; null when it is off. */
  readonly because: keyof RetentionRules | null;
}

/** The strictest rule wins. */
export function effectiveRetention(rules: RetentionRules): EffectiveRetention {
  const order = ['user', 'folder', 'conversation', 'history', 'question'] as const;
  const because = order.find((rule) => rules[rule]) ?? null;
  return { on: because !== null, locked: because !== null && because !== 'question', because };
}

/** The rule for the next question of the shown branch. A branch that contains a zero-retention question keeps zero retention. */
export function retentionOf(
  conversation: Conversation,
  chosen: Pick<RetentionRules, 'user' | 'folder' | 'question'>,
): EffectiveRetention {
  return effectiveRetention({
    ...chosen,
    conversation: conversation.zeroRetention,
    history: activeBranch(conversation).some((turn) => turn.zeroRetention),
  });
}

/** Whether the history of a question after `parent` carries text that was asked with zero retention. */
export function historyForbidsRetention(conversation: Conversation, parent: string | null): boolean {
  return branchTo(conversation, parent).some((turn) => turn.zeroRetention && countsAsHistory(turn));
}

/**
 * `ask`: the first question with zero retention in a conversation that is on disk: the user must know that this question will not
 * be there after a reload, while the rest will. `whole`: nothing is kept of this conversation yet, so all of it becomes unkept.
 */
export type RetentionMix = 'none' | 'ask' | 'whole';

export function retentionMix(conversation: Conversation, questionIsZero: boolean): RetentionMix {
  if (!questionIsZero || conversation.zeroRetention || conversation.temporary) return 'none';
  if (conversation.turns.length === 0) return 'whole';
  return conversation.turns.some((turn) => turn.zeroRetention) ? 'none' : 'ask';
}
