import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import type { Settings } from '../../../src/extension/common/settings.ts';
import { editMatter } from '../../../src/extension/matter/editMatter.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

interface Box {
  title: string;
  value: string;
  validateInput?: (text: string) => string | undefined;
}

/** The editor over a folder with this value. The answers are the labels of fields and what is typed, in turn. */
function open(matter: { folder?: unknown; workspace?: unknown }, answers: readonly unknown[], firm: object = {}) {
  const fake = fakeVscode();
  const lists: Vscode.QuickPickItem[][] = [];
  const boxes: Box[] = [];
  const prompts: string[] = [];
  const saved: unknown[][] = [];
  const commands: string[] = [];
  let stored = matter;
  let writable = true;
  fake.answers.push(...answers);
  Object.assign(fake.api, {
    QuickPickItemKind: { Separator: -1 },
    ConfigurationTarget: { WorkspaceFolder: 3 },
    commands: { executeCommand: async (id: string) => void commands.push(id) },
  });
  Object.assign(fake.api.workspace, {
    getConfiguration: () => ({
      inspect: () => ({ workspaceFolderValue: stored.folder, workspaceValue: stored.workspace }),
      update: async (...args: unknown[]) => {
        if (!writable) throw new Error('not JSON');
        saved.push(args);
        stored = { ...stored, folder: args[1] };
      },
    }),
  });
  Object.assign(fake.api.window, {
    showQuickPick: async (items: Vscode.QuickPickItem[], { placeHolder = '' }: Vscode.QuickPickOptions) => {
      lists.push(items);
      prompts.push(placeHolder);
      const label = fake.answers.shift();
      return items.find((item) => item.label === label);
    },
    showInputBox: async (box: Box) => {
      boxes.push(box);
      return fake.answers.shift();
    },
  });
  const folder = { uri: fake.api.Uri.file('/acme'), name: 'acme', index: 0 };
  return {
    fake,
    lists,
    boxes,
    prompts,
    saved,
    commands,
    run: () =>
      editMatter(fake.api, folder, {
        current: { address: null, isFirmServer: false, matter: { required: false }, ...firm } as unknown as Settings,
      }),
    breakFile: () => (writable = false),
  };
}

it('the editor of the matter lists each fact with its value, and the client names as not sent', async () => {
  const desk = open({ folder: { taxYear: 2025, clientNames: ['Acme GmbH', 'Beta AG'] } }, []);
  await desk.run();
  expect(desk.lists.map((items) => items.map(({ label, description }) => [label, description]))).toEqual([
    [
      ['Jurisdiction', 'Optional'],
      ['Tax year', '2025'],
      ['Framework', 'Optional'],
      ['Entity type', 'Optional'],
      ['Period', 'Optional'],
      ['Not sent', undefined],
      ['Client names', 'Acme GmbH; Beta AG'],
    ],
  ]);
  expect(desk.lists[0]?.[5]?.kind).toBe(-1);
  expect(desk.saved).toEqual([]);
});

it('the editor of the matter shows what is wrong with a field, and asks for a fact only if a setting requires one', async () => {
  const desk = open({ folder: { period: 'a'.repeat(81), clientNames: 'Acme', clientNumber: 7 } }, []);
  await desk.run();
  const details = desk.lists[0]?.map(({ label, detail }) => [label, detail]).filter(([, detail]) => detail);
  expect(details).toEqual([
    ['Period', '“period” of the matter is too long and was shortened.'],
    ['Client names', '“clientNames” of the matter has the wrong type and is not used.'],
  ]);
  expect(desk.prompts[0]).toMatch(/^“clientNumber” is not a field of the matter and is not used. Facts that/);
  const required = open({}, [], { matter: { required: true } });
  await required.run();
  expect(required.lists[0]?.map(({ description }) => description)).toContain('Not set');
});

it('a fact that is entered is saved for the folder with its other facts, and the list shows it', async () => {
  const desk = open({ folder: { taxYear: 2025, other: [1] } }, ['Framework', '  IFRS ', undefined]);
  await desk.run();
  expect(desk.boxes.map(({ title, value }) => [title, value])).toEqual([['Framework', '']]);
  expect(desk.saved).toEqual([['matter', { taxYear: 2025, other: [1], framework: 'IFRS' }, 3]]);
  expect(desk.lists[1]?.[2]).toMatchObject({ label: 'Framework', description: 'IFRS' });
});

it('an empty text removes a fact, and the setting with the last one', async () => {
  const desk = open({ folder: { taxYear: '2025', framework: 'IFRS' } }, ['Tax year', '', 'Framework', '', undefined]);
  await desk.run();
  expect(desk.boxes.map(({ value }) => value)).toEqual(['2025', 'IFRS']);
  expect(desk.saved).toEqual([
    ['matter', { framework: 'IFRS' }, 3],
    ['matter', undefined, 3],
  ]);
});

it('client names are separated by semicolons, without empty ones and at most 500', async () => {
  const names = Array.from({ length: 501 }, (_, at) => `Client ${at}`);
  const desk = open({ folder: { clientNames: ['Acme'] } }, [
    'Client names',
    ' Acme GmbH ;; Beta AG; ',
    'Client names',
    names.join(';'),
    'Client names',
    ' ; ',
    undefined,
  ]);
  await desk.run();
  expect(desk.boxes.map(({ value }) => value.slice(0, 20))).toEqual([
    'Acme',
    'Acme GmbH; Beta AG',
    'Client 0; Client 1; ',
  ]);
  expect(desk.saved).toEqual([
    ['matter', { clientNames: ['Acme GmbH', 'Beta AG'] }, 3],
    ['matter', { clientNames: names.slice(0, 500) }, 3],
    ['matter', undefined, 3],
  ]);
});

it('a canceled input changes nothing and leads back to the list', async () => {
  const desk = open({ folder: { taxYear: 2025 } }, ['Tax year', undefined, undefined]);
  await desk.run();
  expect(desk.lists).toHaveLength(2);
  expect(desk.saved).toEqual([]);
});

it('a fact of more than 80 characters or with other signs is refused while it is typed', async () => {
  const desk = open({}, ['Period', undefined, undefined]);
  await desk.run();
  const validate = desk.boxes[0]?.validateInput;
  expect(validate?.('x'.repeat(80))).toBeUndefined();
  expect(validate?.(` ${'x'.repeat(80)} `)).toBeUndefined();
  expect(validate?.('x'.repeat(81))).toBe('Enter at most 80 characters.');
  expect(validate?.('[year](x)')).toBe('Use letters, digits, and common punctuation only.');
  expect(validate?.('')).toBeUndefined();
});

it('the value of the workspace is the start of a folder that has none, and a value that is no object is replaced', async () => {
  const inherited = open({ workspace: { taxYear: 2024 } }, ['Framework', 'IFRS', undefined]);
  await inherited.run();
  expect(inherited.saved).toEqual([['matter', { taxYear: 2024, framework: 'IFRS' }, 3]]);
  const own = open({ folder: { period: 'Q1' }, workspace: { taxYear: 2024 } }, ['Framework', 'IFRS', undefined]);
  await own.run();
  expect(own.saved).toEqual([['matter', { period: 'Q1', framework: 'IFRS' }, 3]]);
  const broken = open({ folder: ['x'] }, ['Framework', 'IFRS', undefined]);
  await broken.run();
  expect(broken.saved).toEqual([['matter', { framework: 'IFRS' }, 3]]);
});

it('settings that cannot be written end the editor with an error, which opens their file on request', async () => {
  const desk = open({}, ['Framework', 'IFRS', 'Open Folder Settings']);
  desk.breakFile();
  await desk.run();
  expect(desk.fake.messages).toEqual([
    'The matter could not be saved. Correct the settings file of the folder, then try again.',
  ]);
  expect(desk.commands).toEqual(['workbench.action.openWorkspaceSettingsFile']);
  expect(desk.lists).toHaveLength(1);
  const left = open({}, ['Framework', 'IFRS', undefined]);
  left.breakFile();
  await left.run();
  expect(left.commands).toEqual([]);
});

it('with the server of a firm, the list begins with the matter at the server, which its own command chooses', async () => {
  const firm = {
    address: { host: 'firm.example' },
    isFirmServer: true,
    matter: { own: { name: 'Acme 2025' }, folders: [] },
  };
  const desk = open({ folder: { taxYear: 2025 } }, ['Matter at firm.example', 'Tax year', '2026'], firm);
  await desk.run();
  expect(desk.lists).toHaveLength(1);
  expect(desk.lists[0]?.[0]?.description).toBe('Acme 2025');
  expect(desk.lists[0]?.[1]?.label).toBe('Jurisdiction');
  expect(desk.commands).toEqual(['fiscal.chooseMatter']);
  expect(desk.saved).toEqual([]);
  const unnamed = open({}, [undefined], { ...firm, matter: { own: { name: null }, folders: [] } });
  await unnamed.run();
  expect(unnamed.lists[0]?.[0]?.description).toBe('Not set');
});
