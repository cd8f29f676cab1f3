/** The commands of the API key and the connection, and the context keys that depend on them. */
import type * as Vscode from 'vscode';
import { setContext } from '../common/contextKeys.ts';
import type { Feature } from '../common/contributions.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { LanguageModels } from '../model/languageModels.ts';
import { type ApiKeys, hasKey } from './apiKey.ts';
import type { Inspector } from './eventInspector.ts';
import type { Services } from './researchServices.ts';

export interface Connection
  extends Feature<
    | 'fiscal.connect'
    | 'fiscal.setApiKey'
    | 'fiscal.removeApiKey'
    | 'fiscal.checkConnection'
    | 'fiscal.chooseLanguageModel'
    | 'fiscal.switchProfile'
    | 'fiscal.showResponseEvents'
  > {
  /** Lets a model of VS Code write answers from now on, after the user saw what it receives and agreed; null: quote only. */
  useModel(model: { readonly id: string; readonly name: string } | null): Promise<void>;
}

export function registerConnection(deps: {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly keys: ApiKeys;
  readonly services: Services;
  readonly inspector: Inspector;
  readonly models: LanguageModels;
  /** Keys of model endpoints. */
  readonly modelKeys: ApiKeys;
}): Connection {
  const { vscode, services } = deps;
  const keyCommands = async () => (await import('./keyCommands.ts')).createKeyCommands(deps);
  const listening = services.onDidChange(() => {
    setContext(vscode, 'hosted', services.library === null);
    setContext(vscode, 'hasKey', hasKey(services.keyState));
  });
  /** A language model writes answers from the library only. */
  async function offerLibrary(): Promise<void> {
    const { l10n, window } = vscode;
    const switchProfile = l10n.t('Switch Profile…');
    const text = l10n.t(
      'The research service answers, so no language model is used. Switch to the built-in library first.',
    );
    if ((await window.showInformationMessage(text, switchProfile)) === switchProfile)
      await vscode.commands.executeCommand('fiscal.switchProfile');
  }

  return {
    async useModel(model) {
      const { saveLanguageModel } = await import('./chooseLanguageModel.ts');
      const chosen = model && ({ provider: 'vscode', model: model.id, address: '', inputTokens: 0 } as const);
      // The consent first, so that a question in between does not ask for it.
      await deps.models.choose(chosen, model?.name, true);
      await saveLanguageModel(vscode, chosen);
    },
    commands: {
      'fiscal.connect': async () => (await keyCommands()).connect(),
      'fiscal.setApiKey': async () => (await keyCommands()).setKey(),
      'fiscal.removeApiKey': async () => (await keyCommands()).removeKey(),
      'fiscal.checkConnection': async () => (await keyCommands()).check(),
      async 'fiscal.chooseLanguageModel'() {
        if (services.library === null) return offerLibrary();
        const { chooseLanguageModel } = await import('./chooseLanguageModel.ts');
        await chooseLanguageModel({ ...deps, keys: deps.modelKeys });
      },
      async 'fiscal.switchProfile'() {
        const { switchProfile } = await import('./switchProfile.ts');
        await switchProfile({ ...deps, keyCommands: await keyCommands() });
      },
      /** `turnId`: the page shows the events of the turn that it shows. Without it, those of the newest question. */
      'fiscal.showResponseEvents': (turnId) => deps.inspector.show(typeof turnId === 'string' ? turnId : undefined),
    },
    dispose: () => listening.dispose(),
  };
}
