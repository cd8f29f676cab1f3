/** What a page shows around the conversation, made from settings, key, library and question box. */
import type * as Vscode from 'vscode';
import { activeBranch } from '../../conversation/branches.ts';
import { effectiveRetention } from '../../conversation/retention.ts';
import type { StoreWarning } from '../../conversation/store.ts';
import type { PanelState } from '../../panel/messages.ts';
import { ASK_MODES } from '../../protocol/chatCompletions.ts';
import type { Readiness } from '../connection/researchServices.ts';
import type { Chat } from '../session/chat.ts';
import type { Settings } from '../settings.ts';

export interface PanelStateInput {
  readonly chat: Chat;
  readonly settings: Settings;
  readonly readiness: Readiness;
  /** `host[:port]`, or `library`. */
  readonly service: string;
  readonly indexing: { readonly done: number; readonly total: number } | null;
  readonly storeWarning: StoreWarning | null;
  /** What else needs the user's eye (the key was not kept, …). */
  readonly notice: string | null;
}

export function getPanelState(input: PanelStateInput, l10n: typeof Vscode.l10n): PanelState {
  const { chat, settings } = input;
  const chosen = chat.composer.askMode;
  return {
    service: input.service,
    readiness: input.readiness,
    indexing: input.indexing,
    askModes: [...settings.askModes],
    askMode: chosen && settings.askModes.includes(chosen) ? chosen : settings.askMode,
    allowedAskModes: [...(settings.allowedAskModes.length > 0 ? settings.allowedAskModes : concreteModes)],
    zeroRetention: retentionOf(chat, settings),
    confirmModes: [...settings.confirmModes],
    sendKey: settings.sendKey,
    fontSize: settings.fontSize,
    chips: [...chat.composer.chips],
    warning: warningOf(chat, input.storeWarning, l10n) ?? input.notice,
    readOnly: chat.readOnly,
  };
}

const concreteModes = ASK_MODES.filter((mode) => mode !== 'auto');

/**
 * The strictest of setting, folder, conversation and question wins. A branch that holds a question with zero retention stays
 * so: its text goes along as history with every later question.
 */
export function retentionOf(
  { session, composer }: Pick<Chat, 'session' | 'composer'>,
  settings: Pick<Settings, 'zeroRetention'>,
): { on: boolean; locked: boolean } {
  const { conversation } = session;
  const { on, locked } = effectiveRetention({
    user: settings.zeroRetention.on,
    folder: settings.zeroRetention.byFolder,
    conversation: conversation.zeroRetention,
    history: activeBranch(conversation).some((turn) => turn.zeroRetention),
    question: composer.zeroRetention,
  });
  return { on, locked };
}

function warningOf(chat: Chat, storeWarning: StoreWarning | null, l10n: typeof Vscode.l10n): string | null {
  const { saved } = chat.session;
  if (saved?.type === 'deleted') {
    return l10n.t('This conversation was deleted in another window. What you see here is not saved.');
  }
  if (saved?.type === 'readOnly')
    return l10n.t('A newer version of Fiscal changed this conversation. Update Fiscal to continue it here.');
  const warning = saved?.type === 'unsaved' ? saved.warning : storeWarning;
  switch (warning) {
    case 'diskFull':
      return l10n.t('Disk full: conversations are not being saved. Free up space to resume saving.');
    case 'readOnlyFolder':
      return l10n.t(
        'The folder for conversations is read-only: conversations are not being saved and are lost when this window closes.',
      );
    case 'cannotWrite':
      return l10n.t('Conversations cannot be saved. What you see here is lost when this window closes.');
    case null:
      return null;
  }
}
