import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { readAddress } from '../../../src/extension/common/answererSettings.ts';
import { readProfiles } from '../../../src/extension/common/profiles.ts';
import { type SwitchProfileOptions, switchProfile } from '../../../src/extension/connection/switchProfile.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const MODEL = { provider: 'address', model: 'small', address: 'http://127.0.0.1:11434/v1', inputTokens: 0 } as const;
const SERVICE = { name: 'Service', baseUrl: 'https://service.example/v1', askMode: 'audit_research' };
const LOCAL = { name: 'Local', languageModel: MODEL };
const QUOTES = { name: 'Quotes only' };

interface Current {
  readonly baseUrl?: string;
  readonly languageModel?: typeof MODEL;
  readonly askMode?: 'audit_research' | 'tax_research_normal';
}

function open(stored: unknown, { baseUrl, languageModel, askMode }: Current = {}) {
  const fake = fakeVscode();
  const written: unknown[][] = [];
  const lists: Vscode.QuickPickItem[][] = [];
  const placeHolders: string[] = [];
  const boxes: { value: string; validateInput: (text: string) => string | undefined }[] = [];
  const asked: unknown[] = [];
  const commands: unknown[][] = [];
  fake.settings = { profiles: { global: stored } };
  Object.assign(fake.api, {
    QuickPickItemKind: { Separator: -1 },
    commands: { executeCommand: async (...args: unknown[]) => void commands.push(args) },
  });
  const getConfiguration = fake.api.workspace.getConfiguration.bind(fake.api.workspace);
  Object.assign(fake.api.workspace, {
    getConfiguration: (section: string) => ({
      ...getConfiguration(section),
      update: async (...args: unknown[]) => void written.push(args),
    }),
  });
  Object.assign(fake.api.window, {
    showQuickPick: async (items: Vscode.QuickPickItem[], { placeHolder }: { placeHolder: string }) => {
      lists.push(items);
      placeHolders.push(placeHolder);
      const label = fake.answers.shift();
      return items.find((item) => item.label === label);
    },
    showInputBox: async (box: (typeof boxes)[number]) => {
      boxes.push(box);
      return fake.answers.shift();
    },
  });
  const read = baseUrl === undefined ? null : readAddress(baseUrl);
  const address = read && 'problem' in read ? null : read;
  const current = {
    address: read,
    languageModel: languageModel ?? null,
    askMode: askMode ?? null,
    profiles: readProfiles(stored, {
      address,
      languageModel: languageModel ?? null,
      askMode: askMode ?? 'tax_research_normal',
    }),
  };
  const options = {
    vscode: fake.api,
    settings: { current },
    models: { choose: async (model: unknown) => void asked.push({ model }) },
    keyCommands: { ensureKey: async () => void asked.push('key') },
  } as unknown as SwitchProfileOptions;
  return {
    fake,
    written,
    lists,
    placeHolders,
    boxes,
    asked,
    commands,
    choose: async (...answers: unknown[]) => {
      fake.answers.push(...answers);
      await switchProfile(options);
    },
  };
}

const rows = (items: readonly Vscode.QuickPickItem[] = []) =>
  items.map(({ label, description, detail }) => [label, description, detail]);

it('the list has the library, each profile with what it uses, each problem, and marks the one in use', async () => {
  const desk = open(
    [
      SERVICE,
      LOCAL,
      { name: 'Bad', baseUrl: 'ftp://x' },
      { name: 'Local' },
      { name: '' },
      { name: 'Half', languageModel: { provider: 'address' } },
    ],
    {
      languageModel: MODEL,
    },
  );
  await desk.choose(undefined);
  expect(rows(desk.lists[0])).toEqual([
    ['Built-in library', 'Quotes your documents. Nothing leaves this machine.', ''],
    ['Service', 'service.example · Audit research', ''],
    ['Local', 'Library with small', 'Current'],
    ['', undefined, undefined],
    ['$(warning) Bad', 'Not used: the address is not valid.', undefined],
    ['$(warning) Local', 'Not used: another profile has this name.', undefined],
    ['$(warning) 5', 'Not used: the name is missing, or a value has the wrong type.', undefined],
    ['$(warning) Half', 'Not used: the language model is not complete.', undefined],
    ['$(add) Save Current Values as a Profile…', undefined, undefined],
    ['$(gear) Edit Profiles in Settings', undefined, undefined],
  ]);
  expect(desk.placeHolders).toEqual(['The service or model, and the research mode, for the next questions']);
  expect(desk.written).toEqual([]);
});

it('a profile of the library alone takes the place of the built-in entry, which is current without a service and a model', async () => {
  const desk = open([QUOTES], { baseUrl: 'https://service.example/v1' });
  await desk.choose(undefined);
  expect(rows(desk.lists[0]).slice(0, 2)).toEqual([
    ['Quotes only', 'Built-in library', ''],
    ['', undefined, undefined],
  ]);
  const empty = open([]);
  await empty.choose(undefined);
  expect(rows(empty.lists[0])[0]?.[2]).toBe('Current');
  expect(empty.placeHolders).toEqual([expect.stringContaining('There are no profiles yet.')]);
  const served = open([], { baseUrl: 'https://service.example/v1' });
  await served.choose(undefined);
  expect(rows(served.lists[0])[0]?.[2]).toBe('');
});

it('a profile of a service writes its mode and, last, its address, and asks for a key; the model stays as it is', async () => {
  const desk = open([SERVICE, LOCAL]);
  await desk.choose('Service');
  expect(desk.written).toEqual([
    ['askMode', 'audit_research', 1],
    ['baseUrl', 'https://service.example/v1', 1],
  ]);
  expect(desk.asked).toEqual(['key']);
});

it('a profile of a model writes the model, removes the address last, and asks for the consent to the model', async () => {
  const desk = open([SERVICE, LOCAL]);
  await desk.choose('Local');
  expect(desk.written.map(([id, value]) => [id, value])).toEqual([
    ['languageModel.address', MODEL.address],
    ['languageModel.inputTokens', undefined],
    ['languageModel.model', 'small'],
    ['languageModel.provider', 'address'],
    ['baseUrl', undefined],
  ]);
  expect(desk.asked).toEqual([{ model: MODEL }]);
});

it('the built-in library removes the model and the address, and keeps the mode', async () => {
  const desk = open([SERVICE], { baseUrl: SERVICE.baseUrl });
  await desk.choose('Built-in library');
  expect(desk.written.map(([id, value]) => [id, value])).toEqual([
    ['languageModel.address', undefined],
    ['languageModel.inputTokens', undefined],
    ['languageModel.model', undefined],
    ['languageModel.provider', undefined],
    ['baseUrl', undefined],
  ]);
  expect(desk.asked).toEqual([{ model: null }]);
});

it('a problem and the last entry open the setting', async () => {
  const desk = open([{ name: 'Bad', baseUrl: 'ftp://x' }]);
  await desk.choose('$(warning) Bad');
  await desk.choose('$(gear) Edit Profiles in Settings');
  const opened = ['workbench.action.openSettings', '@id:fiscal.profiles'];
  expect(desk.commands).toEqual([opened, opened]);
});

it('the current values are saved as a profile behind the others, without what they do not have', async () => {
  const save = '$(add) Save Current Values as a Profile…';
  const service = open([LOCAL], { baseUrl: SERVICE.baseUrl, askMode: 'audit_research' });
  await service.choose(save, ' New ');
  expect(service.boxes[0]?.value).toBe('service.example');
  const entry = { name: 'New', baseUrl: SERVICE.baseUrl, askMode: 'audit_research' };
  expect(service.written).toEqual([['profiles', [LOCAL, entry], 1]]);
  const model = open('broken', { languageModel: MODEL });
  await model.choose(save, 'Mine');
  expect(model.boxes[0]?.value).toBe('small');
  expect(model.written).toEqual([['profiles', [{ name: 'Mine', languageModel: MODEL }], 1]]);
  const library = open([]);
  await library.choose(save, 'Bare');
  expect(library.boxes[0]?.value).toBe('');
  expect(library.written).toEqual([['profiles', [{ name: 'Bare' }], 1]]);
});

it('the name of a profile has 1 to 60 characters and is new, and an empty or canceled name saves nothing', async () => {
  const save = '$(add) Save Current Values as a Profile…';
  const desk = open([LOCAL]);
  await desk.choose(save, undefined);
  await desk.choose(save, '  ');
  expect(desk.written).toEqual([]);
  const validate = desk.boxes[0]?.validateInput;
  expect(validate?.(' ')).toBe('Enter a name of at most 60 characters.');
  expect(validate?.('x'.repeat(61))).toBe('Enter a name of at most 60 characters.');
  expect(validate?.(` ${'x'.repeat(60)} `)).toBeUndefined();
  expect(validate?.('Local')).toBe('A profile with this name exists.');
});

it('values with an address that is not valid are not saved as a profile', async () => {
  const desk = open([], { baseUrl: 'ftp://service.example' });
  await desk.choose('$(add) Save Current Values as a Profile…', 'New');
  expect(desk.fake.messages).toEqual(['The address of the service is not valid. Correct it first.']);
  expect(desk.boxes).toEqual([]);
  expect(desk.written).toEqual([]);
});

it('a message about the service before is hidden when another profile is chosen, and kept if none is', async () => {
  const { commands, choose } = open([LOCAL], { baseUrl: 'https://service.example/v1' });
  await choose(undefined);
  expect(commands).toEqual([]);
  await choose('Built-in library');
  expect(commands).toEqual([['notifications.hideToasts']]);
});
