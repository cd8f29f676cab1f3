/** What a page shows around the conversation: settings, readiness, library and question box. */
import type * as Vscode from 'vscode';
import { formatNumber } from '../../conversation/documentLanguage.ts';
import { retentionOf } from '../../conversation/retention.ts';
import type { ConversationStore } from '../../conversation/store.ts';
import type { PanelState } from '../../panel/messages.ts';
import { ASK_MODES } from '../../protocol/chatCompletions.ts';
import { LIBRARY } from '../../protocol/library.ts';
import { mostRequests } from '../../protocol/modelRequests.ts';
import { matterNameOf, matterOf, retentionSettings, type Settings } from '../common/settings.ts';
import type { Services } from '../connection/researchServices.ts';
import type { Chat } from '../session/chat.ts';
import { matterProblems } from './matterProblems.ts';

export interface PanelStateInput {
  readonly chat: Chat;
  readonly settings: Settings;
  readonly services: Pick<Services, 'service' | 'model' | 'readiness' | 'keyState' | 'library'>;
  readonly store: Pick<ConversationStore, 'warning' | 'status'>;
  readonly starters: readonly string[];
}

/** The progress of indexing in the description of the view. The number of documents is 0 while it is unknown. */
export function describeIndexing(
  { done, total }: NonNullable<PanelState['indexing']>,
  { l10n, env }: Pick<typeof Vscode, 'l10n' | 'env'>,
): string {
  if (total === 0) return l10n.t('Counting the documents…');
  return l10n.t('Reading {0} of {1}', formatNumber(done, env), formatNumber(total, env));
}

export function getPanelState(input: PanelStateInput, l10n: typeof Vscode.l10n): PanelState {
  const { chat, settings, services } = input;
  const chosen = chat.composer.askMode;
  const { on, locked } = retentionOf(chat.session.conversation, {
    ...retentionSettings(settings),
    question: chat.composer.zeroRetention,
  });
  const matter = matterOf(settings, chat.session.conversation.folder);
  const { address, isFirmServer } = settings;
  const problems = matterProblems(
    matter,
    {
      ignored: settings.matter.ignored,
      refusedNames: settings.privacy.refusedNames,
      notSentTo: !isFirmServer && address && 'host' in address ? address.host : null,
    },
    l10n,
  );
  const { required } = settings.matter;
  const profile = settings.profiles.active;
  const name = isFirmServer ? { name: matterNameOf(settings, chat.session.conversation.folder) } : {};
  const showsMatter =
    isFirmServer || required || problems.length > 0 || matter.facts.length > 0 || matter.clientNames.length > 0;
  return {
    service: services.service,
    ...(profile !== null && { profile }),
    ...(services.model && { model: services.model, modelRequests: requestsByMode(settings) }),
    readiness: services.readiness,
    indexing: services.library?.indexing ?? null,
    askModes: [...settings.askModes],
    askMode: chosen && settings.askModes.includes(chosen) ? chosen : settings.askMode,
    allowedAskModes: [...(settings.allowedAskModes.length > 0 ? settings.allowedAskModes : concreteModes)],
    zeroRetention: { on, locked },
    confirmModes: [...settings.confirmModes],
    sendKey: settings.sendKey,
    fontSize: settings.fontSize,
    // A hosted service does not have the documents of the folder.
    starters: services.service === LIBRARY ? [...input.starters] : [],
    chips: [...chat.composer.chips],
    ...(showsMatter && {
      matter: { ...name, facts: [...matter.facts], clients: matter.clientNames.length, problems, required },
    }),
    warning: warningOf(input, l10n) ?? noticeOf(input, l10n),
    readOnly: chat.readOnly,
  };
}

const requestsByMode = ({ allowedAskModes, writing }: Settings): Record<string, number> =>
  Object.fromEntries(ASK_MODES.map((mode) => [mode, mostRequests(mode, allowedAskModes, writing.secondReading)]));

const concreteModes = ASK_MODES.filter((mode) => mode !== 'auto');

function noticeOf({ services, settings }: PanelStateInput, l10n: typeof Vscode.l10n): string | null {
  if (services.keyState === 'session')
    return l10n.t('The API key could not be stored. It is used until this window closes.');
  if (settings.invalid.length > 0) {
    return l10n.t(
      'The defaults are used of these settings, because their values are not valid: {0}. Change them in the settings.',
      settings.invalid.join(', '),
    );
  }
  return services.library?.problem ?? null;
}

function warningOf({ chat, store }: PanelStateInput, l10n: typeof Vscode.l10n): string | null {
  if (store.status(chat.session.conversation.id) === 'deleted') {
    return l10n.t('This conversation was deleted in another window. What you see here is not saved.');
  }
  switch (store.warning) {
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
