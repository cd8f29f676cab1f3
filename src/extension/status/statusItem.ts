/** The status bar item: where the next question of the current chat goes. */
import type * as Vscode from 'vscode';
import type { CommandId } from '../common/contributions.ts';
import { disposeAll } from '../common/disposables.ts';
import type { ChatPanel } from '../panel/registerChatPanel.ts';
import { statusBarText, statusOf } from './status.ts';

/** Left of the items of the editor. */
const PRIORITY = 200;

export interface StatusItemDeps {
  readonly vscode: typeof Vscode;
  readonly panel: Pick<ChatPanel, 'shownChat' | 'currentChat' | 'stateOf' | 'onDidChangeState'>;
}

export function createStatusItem({ vscode, panel }: StatusItemDeps): Vscode.Disposable {
  const { l10n } = vscode;
  const item = vscode.window.createStatusBarItem('status', vscode.StatusBarAlignment.Right, PRIORITY);
  item.name = 'Fiscal';
  item.command = 'fiscal.showStatus' satisfies CommandId;

  function update(): void {
    const chat = panel.shownChat;
    if (!chat) return;
    const { conversation, running } = chat.session;
    const panelState = panel.stateOf(chat);
    const input = { panelState, temporary: conversation.temporary, running: running !== null };
    const status = statusOf(input, l10n);
    const line = l10n.t('Fiscal: {0}', status.parts.join(', '));
    const { readOnly, warning, matter } = panelState;
    item.text = statusBarText(status);
    item.tooltip = [line, readOnly, warning, ...(matter?.problems ?? [])].filter(Boolean).join('\n');
    item.accessibilityInformation = { label: line, role: 'button' };
    item.backgroundColor =
      status.problem === null ? undefined : new vscode.ThemeColor('statusBarItem.warningBackground');
    item.show();
  }

  const listening = panel.onDidChangeState(update);
  update();
  return { dispose: () => disposeAll([listening, item]) };
}
