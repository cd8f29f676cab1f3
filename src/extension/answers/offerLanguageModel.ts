/** Offers once per user, after the first answer that quotes, to let a language model of VS Code write answers. What the model receives is in the dialog that asks for consent. Sends no content. */
import type * as Vscode from 'vscode';
import { escapeHidden } from '../../conversation/display.ts';
import { LIBRARY } from '../../protocol/library.ts';
import type { CommandId } from '../common/contributions.ts';
import { offer } from '../common/prompts.ts';
import type { Settings } from '../common/settings.ts';
import { withoutIcons } from '../common/withoutIcons.ts';
import { askUse } from '../model/consentDialogs.ts';
import { listModels } from '../model/listModels.ts';
import type { ChangeSubscriber } from '../session/session.ts';

const CHOOSE = 'fiscal.chooseLanguageModel' satisfies CommandId;
const OFFERED = 'fiscal.languageModelOffered';

export interface OfferOptions {
  readonly memento: Vscode.Memento;
  readonly settings: () => Settings;
  /** Lets the model write answers, with the consent of the user; null: quote only. */
  readonly use: (model: { readonly id: string; readonly name: string } | null) => Promise<void>;
}

export function offerLanguageModel(
  vscode: Pick<typeof Vscode, 'window' | 'l10n' | 'lm' | 'commands'>,
  { memento, settings, use }: OfferOptions,
): ChangeSubscriber {
  const { l10n, window } = vscode;

  async function offerModel(): Promise<void> {
    if (settings().languageModel !== null || memento.get<unknown>(OFFERED) !== undefined) return;
    const [model, ...others] = await listModels(vscode.lm);
    // Another answer can have ended meanwhile.
    if (model === undefined || memento.get<unknown>(OFFERED) !== undefined) return;
    await memento.update(OFFERED, true);
    const [accept, another] = [l10n.t('Use Model…'), l10n.t('Other Models…')];
    const name = model.name || model.id;
    const text = l10n.t('Let {0} write answers from your documents?', plain(name));
    const answer = await window.showInformationMessage(text, accept, ...(others.length > 0 ? [another] : []));
    if (answer === another) return void (await vscode.commands.executeCommand(CHOOSE));
    if (answer !== accept) return;
    if (!(await askUse(vscode, { name, provider: model.vendor, onThisMachine: false }))) return;
    await use({ id: `${model.vendor}/${model.id}`, name });
    const done = l10n.t('{0} writes the answers from the next question on.', plain(name));
    await offer(window.showInformationMessage, done, l10n.t('Quote Only'), () => use(null));
  }

  return {
    changed(_first, changes, { turns }) {
      for (const change of changes) {
        if (change.type !== 'ended' || change.state !== 'done') continue;
        const turn = turns.find(({ id }) => id === change.turnId);
        if (turn?.service === LIBRARY && turn.answer.sources.length > 0) void offerModel();
      }
    },
  };
}

/** A message shows icons and links that a name contains. */
function plain(name: string): string {
  return withoutIcons(escapeHidden(name))
    .replace(/[[\]()]/g, ' ')
    .slice(0, 80);
}
