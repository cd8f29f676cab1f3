import { describe, expect, it } from 'vitest';
import type { LanguageModelSettings } from '../../../src/extension/common/answererSettings.ts';
import { watchSettings } from '../../../src/extension/common/settings.ts';
import { createApiKeys } from '../../../src/extension/connection/apiKey.ts';
import { chooseLanguageModel } from '../../../src/extension/connection/chooseLanguageModel.ts';
import type { LanguageModels } from '../../../src/extension/model/languageModels.ts';
import { eventually } from '../../support/eventually.ts';
import { fakeMemento, fakeSecrets, fakeVscode } from '../../support/fakeVscode.ts';
import { type FakeChatModel, fakeChatModel, parts, withLanguageModels } from '../model/fakeLanguageModels.ts';

interface Item {
  readonly label: string;
  readonly description?: string;
}

/** The list of models as the command shows it. */
class FakePicker {
  title = '';
  placeholder = '';
  matchOnDescription = false;
  busy = false;
  items: readonly Item[] = [];
  selectedItems: readonly Item[] = [];
  disposed = 0;
  #accept = () => {};
  #hide = () => {};
  onDidAccept(listener: () => void) {
    this.#accept = listener;
    return { dispose() {} };
  }
  onDidHide(listener: () => void) {
    this.#hide = listener;
    return { dispose() {} };
  }
  show() {}
  hide() {
    this.#hide();
  }
  dispose() {
    this.disposed += 1;
  }
  accept(label: string) {
    this.selectedItems = this.items.filter((item) => item.label === label);
    expect(this.selectedItems, `no item “${label}”`).toHaveLength(1);
    this.#accept();
  }
}

function open(list: () => FakeChatModel[] | Error) {
  const fake = fakeVscode();
  const picker = new FakePicker();
  const { api, changed } = withLanguageModels(fake.api, list);
  Object.assign(api.window, { createQuickPick: () => picker });
  Object.assign(api, { QuickPickItemKind: { Separator: -1, Default: 0 } });
  const written: [string, unknown][] = [];
  Object.assign(api.workspace, {
    getConfiguration: () => ({
      get: () => undefined,
      inspect: () => undefined,
      update: async (id: string, value: unknown) => void written.push([id, value]),
    }),
  });
  const chosen: (LanguageModelSettings | null)[] = [];
  const models: LanguageModels = {
    current: null,
    forQuestion: async () => null,
    async choose(settings) {
      chosen.push(settings);
    },
    onDidChange: () => ({ dispose() {} }),
    dispose() {},
  };
  const secrets = fakeSecrets();
  const keys = createApiKeys({
    vscode: api,
    secrets: secrets.storage,
    memento: fakeMemento(),
    purpose: 'modelKey',
    environmentKey: undefined,
  });
  const running = chooseLanguageModel({ vscode: api, settings: watchSettings(api), models, keys });
  const labels = () => picker.items.map(({ label }) => label);
  return { fake, picker, changed, written, chosen, running, labels, keys };
}

const model = (id: string, name: string, family = 'test') => ({
  ...fakeChatModel(() => parts()),
  id,
  name,
  family,
});

describe('the list of language models', () => {
  it('the list offers quoting only, the models of VS Code, and an address', async () => {
    const { picker, labels, running } = open(() => [model('one', 'Acme One')]);
    await eventually(() =>
      expect(labels()).toEqual([
        'None: Quote Only',
        'Models in VS Code',
        'Acme One',
        'Another Endpoint',
        'Look for Ollama on This Machine…',
        'Enter an Address…',
      ]),
    );
    picker.hide();
    await running;
    expect(picker.disposed).toBe(1);
  });

  it('a model that its provider reports late appears while the list is open, after a storm of changes', async () => {
    let models: FakeChatModel[] = [];
    let reads = 0;
    const { labels, changed, picker, running } = open(() => {
      reads += 1;
      return models;
    });
    await eventually(() => expect(labels()).toContain('None: Quote Only'));
    models = [model('late', 'Late Model')];
    for (let time = 0; time < 100; time += 1) changed();
    await eventually(() => expect(labels()).toContain('Late Model'));
    expect(reads).toBe(2);
    picker.hide();
    await running;
  });

  it('a list of models that cannot be read leaves quoting only and the address', async () => {
    const { labels, picker, running } = open(() => new Error('vendor failed'));
    await eventually(() => expect(labels()).toContain('Enter an Address…'));
    expect(labels()).toContain('None: Quote Only');
    picker.hide();
    await running;
  });
});
