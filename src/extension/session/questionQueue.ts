/**
 * The questions of one conversation that are not sent yet. What the user was shown is what is sent: a question whose context
 * has changed is checked again when its turn comes, and held when it is not what the user confirmed.
 */
import { branchTo } from '../../conversation/branches.ts';
import type { Conversation, HoldReason, Turn } from '../../conversation/conversation.ts';
import type { Preview } from '../../panel/messages.ts';
import type { AskRequest, Outgoing, PreflightResult } from './askRequest.ts';

interface Waiting {
  readonly request: AskRequest;
  readonly outgoing: Outgoing;
}

export function createQuestionQueue(deps: {
  readonly preflight: (request: AskRequest, conversation: Conversation) => Promise<PreflightResult>;
  readonly conversation: () => Conversation;
  /** Marks a queued question as held, or, with null, as no longer held. */
  readonly hold: (turnId: string, reason: HoldReason | null) => void;
}) {
  const waiting = new Map<string, Waiting>();

  const find = (turnId: string) => deps.conversation().turns.find((turn) => turn.id === turnId);
  const queued = () =>
    deps.conversation().turns.filter(({ id, answer }) => answer.state === 'queued' && waiting.has(id));
  const held = (turnId: string | null) =>
    queued().filter(({ id, answer }) => answer.held && (turnId === null || id === turnId));

  /** The context may change while a check waits for a file or the user: then it is checked again. */
  async function check(
    turnId: string,
    options: Pick<AskRequest, 'previewOnly' | 'approvedToken' | 'alreadyConfirmed'>,
  ): Promise<PreflightResult | null> {
    for (;;) {
      const turn = find(turnId);
      const entry = waiting.get(turnId);
      if (!turn || !entry) return null;
      const conversation = withoutTurn(deps.conversation(), turn);
      const result = await deps.preflight({ ...entry.request, ...options, parent: turn.parent }, conversation);
      if (result.type === 'confirm' || isCurrent(result.outgoing, turnId)) return result;
    }
  }

  function isCurrent({ context }: Outgoing, turnId: string): boolean {
    const now = branchTo(deps.conversation(), find(turnId)?.parent ?? null);
    return now.length === context.length && now.every((turn, index) => turn === context[index]);
  }

  function holdAll(reason: HoldReason): void {
    for (const { id, answer } of queued()) if (!answer.held) deps.hold(id, reason);
  }

  return {
    add: (turnId: string, request: AskRequest, outgoing: Outgoing) => void waiting.set(turnId, { request, outgoing }),
    remove: (turnId: string) => void waiting.delete(turnId),
    clear: () => waiting.clear(),
    has: (turnId: string) => waiting.has(turnId),
    isEmpty: () => waiting.size === 0,
    holdAll,

    /** The next question to send. */
    next: (): Turn | undefined => queued().find(({ answer }) => !answer.held),

    /** What goes out for a question whose context is as it was; null when it has to be checked again. */
    ready(turnId: string): Waiting | null {
      const entry = waiting.get(turnId);
      return entry && isCurrent(entry.outgoing, turnId) ? entry : null;
    },

    /** What goes out for a question after another check; null when it is held, with those behind it, or gone. */
    async recheck(turnId: string): Promise<Waiting | null> {
      const entry = waiting.get(turnId);
      if (!entry) return null;
      // A check that fails is as good as one that objects: the user decides.
      const result = await check(turnId, { alreadyConfirmed: true }).catch(() => undefined);
      if (result === null || !waiting.has(turnId)) return null;
      if (result?.type === 'ready') return { request: entry.request, outgoing: result.outgoing };
      deps.hold(turnId, 'changed');
      holdAll('unanswered');
      return null;
    },

    /** Lets held questions go. Resolves to what the user has to see of a single one first. */
    async release(turnId: string | null, approvedToken: string | undefined): Promise<Preview | null> {
      const [turn] = held(turnId);
      if (turn && turnId !== null && (turn.answer.held === 'changed' || approvedToken !== undefined)) {
        const result = await check(
          turnId,
          approvedToken === undefined ? { previewOnly: true } : { previewOnly: false, approvedToken },
        );
        if (result?.type === 'confirm') return result.preview;
        const entry = waiting.get(turnId);
        if (result && entry) {
          const request = { ...entry.request, approvedToken };
          waiting.set(turnId, { request, outgoing: result.outgoing });
        }
      }
      for (const { id, answer } of held(turnId)) {
        if (turnId !== null || answer.held === 'unanswered') deps.hold(id, null);
      }
      return null;
    },
  };
}

/** A question is checked as if it were asked now. */
function withoutTurn(conversation: Conversation, turn: Turn): Conversation {
  return { ...conversation, turns: conversation.turns.filter((other) => other !== turn) };
}
