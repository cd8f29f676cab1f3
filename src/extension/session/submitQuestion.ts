/** From "the user wants to ask this" to a question that is sent, shown for agreement, or refused with a reason. */
import { isRunning } from '../../conversation/conversation.ts';
import { historyForbidsRetention, retentionOf } from '../../conversation/retention.ts';
import type { HostMessage } from '../../panel/messages.ts';
import type { Services } from '../connection/researchServices.ts';
import type { Settings } from '../settings.ts';
import type { AskRequest } from './askRequest.ts';
import type { Chat } from './chat.ts';
import { type PreflightPorts, preflight } from './preflight.ts';

export type Outcome = Extract<HostMessage, { type: 'reply' }>['outcome'];

/** What the user chose. The service and the permitted modes come from the settings. */
export type Wanted = Omit<AskRequest, 'target' | 'allowedAskModes'>;

export interface AskingPorts {
  readonly settings: () => Settings;
  readonly services: Services;
  readonly preflight: () => PreflightPorts;
  /** Why nothing can be asked now, in the user's words; null when it can. */
  readonly blockingReason: () => string | null;
  readonly emptyQuestion: string;
  readonly modeNotAllowed: string;
  readonly runningElsewhere: string;
  /** A question went out. */
  readonly asked: (chat: Chat, turnId: string) => void;
}

export async function askIn(chat: Chat, wanted: Wanted, ports: AskingPorts): Promise<Outcome> {
  const settings = ports.settings();
  const { session, composer } = chat;
  const { question, askMode } = wanted;
  const blockingReason = chat.readOnly ?? ports.blockingReason();
  if (blockingReason !== null) return { type: 'refused', message: blockingReason };
  if (question.text.trim() === '' && question.selections.length === 0) {
    return { type: 'refused', message: ports.emptyQuestion };
  }
  const target = await ports.services.target();
  const { conversation } = session;
  if (conversation.turns.some(({ id, answer }) => isRunning(answer.state) && !session.owns(id))) {
    return { type: 'refused', message: ports.runningElsewhere };
  }
  if (!settings.askModes.includes(askMode)) return { type: 'refused', message: ports.modeNotAllowed };

  const parent = conversation.turns.some((turn) => turn.id === wanted.parent) ? wanted.parent : null;
  const retention = retentionOf(conversation, { ...retentionSettings(settings), question: composer.zeroRetention });
  const zeroRetention = wanted.zeroRetention || retention.on || historyForbidsRetention(conversation, parent);
  const request: AskRequest = {
    ...wanted,
    parent,
    ...(askMode === 'auto' && settings.allowedAskModes.length > 0 && { allowedAskModes: settings.allowedAskModes }),
    zeroRetention,
    target,
  };
  const result = await preflight(request, conversation, ports.preflight());
  if (result.type === 'confirm') return result;

  if (zeroRetention && session.conversation.turns.length === 0) {
    await session.apply({ type: 'retention', zeroRetention: true, temporary: session.conversation.temporary });
  }
  const turnId = await session.ask(request, result.outgoing);
  await composer.save();
  ports.asked(chat, turnId);
  return { type: 'done' };
}

/** Sends a held question, or, with `turnId` null, all that wait for the user. */
export async function sendHeld(chat: Chat, turnId: string | null, approvedToken: string | undefined): Promise<Outcome> {
  const preview = await chat.session.sendHeld(turnId, approvedToken);
  return preview ? { type: 'confirm', preview } : { type: 'done' };
}

export function retentionSettings({ zeroRetention }: Pick<Settings, 'zeroRetention'>) {
  return { user: zeroRetention.on, folder: zeroRetention.byFolder };
}
