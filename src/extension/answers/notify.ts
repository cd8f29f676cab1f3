/** Notifies the user when an answer has ended. The notification never contains the answer. */
import type * as Vscode from 'vscode';
import { offer } from '../common/prompts.ts';
import type { Settings } from '../common/settings.ts';
import type { ChangeSubscriber } from '../session/session.ts';

export function notifyEnded(
  vscode: Pick<typeof Vscode, 'window' | 'l10n'>,
  setting: () => Settings['notifyWhenDone'],
  show: () => void,
): ChangeSubscriber {
  async function notify(isDone: boolean): Promise<void> {
    if (setting() === 'off' || (setting() === 'unfocused' && vscode.window.state.focused)) return;
    const { l10n } = vscode;
    const text = isDone ? l10n.t('The answer is complete.') : l10n.t('The answer is not complete.');
    await offer(vscode.window.showInformationMessage, text, l10n.t('Show'), show);
  }

  return {
    changed(_first, changes) {
      for (const change of changes) {
        if (change.type !== 'ended' || change.state === 'stopped' || change.state === 'interrupted') continue;
        void notify(change.state === 'done');
      }
    },
  };
}
