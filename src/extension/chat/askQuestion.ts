/** Asks a question for VS Code's Chat or for an agent, in the same way and with the same checks as the page does. */
import type { CancellationToken, Event } from 'vscode';
import type { Change } from '../../conversation/change.ts';
import type { Turn } from '../../conversation/conversation.ts';
import type { Preview } from '../../panel/messages.ts';
import type { AskRequest } from '../session/askRequest.ts';
import type { Chat } from '../session/chat.ts';
import { type SubmitDeps, type SubmitRequest, submitQuestion } from '../session/submitQuestion.ts';

/** What the user chose in the dialog with the preview. Null: not to send. */
export type Approval = Pick<AskRequest, 'approvedToken' | 'identifiers'>;

export type Asked =
  | { readonly type: 'ended'; readonly turn: Turn }
  /** The question waits in the conversation for the user. */
  | { readonly type: 'held' }
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'cancelled' };

export interface AskDeps {
  readonly submit: SubmitDeps;
  readonly confirm: (preview: Preview) => Promise<Approval | null>;
  /** A conversation was deleted. */
  readonly onDidForget: Event<Chat>;
  readonly token: CancellationToken;
  /** Logs a failure and returns the message for the user. */
  readonly onError: (error: unknown) => string;
  /** Receives the changes of the turn. */
  readonly onChange?: (change: Change) => void;
}

export async function askQuestion(chat: Chat, wanted: SubmitRequest, deps: AskDeps): Promise<Asked> {
  const { token } = deps;
  const answer = followAnswer(chat, wanted, deps);
  try {
    let outcome = await submitQuestion(chat, wanted, deps.submit);
    while (outcome.type === 'confirm') {
      const { blocked } = outcome.preview;
      if (blocked !== null) return { type: 'refused', message: blocked };
      const approval = await deps.confirm(outcome.preview);
      if (!approval || token.isCancellationRequested) return { type: 'cancelled' };
      outcome = await submitQuestion(chat, { ...wanted, ...approval, alreadyConfirmed: true }, deps.submit);
    }
    if (outcome.type === 'refused') return outcome;
    answer.stopIfCancelled();
    return await answer.end;
  } catch (error) {
    return { type: 'refused', message: deps.onError(error) };
  } finally {
    answer.dispose();
  }
}

/** Follows the turn of the question in its conversation, and stops it when the request is cancelled. */
function followAnswer(chat: Chat, { question }: SubmitRequest, { token, onDidForget, onChange }: AskDeps) {
  const { session } = chat;
  let turnId: string | undefined;
  let settle: (asked: Asked) => void = () => {};
  const end = new Promise<Asked>((resolve) => {
    settle = resolve;
  });
  const stop = () => {
    if (turnId !== undefined) session.stop(turnId);
  };

  // The facts of the matter are added to the question; its list of selections stays the same object.
  const isAsked = (turn: Turn) => turn.question.selections === question.selections;

  function receive(change: Change, turns: readonly Turn[]): void {
    if (change.type === 'turnAdded' && isAsked(change.turn)) turnId = change.turn.id;
    if (turnId === undefined || !('turnId' in change) || change.turnId !== turnId) return;
    onChange?.(change);
    if (change.type === 'turnRemoved') settle({ type: 'cancelled' });
    if (change.type === 'held' && change.reason !== null) settle({ type: 'held' });
    const turn = turns.find(({ id }) => id === turnId);
    if (change.type === 'ended' && turn) settle({ type: 'ended', turn });
  }

  const subscriptions = [
    session.subscribe({
      changed(_first, changes, { turns }) {
        for (const change of changes) receive(change, turns);
      },
    }),
    token.onCancellationRequested(stop),
    onDidForget((forgotten) => forgotten === chat && settle({ type: 'cancelled' })),
  ];
  return {
    end,
    stopIfCancelled: () => token.isCancellationRequested && stop(),
    dispose() {
      for (const each of subscriptions) each.dispose();
    },
  };
}
