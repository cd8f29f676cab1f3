/** Tells that a long answer has ended, when the user looks elsewhere. Says nothing of its content. */
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
  const text =
    state === 'done'
      ? l10n.t('Fiscal: the answer is ready.')
      : l10n.t('Fiscal: the question could not be answered in full.');
  if ((await vscode.window.showInformationMessage(text, action)) === action) show();
}
