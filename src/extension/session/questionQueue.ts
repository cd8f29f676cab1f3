/**
 * The queued questions of one conversation. A question is sent exactly as the user confirmed it. If its context has changed, it is
 * checked again before it is sent. If the result differs from what the user confirmed, the question is held.
 */
import { branchTo } from '../../conversation/branches.ts';
import type { Conversation, HoldReason, Turn } from '../../conversation/conversation.ts';
import type { Preview } from '../../panel/messages.ts';
import type { AskRequest, Outgoing, PreflightResult } from './askRequest.ts';

interface QueuedRequest {
  readonly request: AskRequest;
  readonly outgoing: Outgoing;
}

export function createQuestionQueue(deps: {
  readonly preflight: (request: AskRequest, conversation: Conversation) => Promise<PreflightResult>;
  readonly conversation: () => Conversation;
  /** Marks a queued question as held, or, with null, as no longer held. */
  readonly hold: (turnId: string, reason: HoldReason | null) => void;
}) {
  const entries = new Map<string, QueuedRequest>();

  const find = (turnId: string) => deps.conversation().turns.find((turn) => turn.id === turnId);
  const queued = () =>
    deps.conversation().turns.filter(({ id, answer }) => answer.state === 'queued' && entries.has(id));
  const held = () => queued().filter(({ answer }) => answer.held);

  /** Checks a question. Repeats the check if the context has changed meanwhile, for example while a file was read. Null if it is gone. */
  async function check(
    turnId: string,
    options: Pick<AskRequest, 'previewOnly' | 'approvedToken' | 'alreadyConfirmed'>,
  ): Promise<PreflightResult | null> {
    for (;;) {
      const turn = find(turnId);
      const entry = entries.get(turnId);
      if (!turn || !entry) return null;
      const conversation = withoutTurn(deps.conversation(), turn);
      const result = await deps.preflight({ ...entry.request, ...options, parent: turn.parent }, conversation);
      if (result.type === 'confirm' || isCurrent(result.outgoing, turnId)) return result;
    }
  }

  /** True if the context has the same turn objects. A changed turn is a new object. */
  function isCurrent({ context }: Outgoing, turnId: string): boolean {
    const now = branchTo(deps.conversation(), find(turnId)?.parent ?? null);
    return now.length === context.length && now.every((turn, index) => turn === context[index]);
  }

  function holdAll(reason: HoldReason): void {
    for (const { id, answer } of queued()) if (!answer.held) deps.hold(id, reason);
  }

  return {
    add: (turnId: string, request: AskRequest, outgoing: Outgoing) => void entries.set(turnId, { request, outgoing }),
    remove: (turnId: string) => void entries.delete(turnId),
    clear: () => entries.clear(),
    has: (turnId: string) => entries.has(turnId),
    isEmpty: () => entries.size === 0,
    holdAll,

    /** Returns the next question to send. */
    next: (): Turn | undefined => queued().find(({ answer }) => !answer.held),

    /** Returns the request if its context is unchanged. Returns null if it must be checked again. */
    findCurrent(turnId: string): QueuedRequest | null {
      const entry = entries.get(turnId);
      return entry && isCurrent(entry.outgoing, turnId) ? entry : null;
    },

    /** Checks a question again. Returns null if it is gone or held. If it is held, all queued questions are held. */
    async checkAgain(turnId: string): Promise<QueuedRequest | null> {
      const entry = entries.get(turnId);
      if (!entry) return null;
      // The user also decides about a question that could not be checked.
      const result = await check(turnId, { alreadyConfirmed: true }).catch(() => 'failed' as const);
      if (result === null || !entries.has(turnId)) return null;
      if (result !== 'failed' && result.type === 'ready') return { request: entry.request, outgoing: result.outgoing };
      deps.hold(turnId, 'changed');
      holdAll('unanswered');
      return null;
    },

    /** Releases all questions that are held as `unanswered`. Questions that have changed stay held. */
    releaseUnanswered(): void {
      for (const { id, answer } of held()) if (answer.held === 'unanswered') deps.hold(id, null);
    },

    /** Releases a held question. If it has changed, returns the preview that the user must confirm, and the question stays held. */
    async release(turnId: string, approvedToken: string | undefined): Promise<Preview | null> {
      const turn = held().find(({ id }) => id === turnId);
      if (!turn) return null;
      if (turn.answer.held === 'changed' || approvedToken !== undefined) {
        const options = approvedToken === undefined ? { previewOnly: true } : { previewOnly: false, approvedToken };
        const result = await check(turnId, options);
        if (result?.type === 'confirm') return result.preview;
        const entry = entries.get(turnId);
        if (result && entry) {
          const request = { ...entry.request, approvedToken };
          entries.set(turnId, { request, outgoing: result.outgoing });
        }
      }
      if (held().some(({ id }) => id === turnId)) deps.hold(turnId, null);
      return null;
    },
  };
}

/** Returns the conversation as it was before the question was asked. */
function withoutTurn(conversation: Conversation, turn: Turn): Conversation {
  return { ...conversation, turns: conversation.turns.filter((other) => other !== turn) };
}
