/** The command that chooses the language model: none, one of VS Code's, or one at an address. Writes user settings only. */
import type * as Vscode from 'vscode';
import { isLoopback } from '../../text/loopback.ts';
import { isModelAddress, type LanguageModelSettings } from '../common/answererSettings.ts';
import { SECTION, type SettingId } from '../common/contributions.ts';
import { chosenIn } from '../common/prompts.ts';
import type { SettingsHolder } from '../common/settings.ts';
import { plainLabel } from '../common/withoutIcons.ts';
import type { LanguageModels } from '../model/languageModels.ts';
import { listModels } from '../model/listModels.ts';
import { type ApiKeys, keyProblem } from './apiKey.ts';
import { OLLAMA_ADDRESS, ollamaModels } from './ollamaModels.ts';

/** Milliseconds without a change of the list of models until it is read again. */
const SETTLE = 150;

interface Item extends Vscode.QuickPickItem {
  readonly choice?:
    | 'none'
    | 'ollama'
    | 'address'
    | { readonly vendor: string; readonly id: string; readonly name: string };
}

export interface ChooseLanguageModelOptions {
  readonly vscode: typeof Vscode;
  readonly settings: SettingsHolder;
  readonly models: LanguageModels;
  /** Keys of model endpoints, by origin. */
  readonly keys: ApiKeys;
}

export async function chooseLanguageModel(options: ChooseLanguageModelOptions): Promise<void> {
  const choice = await pick(options);
  if (choice === undefined) return;
  if (choice === 'none') {
    await saveLanguageModel(options.vscode, null);
    return options.models.choose(null);
  }
  if (choice === 'ollama') return chooseOllama(options);
  if (choice === 'address') return enterAddress(options);
  const { vendor, id, name } = choice;
  const model = `${vendor}/${id}`;
  const before = options.settings.current.languageModel;
  // The limit of another model says nothing about this one.
  const inputTokens = before?.provider === 'vscode' && before.model === model ? before.inputTokens : 0;
  const chosen: LanguageModelSettings = { provider: 'vscode', model, address: '', inputTokens };
  await saveLanguageModel(options.vscode, chosen);
  await options.models.choose(chosen, name);
}

/** The list follows the models of VS Code while it is open, because providers report their models late. */
async function pick({ vscode, settings }: ChooseLanguageModelOptions): Promise<Item['choice']> {
  const { l10n, window, lm } = vscode;
  const current = settings.current.languageModel;
  const picker = window.createQuickPick<Item>();
  picker.title = l10n.t('Language Model for Answers from the Library');
  picker.placeholder = l10n.t('Each sentence that the model writes is compared with your documents');
  picker.matchOnDescription = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function refresh(): Promise<void> {
    picker.busy = true;
    const models = await listModels(lm);
    if (closed) return;
    picker.busy = false;
    const isCurrent = (model: string) => current?.provider === 'vscode' && current.model === model;
    picker.items = [
      {
        label: l10n.t('None: Quote Only'),
        description: current ? '' : l10n.t('Current'),
        detail: l10n.t('The library quotes your documents. Nothing leaves this machine.'),
        choice: 'none',
      },
      { label: l10n.t('Models in VS Code'), kind: vscode.QuickPickItemKind.Separator },
      ...models.map(({ vendor, id, name }) => ({
        label: plainLabel(name || id),
        description: isCurrent(`${vendor}/${id}`) ? `${vendor} · ${l10n.t('Current')}` : vendor,
        choice: { vendor, id, name: name || id },
      })),
      { label: l10n.t('Another Endpoint'), kind: vscode.QuickPickItemKind.Separator },
      {
        label: l10n.t('Look for Ollama on This Machine…'),
        detail: l10n.t('Asks {0} for its models. Nothing leaves this machine.', new URL(OLLAMA_ADDRESS).host),
        choice: 'ollama',
      },
      {
        label: l10n.t('Enter an Address…'),
        description: current?.provider === 'address' ? `${current.model} · ${current.address}` : '',
        detail: l10n.t('A model on this machine (Ollama, LM Studio, llama.cpp), or an https endpoint of your firm'),
        choice: 'address',
      },
    ];
  }

  const following = lm.onDidChangeChatModels(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), SETTLE);
  });
  void refresh();
  const chosen = await chosenIn(picker);
  closed = true;
  clearTimeout(timer);
  following.dispose();
  return chosen?.choice;
}

async function chooseOllama(options: ChooseLanguageModelOptions): Promise<void> {
  const { window, l10n } = options.vscode;
  const names = await ollamaModels();
  if (names === null || names.length === 0) {
    const { host } = new URL(OLLAMA_ADDRESS);
    void window.showInformationMessage(
      names === null
        ? l10n.t('Ollama does not answer at {0}. Start it, then look again.', host)
        : l10n.t('Ollama has no models that run on this machine. Get one with “ollama pull”, then look again.'),
    );
    return;
  }
  const items = names.map((name) => ({ label: plainLabel(name), name }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Models of Ollama') });
  if (!picked) return;
  const before = options.settings.current.languageModel;
  // The limit of another endpoint says nothing about Ollama.
  const inputTokens = before?.address === OLLAMA_ADDRESS ? before.inputTokens : 0;
  const chosen: LanguageModelSettings = {
    provider: 'address',
    model: picked.name,
    address: OLLAMA_ADDRESS,
    inputTokens,
  };
  await saveLanguageModel(options.vscode, chosen);
  await options.models.choose(chosen, picked.name);
}

async function enterAddress(options: ChooseLanguageModelOptions): Promise<void> {
  const { window, l10n } = options.vscode;
  const before = options.settings.current.languageModel;
  const title = l10n.t('Language Model at an Address');
  const typed = await window.showInputBox({
    title,
    prompt: l10n.t('Base URL of an OpenAI-compatible endpoint. Must use https, except on this machine.'),
    value: before?.address ?? '',
    placeHolder: 'http://127.0.0.1:11434/v1',
    ignoreFocusOut: true,
    validateInput: (text) =>
      isModelAddress(text.trim())
        ? undefined
        : l10n.t('Enter an address that begins with https://, or with http:// for this machine.'),
  });
  const address = typed?.trim() ?? '';
  if (!isModelAddress(address)) return;
  const named = await window.showInputBox({
    title,
    prompt: l10n.t('Name of the model, as the endpoint knows it.'),
    value: before?.provider === 'address' ? before.model : '',
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === '' ? l10n.t('Enter the name of the model.') : undefined),
  });
  const model = named?.trim() ?? '';
  if (model === '') return;
  if (!(await enterKey(options, new URL(address), title))) return;
  const limit = await window.showInputBox({
    title,
    prompt: l10n.t('Input limit of the model, in tokens. Leave empty for 8192.'),
    value: before?.inputTokens ? String(before.inputTokens) : '',
    ignoreFocusOut: true,
    validateInput: (text) => (/^\d{0,7}$/.test(text.trim()) ? undefined : l10n.t('Enter a number.')),
  });
  if (limit === undefined) return;
  const chosen: LanguageModelSettings = { provider: 'address', model, address, inputTokens: Number(limit.trim()) };
  await saveLanguageModel(options.vscode, chosen);
  await options.models.choose(chosen, model);
}

/** Returns false if the user canceled. An empty input keeps the stored key, or uses none. */
async function enterKey({ vscode, keys }: ChooseLanguageModelOptions, url: URL, title: string): Promise<boolean> {
  const { window, l10n } = vscode;
  const stored = (await keys.get(url.origin)) !== undefined;
  const typed = await window.showInputBox({
    title,
    prompt: stored
      ? l10n.t('API key for {0}. Leave empty to keep the stored key.', url.host)
      : isLoopback(url.hostname)
        ? l10n.t('API key for {0}. Leave empty if the endpoint needs none.', url.host)
        : l10n.t('API key. It is stored in the secret storage of this machine and sent to {0} only.', url.origin),
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || keyProblem(text) === null
        ? undefined
        : l10n.t('An API key contains only printable ASCII characters, without spaces or line breaks.'),
  });
  if (typed === undefined) return false;
  if (typed.trim() !== '' && keyProblem(typed) === null) await keys.set(url.origin, typed);
  return true;
}

export async function saveLanguageModel(
  vscode: Pick<typeof Vscode, 'workspace' | 'ConfigurationTarget'>,
  chosen: LanguageModelSettings | null,
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const values: [SettingId, unknown][] = [
    ['languageModel.address', chosen?.address || undefined],
    ['languageModel.inputTokens', chosen?.inputTokens || undefined],
    ['languageModel.model', chosen?.model],
    // Last, because the other values take effect with it.
    ['languageModel.provider', chosen?.provider],
  ];
  for (const [id, value] of values) await configuration.update(id, value, vscode.ConfigurationTarget.Global);
}
