/** The quick pick of the status bar item: what can be done about the service, the mode and the conversation. */
import type * as Vscode from 'vscode';
import { modeLabel } from '../../conversation/labels.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { CommandId } from '../common/contributions.ts';
import { SECTION } from '../common/contributions.ts';
import type { SettingsHolder } from '../common/settings.ts';
import { withoutIcons } from '../common/withoutIcons.ts';
import type { ChatPanel } from '../panel/registerChatPanel.ts';
import { type Chat, setZeroRetention } from '../session/chat.ts';
import { statusOf } from './status.ts';

interface Item extends Vscode.QuickPickItem {
  readonly run?: () => unknown;
}

export interface StatusMenuDeps {
  readonly vscode: typeof Vscode;
  readonly chat: Chat;
  readonly settings: SettingsHolder;
  readonly panel: Pick<ChatPanel, 'stateOf'>;
}

export async function showStatusMenu(deps: StatusMenuDeps): Promise<void> {
  const { vscode, chat, panel } = deps;
  const { l10n } = vscode;
  const { conversation, running } = chat.session;
  const panelState = panel.stateOf(chat);
  const status = statusOf({ panelState, temporary: conversation.temporary, running: running !== null }, l10n);
  const chosen = await vscode.window.showQuickPick(itemsOf(deps), {
    title: l10n.t('Fiscal: {0}', status.parts.join(' · ')),
    placeHolder: l10n.t('Choose what to do'),
    matchOnDescription: true,
  });
  await chosen?.run?.();
}

function itemsOf(deps: StatusMenuDeps): Item[] {
  const { vscode, chat, panel } = deps;
  const { l10n } = vscode;
  const { service, readiness, zeroRetention, askMode, warning, readOnly, matter } = panel.stateOf(chat);
  const matterLine = matter?.facts.map(({ value }) => value).join(' · ') ?? '';
  const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
  const command = (icon: string, label: string, id: CommandId, description = ''): Item => ({
    label: `$(${icon}) ${label}`,
    description,
    run: () => vscode.commands.executeCommand(id),
  });
  const library = service === LIBRARY;
  const setKey = command('key', l10n.t('Set API Key…'), 'fiscal.setApiKey');
  const connect = command(
    'plug',
    library ? l10n.t('Connect to Research Service…') : l10n.t('Change or Remove the Service Address…'),
    'fiscal.connect',
  );
  const problems = [readOnly, warning, ...(matter?.problems ?? [])].filter((text) => text !== null);
  return [
    ...problems.map((text): Item => ({ label: `$(warning) ${withoutIcons(text)}` })),
    ...(chat.session.running ? [command('debug-stop', l10n.t('Stop Answering'), 'fiscal.stop')] : []),
    separator(l10n.t('Service')),
    command(
      'arrow-swap',
      l10n.t('Switch Profile…'),
      'fiscal.switchProfile',
      deps.settings.current.profiles.active ?? '',
    ),
    ...(readiness === 'signedOut' ? [command('sign-in', l10n.t('Sign In…'), 'fiscal.signIn')] : []),
    ...(readiness === 'noKey' ? [setKey, connect] : [connect]),
    ...(library
      ? [
          command('sparkle', l10n.t('Choose Language Model…'), 'fiscal.chooseLanguageModel'),
          command('library', l10n.t('Show Library Status'), 'fiscal.showLibraryStatus'),
        ]
      : [
          ...(readiness === 'noKey' ? [] : [setKey]),
          command('pulse', l10n.t('Check Connection'), 'fiscal.checkConnection'),
        ]),
    separator(l10n.t('Conversation')),
    {
      label: `$(telescope) ${l10n.t('Research Mode…')}`,
      description: modeLabel(askMode, l10n),
      run: () => chooseMode(deps),
    },
    {
      label: `$(shield) ${zeroRetention.on ? l10n.t('Turn Off Zero Data Retention') : l10n.t('Turn On Zero Data Retention')}`,
      description: zeroRetention.locked ? l10n.t('Required by a setting or by this conversation') : '',
      run: zeroRetention.locked
        ? () => vscode.commands.executeCommand('workbench.action.openSettings', 'fiscal.zeroDataRetention')
        : () => setZeroRetention(chat, !zeroRetention.on),
    },
    command('briefcase', l10n.t('Edit Matter…'), 'fiscal.editMatter', matterLine),
    command('add', l10n.t('New Conversation'), 'fiscal.newConversation'),
    command('eye-closed', l10n.t('New Temporary Conversation'), 'fiscal.newTemporaryConversation'),
    separator(l10n.t('More')),
    command('comment-discussion', l10n.t('Open Chat'), 'fiscal.openChat'),
    command('graph', l10n.t('Show Usage'), 'fiscal.showUsage'),
    command('list-tree', l10n.t('Show Response Events'), 'fiscal.showResponseEvents'),
    {
      label: `$(gear) ${l10n.t('Open Settings')}`,
      run: () => vscode.commands.executeCommand('workbench.action.openSettings', `@ext:fiscal.${SECTION}`),
    },
  ];
}

async function chooseMode({ vscode, chat, settings, panel }: StatusMenuDeps): Promise<void> {
  const { l10n } = vscode;
  const current = panel.stateOf(chat).askMode;
  const items = settings.current.askModes.map((mode) => ({
    label: modeLabel(mode, l10n),
    description: mode === current ? l10n.t('Current') : '',
    mode,
  }));
  const title = l10n.t('Research Mode of the Next Questions');
  const chosen = await vscode.window.showQuickPick(items, { title });
  if (chosen) chat.composer.set({ askMode: chosen.mode });
}
