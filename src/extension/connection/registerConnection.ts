/** The commands of the API key and the connection, and the context keys that depend on them. */
import type * as Vscode from 'vscode';
import { setContext } from '../common/contextKeys.ts';
import type { Feature } from '../common/contributions.ts';
import { offer } from '../common/prompts.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { LanguageModels } from '../model/languageModels.ts';
import { type ApiKeys, hasKey } from './apiKey.ts';
import type { BrowserSignIn } from './browserSignIn.ts';
import type { Inspector } from './eventInspector.ts';
import type { Services } from './researchServices.ts';
import type { Sessions } from './sessions.ts';

export interface Connection
  extends Feature<
    | 'fiscal.connect'
    | 'fiscal.setApiKey'
    | 'fiscal.removeApiKey'
    | 'fiscal.signIn'
    | 'fiscal.signOut'
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
  readonly sessions: Sessions;
  /** Of this extension. */
  readonly extensionId: string;
}): Connection {
  const { vscode, services } = deps;
  let browser: BrowserSignIn | null = null;
  const keyCommands = async () => {
    const [{ createKeyCommands }, { createBrowserSignIn }] = await Promise.all([
      import('./keyCommands.ts'),
      import('./browserSignIn.ts'),
    ]);
    const openBrowser = () => {
      browser ??= createBrowserSignIn(vscode, deps.extensionId);
      return browser;
    };
    const findSignIn = async (origin: string) => (await import('../../client/signIn.ts')).findSignIn(origin);
    return createKeyCommands({ ...deps, browser: openBrowser, findSignIn });
  };
  const listening = services.onDidChange(() => {
    setContext(vscode, 'hosted', services.library === null);
    setContext(vscode, 'hasKey', hasKey(services.keyState));
  });
  /** A language model writes answers from the library only. */
  async function offerLibrary(): Promise<void> {
    const { l10n, window } = vscode;
    const text = l10n.t(
      'The research service answers, so no language model is used. Switch to the built-in library first.',
    );
    await offer(window.showInformationMessage, text, l10n.t('Switch Profile…'), () =>
      vscode.commands.executeCommand('fiscal.switchProfile'),
    );
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
      'fiscal.signIn': async () => (await keyCommands()).signIn(),
      'fiscal.signOut': async () => (await keyCommands()).signOut(),
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
    dispose() {
      listening.dispose();
      browser?.dispose();
    },
  };
}
