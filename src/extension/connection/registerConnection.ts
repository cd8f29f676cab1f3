/** The commands of the API key and the connection, and the context keys that depend on them. */
import type * as Vscode from 'vscode';
import { setContext } from '../common/contextKeys.ts';
import type { Feature } from '../common/contributions.ts';
import type { SettingsHolder } from '../common/settings.ts';
import type { LanguageModels } from '../model/languageModels.ts';
import { type ApiKeys, hasKey } from './apiKey.ts';
import type { Inspector } from './eventInspector.ts';
import type { Services } from './researchServices.ts';

export function registerConnection(deps: {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly keys: ApiKeys;
  readonly services: Services;
  readonly inspector: Inspector;
  readonly models: LanguageModels;
  /** Keys of model endpoints. */
  readonly modelKeys: ApiKeys;
}): Feature<
  | 'fiscal.connect'
  | 'fiscal.setApiKey'
  | 'fiscal.removeApiKey'
  | 'fiscal.checkConnection'
  | 'fiscal.chooseLanguageModel'
  | 'fiscal.switchProfile'
  | 'fiscal.showResponseEvents'
> {
  const { vscode, services } = deps;
  const keyCommands = async () => (await import('./keyCommands.ts')).createKeyCommands(deps);
  const listening = services.onDidChange(() => {
    setContext(vscode, 'hosted', services.library === null);
    setContext(vscode, 'hasKey', hasKey(services.keyState));
  });
  return {
    commands: {
      'fiscal.connect': async () => (await keyCommands()).connect(),
      'fiscal.setApiKey': async () => (await keyCommands()).setKey(),
      'fiscal.removeApiKey': async () => (await keyCommands()).removeKey(),
      'fiscal.checkConnection': async () => (await keyCommands()).check(),
      async 'fiscal.chooseLanguageModel'() {
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
