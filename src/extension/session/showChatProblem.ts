import type * as Vscode from 'vscode';
import { describeFailure } from '../common/describeFailure.ts';
import type { ChatProblem } from './chats.ts';

/** Says that a stored conversation could not be opened as it was. */
export function showChatProblem(
  { window, l10n }: Pick<typeof Vscode, 'window' | 'l10n'>,
  problem: ChatProblem,
  log: (line: string) => void,
): void {
  if (problem.type === 'unreadable') {
    log(`A conversation could not be loaded: ${describeFailure(problem.error)}`);
    void window.showWarningMessage(l10n.t('A conversation could not be read. Its file was not changed.'));
    return;
  }
  const { file, extent } = problem;
  void window.showWarningMessage(
    extent === 'whole'
      ? l10n.t('A conversation file is damaged and was moved to {0}. Nothing was deleted.', file)
      : l10n.t('A conversation file is damaged. The damaged lines were skipped. A copy of the file is in {0}.', file),
  );
}
