/** Messages with a button, notifications that can be canceled, and quick picks, as promises. */
import type * as Vscode from 'vscode';

type ShowMessage = (text: string, ...buttons: string[]) => Thenable<string | undefined>;

/** Shows a message with one button, which runs `act`. */
export async function offer(show: ShowMessage, text: string, button: string, act: () => unknown): Promise<void> {
  if ((await show(text, button)) === button) await act();
}

/** Shows a notification while `work` runs. Its button Cancel aborts the signal. */
export function cancellable<T>(
  { window, ProgressLocation }: Pick<typeof Vscode, 'window' | 'ProgressLocation'>,
  title: string,
  work: (signal: AbortSignal, progress: Vscode.Progress<{ readonly message: string }>) => Thenable<T>,
): Thenable<T> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      return work(abort.signal, progress);
    },
  );
}

/** Shows a quick pick and closes it. Undefined if the user closed it without a choice. `none` returns the choice if Enter is pressed while no item is selected. */
export function chosenIn<Item extends Vscode.QuickPickItem>(
  pick: Vscode.QuickPick<Item>,
  none: () => Item | undefined = () => undefined,
): Promise<Item | undefined> {
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0] ?? none());
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
