/** From "the user wants to ask this" to a question that is sent, shown for agreement, or refused with a reason. */
import type * as Vscode from 'vscode';
import { isPending, type MatterFact, replacedNames, strictestGuard } from '../../conversation/conversation.ts';
import { fillTemplate } from '../../conversation/matter.ts';
import { historyForbidsRetention, retentionOf } from '../../conversation/retention.ts';
import type { HostMessage } from '../../panel/messages.ts';
import { matterOf, retentionSettings, type Settings } from '../common/settings.ts';
import { blockingReason } from '../connection/blockingReason.ts';
import type { Services } from '../connection/researchServices.ts';
import type { AskRequest } from './askRequest.ts';
import type { Chat } from './chat.ts';
import type { Preflight } from './preflight.ts';

export type SubmitOutcome = Extract<HostMessage, { type: 'reply' }>['outcome'];

/** What the user chose. The service and the permitted modes come from the settings. */
export interface SubmitRequest extends Omit<AskRequest, 'target' | 'isFirmServer' | 'allowedAskModes' | 'isTemplate'> {
  /** The question was asked before and is asked again as it was, with its matter and its facts. */
  readonly repeated?: boolean;
}

export interface SubmitDeps {
  readonly l10n: typeof Vscode.l10n;
  readonly settings: () => Settings;
  readonly services: Pick<Services, 'target' | 'readiness' | 'addressProblem' | 'service' | 'keyState'>;
  readonly preflight: Preflight;
}

export async function submitQuestion(chat: Chat, wanted: SubmitRequest, deps: SubmitDeps): Promise<SubmitOutcome> {
  const { l10n, services } = deps;
  const settings = deps.settings();
  const { session, composer } = chat;
  const { repeated = false, ...chosen } = wanted;
  const { question, askMode, quoteOnly = false } = chosen;
  const reason = chat.readOnly ?? (quoteOnly ? null : blockingReason(services, l10n));
  if (reason !== null) return { type: 'refused', message: reason };
  if (question.text.trim() === '' && question.selections.length === 0) {
    return { type: 'refused', message: l10n.t('Enter a question first.') };
  }
  const { conversation } = session;
  if (wanted.parent !== null && !conversation.turns.some(({ id }) => id === wanted.parent)) {
    return { type: 'refused', message: l10n.t('The chat shows another conversation now. Ask the question again.') };
  }
  if (conversation.turns.some(({ id, answer }) => isPending(answer.state) && !session.owns(id))) {
    return {
      type: 'refused',
      message: l10n.t(
        'Another window is answering a question in this conversation. Wait until it is complete, or start a new conversation.',
      ),
    };
  }
  if (!settings.askModes.includes(askMode)) {
    return { type: 'refused', message: l10n.t('This folder does not allow this research mode. Choose another mode.') };
  }

  const matter = matterOf(settings, conversation.folder);
  const { facts } = matter;
  if (settings.matter.required && !repeated && facts.length === 0) {
    return {
      type: 'refused',
      message: l10n.t(
        'A setting requires the facts of the matter with each question. Run “Fiscal: Edit Matter…”, then ask again.',
      ),
    };
  }

  const retention = retentionOf(conversation, { ...retentionSettings(settings), question: composer.zeroRetention });
  const zeroRetention = wanted.zeroRetention || retention.on || historyForbidsRetention(conversation, wanted.parent);
  const { matterName: askedIn, general: _, ...asWritten } = question;
  const template = settings.questions.find(({ text }) => isFilled(text, question.text, facts));
  // Taken before the first wait, as the target is, so that the name goes to the server that it is for.
  const isFirmServer = settings.isFirmServer && !quoteOnly;
  const matterName = isFirmServer ? ((repeated ? askedIn : undefined) ?? matter.name) : null;
  const target = await services.target({
    askMode,
    zeroRetention,
    quoteOnly,
    replacedNames: () => replacedNames(session.conversation.turns),
    strictestGuard: () => strictestGuard(session.conversation.turns.flatMap(({ guard }) => guard ?? [])),
  });
  const request: AskRequest = {
    ...chosen,
    question: {
      ...asWritten,
      ...(template?.general && { general: true }),
      ...(!repeated && facts.length > 0 && { matter: [...facts] }),
      ...(matterName !== null && { matterName }),
    },
    isTemplate: template !== undefined,
    ...(askMode === 'auto' && settings.allowedAskModes.length > 0 && { allowedAskModes: settings.allowedAskModes }),
    zeroRetention,
    target,
    isFirmServer,
  };
  const result = await deps.preflight(request, session.conversation);
  if (result.type === 'confirm') return result;

  if (zeroRetention && session.conversation.turns.length === 0) {
    session.apply({ type: 'retention', zeroRetention: true, temporary: session.conversation.temporary });
  }
  await session.ask(request, result.outgoing);
  await composer.save();
  return { type: 'done' };
}

function isFilled(template: string, text: string, facts: readonly MatterFact[]): boolean {
  const filled = fillTemplate(template, facts);
  return filled.type === 'filled' && filled.text.trim() === text.trim();
}

/** Sends a held question, or, with `turnId` null, all that wait for the user. */
export async function sendHeld(
  chat: Chat,
  turnId: string | null,
  approvedToken: string | undefined,
): Promise<SubmitOutcome> {
  const preview = await chat.session.sendHeld(turnId, approvedToken);
  return preview ? { type: 'confirm', preview } : { type: 'done' };
}
