/** Offers once per user, after the first answer that quotes, to let a language model of VS Code write answers. Sends no content. */
import type * as Vscode from 'vscode';
import { LIBRARY } from '../../protocol/library.ts';
import type { CommandId } from '../common/contributions.ts';
import type { Settings } from '../common/settings.ts';
import { listModels } from '../model/listModels.ts';
import type { ChangeSubscriber } from '../session/session.ts';

export const OFFERED = 'fiscal.languageModelOffered';

export function offerLanguageModel(
  vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'lm' | 'commands'>,
  memento: Vscode.Memento,
  settings: () => Settings,
): ChangeSubscriber {
  async function offer(): Promise<void> {
    if (settings().languageModel !== null || memento.get<unknown>(OFFERED) !== undefined) return;
    const models = await listModels(vscode.lm);
    // Another answer can have ended meanwhile.
    if (models.length === 0 || memento.get<unknown>(OFFERED) !== undefined) return;
    await memento.update(OFFERED, true);
    const { l10n } = vscode;
    const choose = l10n.t('Choose Language Model…');
    const text = l10n.t(
      'A language model can write answers. It would receive your question with its attached text, and the passages found. Before it is used, Fiscal shows what it receives.',
    );
    if ((await vscode.window.showInformationMessage(text, choose)) === choose) {
      await vscode.commands.executeCommand('fiscal.chooseLanguageModel' satisfies CommandId);
    }
  }

  return {
    changed(_first, changes, { turns }, origin) {
      if (origin === 'elsewhere') return;
      for (const change of changes) {
        if (change.type !== 'ended' || change.state !== 'done') continue;
        const turn = turns.find(({ id }) => id === change.turnId);
        if (turn?.service === LIBRARY && turn.answer.sources.length > 0) void offer();
      }
    },
  };
}
