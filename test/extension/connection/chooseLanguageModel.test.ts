import { afterEach, expect, it, vi } from 'vitest';
import { createApiKeys } from '../../../src/extension/connection/apiKey.ts';
import {
  type ChooseLanguageModelOptions,
  chooseLanguageModel,
} from '../../../src/extension/connection/chooseLanguageModel.ts';
import { fakeMemento, fakeSecrets, fakeVscode } from '../../support/fakeVscode.ts';

interface Item {
  label: string;
  description?: string;
  choice?: unknown;
}

function open(current: object | null = null) {
  const fake = fakeVscode();
  const chosen: unknown[][] = [];
  const boxes: { title: string; password?: boolean; validateInput: (text: string) => string | undefined }[] = [];
  const shown: Item[][] = [];
  let models = [
    { vendor: 'copilot', id: 'gpt', family: 'gpt', name: 'GPT' },
    { vendor: 'copilot', id: 'auto', family: 'auto', name: 'Auto' },
    { vendor: 'copilot', id: 'x', family: 'copilot-utility-small', name: 'Utility' },
    { vendor: 'own', id: 'bare', family: 'bare', name: '' },
  ];
  const keys = createApiKeys({
    vscode: fake.api,
    secrets: fakeSecrets().storage,
    memento: fakeMemento(),
    purpose: 'modelKey',
    environmentKey: undefined,
  });
  Object.assign(fake.api, {
    QuickPickItemKind: { Separator: -1 },
    lm: { selectChatModels: async () => models, onDidChangeChatModels: () => ({ dispose: () => {} }) },
  });
  Object.assign(fake.api.window, {
    showInputBox: async (options: (typeof boxes)[number]) => {
      boxes.push(options);
      return fake.answers.shift();
    },
    createQuickPick() {
      let accept = () => {};
      let hide = () => {};
      const picker = {
        selectedItems: [] as Item[],
        set items(items: Item[]) {
          shown.push(items);
          const label = fake.answers.shift();
          picker.selectedItems = items.filter((item) => item.label === label);
          // An empty answer closes the list.
          if (label === undefined) hide();
          else accept();
        },
        onDidAccept: (listener: () => void) => {
          accept = listener;
          return { dispose: () => {} };
        },
        onDidHide: (listener: () => void) => {
          hide = listener;
          return { dispose: () => {} };
        },
        show() {},
        hide: () => hide(),
        dispose() {},
      };
      return picker;
    },
  });
  const options = {
    vscode: fake.api,
    settings: { current: { languageModel: current } },
    models: { choose: async (...args: unknown[]) => void chosen.push(args) },
    keys,
  } as unknown as ChooseLanguageModelOptions;
  const value = (name: string) => fake.settings[`languageModel.${name}`]?.global;
  return { fake, chosen, boxes, shown, keys, options, value, setModels: (next: typeof models) => (models = next) };
}

afterEach(() => void vi.unstubAllGlobals());

it('Fiscal lists the models of VS Code without those for its own features', async () => {
  const { shown, options } = open();
  await chooseLanguageModel(options);
  expect(shown[0]?.map(({ label }) => label)).toEqual([
    'None: Quote Only',
    'Models in VS Code',
    'GPT',
    'bare',
    'Another Endpoint',
    'Look for Ollama on This Machine…',
    'Enter an Address…',
  ]);
  expect(shown[0]?.[0]?.description).toBe('Current');
});

it('Fiscal marks the model in use in the list', async () => {
  const { shown, options } = open({ provider: 'vscode', model: 'copilot/gpt', address: '', inputTokens: 9 });
  await chooseLanguageModel(options);
  const described = Object.fromEntries(shown[0]?.map(({ label, description }) => [label, description]) ?? []);
  expect(described).toMatchObject({ GPT: 'copilot · Current', bare: 'own', 'None: Quote Only': '' });
  const elsewhere = open({ provider: 'address', model: 'llama', address: 'http://127.0.0.1/v1', inputTokens: 0 });
  await chooseLanguageModel(elsewhere.options);
  expect(elsewhere.shown[0]?.at(-1)?.description).toBe('llama · http://127.0.0.1/v1');
});

it('Fiscal saves a model of VS Code, and changes nothing when the list is closed', async () => {
  const { fake, options, value, chosen } = open();
  await chooseLanguageModel(options);
  expect([fake.settings, chosen]).toEqual([{}, []]);
  fake.answers.push('bare');
  await chooseLanguageModel(options);
  expect([value('provider'), value('model')]).toEqual(['vscode', 'own/bare']);
  expect(chosen).toEqual([[{ provider: 'vscode', model: 'own/bare', address: '', inputTokens: 0 }, 'bare']]);
});

it('Fiscal removes the model when the library is to quote only', async () => {
  const { fake, options, value, chosen } = open({ provider: 'vscode', model: 'a/b', address: '', inputTokens: 0 });
  fake.answers.push('None: Quote Only');
  await chooseLanguageModel(options);
  expect([value('provider'), value('model'), chosen]).toEqual([undefined, undefined, [[null]]]);
});

it('Fiscal saves a model at an address, and its key only in the secret storage, for its origin', async () => {
  const { fake, options, value, chosen, keys, boxes } = open();
  fake.answers.push('Enter an Address…', ' https://llm.example/v1 ', ' llama ', 'sk-model', '4096');
  await chooseLanguageModel(options);
  expect(['provider', 'address', 'model', 'inputTokens'].map(value)).toEqual([
    'address',
    'https://llm.example/v1',
    'llama',
    4096,
  ]);
  expect(await keys.get('https://llm.example')).toBe('sk-model');
  expect(boxes.map(({ password }) => password ?? false)).toEqual([false, false, true, false]);
  expect(JSON.stringify([fake.settings, chosen])).not.toContain('sk-model');
});

it('an empty key keeps the stored one, and an empty limit is the default', async () => {
  const { fake, options, value, keys } = open();
  await keys.set('https://llm.example', 'sk-old');
  fake.answers.push('Enter an Address…', 'https://llm.example/v1', 'llama', '', '');
  await chooseLanguageModel(options);
  expect([await keys.get('https://llm.example'), value('inputTokens'), value('model')]).toEqual([
    'sk-old',
    undefined,
    'llama',
  ]);
});

it.each([
  ['the address', [undefined]],
  ['the address, which is not secure', ['http://llm.example/v1']],
  ['the name', ['https://llm.example/v1', ' ']],
  ['the key', ['https://llm.example/v1', 'llama', undefined]],
  ['the limit', ['https://llm.example/v1', 'llama', '', undefined]],
])('Fiscal saves nothing when the user stops at %s', async (_, answers) => {
  const { fake, options, chosen } = open();
  fake.answers.push('Enter an Address…', ...answers);
  await chooseLanguageModel(options);
  expect([fake.settings, chosen]).toEqual([{}, []]);
});

it('the boxes refuse what cannot be an address, a name, a key or a limit', async () => {
  const { fake, options, boxes } = open();
  fake.answers.push('Enter an Address…', 'https://llm.example/v1', 'llama', '', '');
  await chooseLanguageModel(options);
  const accepts = (box: number, texts: string[]) => texts.map((text) => boxes[box]?.validateInput(text) === undefined);
  expect(accepts(0, ['https://a.example/v1', 'http://127.0.0.1:1/v1', 'http://a.example', 'x'])).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(accepts(1, ['llama', ' '])).toEqual([true, false]);
  expect(accepts(2, ['sk-1', '', 'a b'])).toEqual([true, true, false]);
  expect(accepts(3, ['', '8192', '12345678', 'x'])).toEqual([true, true, false, false]);
});

it('Fiscal asks Ollama for its models only when the user looks for them, and saves the one that is picked', async () => {
  const { fake, options, value, chosen } = open();
  const fetch = vi.fn(async () => new Response('{"data":[{"id":"llama"}]}'));
  vi.stubGlobal('fetch', fetch);
  await chooseLanguageModel(options);
  expect(fetch).not.toHaveBeenCalled();
  const showQuickPick = vi.fn(async (items: unknown[], _shown: unknown) => items[0]);
  Object.assign(fake.api.window, { showQuickPick });
  fake.answers.push('Look for Ollama on This Machine…');
  await chooseLanguageModel(options);
  expect(showQuickPick.mock.lastCall).toEqual([[{ label: 'llama', name: 'llama' }], { title: 'Models of Ollama' }]);
  const address = 'http://127.0.0.1:11434/v1';
  expect(['provider', 'address', 'model'].map(value)).toEqual(['address', address, 'llama']);
  expect(chosen).toEqual([[{ provider: 'address', model: 'llama', address, inputTokens: 0 }, 'llama']]);
});

it('Fiscal says that Ollama does not answer or has no models, and changes nothing', async () => {
  const { fake, options } = open();
  for (const reply of [
    async () => Promise.reject(new TypeError('fetch failed')),
    async () => new Response('{"data":[]}'),
  ]) {
    vi.stubGlobal('fetch', reply);
    fake.answers.push('Look for Ollama on This Machine…');
    await chooseLanguageModel(options);
  }
  expect(fake.messages).toEqual([
    'Ollama does not answer at 127.0.0.1:11434. Start it, then look again.',
    'Ollama has no models that run on this machine. Get one with “ollama pull”, then look again.',
  ]);
  expect(fake.settings).toEqual({});
});
