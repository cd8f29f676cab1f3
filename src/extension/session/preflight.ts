/**
 * What stands between Send and the service: everything that may ask the user first, or refuse, in one place. What the user
 * agrees to is exactly what is sent: the token of a preview is a digest of it, so a preview that is out of date is shown again.
 */

import { reduce } from '../../conversation/changes.ts';
import { toMessages } from '../../conversation/context.ts';
import { type Conversation, emptyAnswer, type Question } from '../../conversation/conversation.ts';
import { retentionMix } from '../../conversation/retention.ts';
import type { Preview } from '../../panel/messages.ts';
import type { AskMode, Message } from '../../protocol/chatCompletions.ts';
import type { Order } from './session.ts';

export interface Draft {
  readonly conversation: Conversation;
  readonly parent: string | null;
  readonly question: Question;
  readonly askMode: AskMode;
  readonly allowedAskModes?: readonly AskMode[];
  readonly zeroRetention: boolean;
  /** `host[:port]`, or `library`. */
  readonly service: string;
  /** The user wants to see it first, and nothing is to be sent. */
  readonly previewOnly: boolean;
  /** The token of the preview that the user agreed to. */
  readonly agreed: string | null;
}

/** What the identifier guard found in the messages, and what it wants done. */
export interface GuardVerdict {
  readonly findings: readonly { readonly kind: string; readonly masked: string }[];
  /** Set when identifiers are to be replaced. */
  readonly rewrite?: NonNullable<Order['guard']>;
  /** Why it must not be sent at all. */
  readonly blocked: string | null;
}

export interface SpendVerdict {
  /** What is shown with the preview; null when there is nothing to say. */
  readonly text: string | null;
  /** The user is to confirm. */
  readonly confirm: boolean;
  readonly blocked: string | null;
}

export interface GatePorts {
  readonly confirmModes: readonly AskMode[];
  /** Unguessable, fresh in each window. */
  readonly salt: string;
  readonly digest: (text: string) => Promise<string>;
  /** Not asked for the built-in service: there nothing leaves the machine. */
  readonly guard?: ((messages: readonly Message[], draft: Draft) => Promise<GuardVerdict>) | undefined;
  readonly spend?: ((draft: Draft) => Promise<SpendVerdict>) | undefined;
}

export type GateResult =
  | { readonly type: 'ok'; readonly rewrite?: NonNullable<Order['guard']> }
  | { readonly type: 'confirm'; readonly preview: Preview };

export async function beforeSend(draft: Draft, ports: GatePorts): Promise<GateResult> {
  const messages = messagesFor(draft);
  const local = draft.service === 'library';
  const guard = local ? undefined : await ports.guard?.(messages, draft);
  const spend = local ? undefined : await ports.spend?.(draft);
  const outgoing = guard?.rewrite ? guard.rewrite.outgoing(messages) : messages;
  const blocked = guard?.blocked ?? spend?.blocked ?? null;

  const reasons: Preview['reasons'] = [];
  if (draft.previewOnly) reasons.push('asked');
  if (ports.confirmModes.includes(draft.askMode)) reasons.push('mode');
  if (guard && guard.findings.length > 0 && (!guard.rewrite || guard.blocked)) reasons.push('identifiers');
  if (retentionMix(draft.conversation, draft.zeroRetention) === 'ask') reasons.push('retentionMix');
  if (spend?.confirm || spend?.blocked) reasons.push('spend');

  const token = await ports.digest(
    JSON.stringify([
      ports.salt,
      outgoing,
      draft.askMode,
      draft.allowedAskModes,
      draft.zeroRetention,
      draft.service,
      reasons.filter((reason) => reason !== 'asked'),
    ]),
  );
  const agreed = draft.agreed === token && !draft.previewOnly;
  if (blocked === null && (reasons.length === 0 || agreed)) {
    return { type: 'ok', ...(guard?.rewrite && { rewrite: guard.rewrite }) };
  }
  return {
    type: 'confirm',
    preview: {
      token,
      reasons,
      content: outgoing.at(-1)?.content ?? '',
      earlierTurns: (outgoing.length - 1) / 2,
      length: outgoing.reduce((sum, message) => sum + message.content.length, 0),
      askMode: draft.askMode,
      ...(draft.allowedAskModes && { allowedAskModes: [...draft.allowedAskModes] }),
      zeroRetention: draft.zeroRetention,
      service: draft.service,
      findings: [...(guard?.findings ?? [])],
      replaced: guard?.rewrite !== undefined,
      spend: spend?.text ?? null,
      blocked,
    },
  };
}

/** The messages as `session.ask` will send them if the question is sent now. */
function messagesFor(draft: Draft): Message[] {
  const turn = {
    id: ' draft',
    parent: draft.parent,
    epoch: 0,
    askedAt: 0,
    question: draft.question,
    askMode: draft.askMode,
    zeroRetention: draft.zeroRetention,
    service: draft.service,
    answer: emptyAnswer('queued'),
  };
  return toMessages(reduce(draft.conversation, { type: 'turnAdded', turn }), turn.id);
}
