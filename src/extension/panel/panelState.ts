/** What a page shows around the conversation: settings, readiness, library and question box. */
import type * as Vscode from 'vscode';
import { retentionOf } from '../../conversation/retention.ts';
import type { StoreWarning } from '../../conversation/store.ts';
import type { PanelState } from '../../panel/messages.ts';
import { ASK_MODES } from '../../protocol/chatCompletions.ts';
import type { Readiness } from '../connection/researchServices.ts';
import type { Chat } from '../session/chat.ts';
import { retentionSettings } from '../session/submitQuestion.ts';
import type { Settings } from '../settings.ts';

export interface PanelStateInput {
  readonly chat: Chat;
  readonly settings: Settings;
  readonly readiness: Readiness;
  /** `host[:port]`, or `library`. */
  readonly service: string;
  readonly indexing: { readonly done: number; readonly total: number } | null;
  readonly storeWarning: StoreWarning | null;
  /** Another warning, for example that the API key could not be stored. */
  readonly notice: string | null;
}

export function getPanelState(input: PanelStateInput, l10n: typeof Vscode.l10n): PanelState {
  const { chat, settings } = input;
  const chosen = chat.composer.askMode;
  const { on, locked } = retentionOf(chat.session.conversation, {
    ...retentionSettings(settings),
    question: chat.composer.zeroRetention,
  });
  return {
    service: input.service,
    readiness: input.readiness,
    indexing: input.indexing,
    askModes: [...settings.askModes],
    askMode: chosen && settings.askModes.includes(chosen) ? chosen : settings.askMode,
    allowedAskModes: [...(settings.allowedAskModes.length > 0 ? settings.allowedAskModes : concreteModes)],
    zeroRetention: { on, locked },
    confirmModes: [...settings.confirmModes],
    sendKey: settings.sendKey,
    fontSize: settings.fontSize,
    chips: [...chat.composer.chips],
    warning: warningOf(chat, input.storeWarning, l10n) ?? input.notice,
    readOnly: chat.readOnly,
  };
}

const concreteModes = ASK_MODES.filter((mode) => mode !== 'auto');

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
