/** Notifies the user when an answer has ended. The notification never contains the answer. */
import type * as Vscode from 'vscode';
import type { Turn } from '../../conversation/conversation.ts';
import type { Settings } from '../settings.ts';

export async function notifyEnded(
  vscode: Pick<typeof Vscode, 'window' | 'l10n'>,
  turn: Turn,
  setting: Settings['notifyWhenDone'],
  show: () => void,
): Promise<void> {
  if (setting === 'off' || (setting === 'unfocused' && vscode.window.state.focused)) return;
  const { state } = turn.answer;
  if (state === 'stopped' || state === 'interrupted') return;
  const { l10n } = vscode;
  const action = l10n.t('Show');
  const text = state === 'done' ? l10n.t('The answer is complete.') : l10n.t('The answer is not complete.');
  if ((await vscode.window.showInformationMessage(text, action)) === action) show();
}
