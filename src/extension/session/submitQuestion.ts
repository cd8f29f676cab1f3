/** From "the user wants to ask this" to a question that is sent, shown for agreement, or refused with a reason. */
import { isRunning, type Question } from '../../conversation/conversation.ts';
import { historyForbidsRetention } from '../../conversation/retention.ts';
import type { HostMessage } from '../../panel/messages.ts';
import type { AskMode } from '../../protocol/chatCompletions.ts';
import type { Services } from '../connection/researchServices.ts';
import { retentionOf } from '../panel/panelState.ts';
import type { Settings } from '../settings.ts';
import type { Chat } from './chat.ts';
import { beforeSend, type GatePorts } from './preflight.ts';

export type Outcome = Extract<HostMessage, { type: 'reply' }>['outcome'];

export interface Wish {
  readonly question: Question;
  readonly parent: string | null;
  readonly askMode: AskMode;
  readonly zeroRetention: boolean;
  readonly previewOnly?: boolean;
  readonly agreed?: string | undefined;
}

export interface AskingPorts {
  readonly settings: () => Settings;
  readonly services: Services;
  readonly gate: () => GatePorts;
  /** Why nothing can be asked now, in the user's words; null when it can. */
  readonly blockingReason: () => string | null;
  readonly emptyQuestion: string;
  readonly modeNotAllowed: string;
  readonly runningElsewhere: string;
  /** A question went out. */
  readonly asked: (chat: Chat, turnId: string) => void;
}

export async function askIn(chat: Chat, wish: Wish, ports: AskingPorts): Promise<Outcome> {
  const settings = ports.settings();
  const { session } = chat;
  const blockingReason = chat.readOnly ?? ports.blockingReason();
  if (blockingReason !== null) return { type: 'refused', message: blockingReason };
  const { question } = wish;
  if (question.text.trim() === '' && question.selections.length === 0) {
    return { type: 'refused', message: ports.emptyQuestion };
  }
  const { running, conversation } = session;
  if (running === null && conversation.turns.some((turn) => isRunning(turn.answer.state))) {
    return { type: 'refused', message: ports.runningElsewhere };
  }
  if (!settings.askModes.includes(wish.askMode)) return { type: 'refused', message: ports.modeNotAllowed };

  const parent = session.conversation.turns.some((turn) => turn.id === wish.parent) ? wish.parent : null;
  const zeroRetention =
    wish.zeroRetention || retentionOf(chat, settings).on || historyForbidsRetention(session.conversation, parent);
  const allowedAskModes =
    wish.askMode === 'auto' && settings.allowedAskModes.length > 0 ? settings.allowedAskModes : null;
  const target = ports.services.target();
  const draft = {
    conversation: session.conversation,
    parent,
    question,
    askMode: wish.askMode,
    ...(allowedAskModes && { allowedAskModes }),
    zeroRetention,
    service: target.service,
    previewOnly: wish.previewOnly ?? false,
    agreed: wish.agreed ?? null,
  };
  const verdict = await beforeSend(draft, ports.gate());
  if (verdict.type === 'confirm') return verdict;

  if (zeroRetention && session.conversation.turns.length === 0) {
    await session.apply({ type: 'retention', zeroRetention: true, temporary: session.conversation.temporary });
  }
  const turnId = await session.ask({
    parent,
    question,
    askMode: wish.askMode,
    ...(allowedAskModes && { allowedAskModes }),
    zeroRetention,
    target,
    ...(verdict.rewrite && { guard: verdict.rewrite }),
  });
  await chat.composer.save();
  ports.asked(chat, turnId);
  return { type: 'done' };
}
