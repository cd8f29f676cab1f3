import { expect, it } from 'vitest';
import { ServiceError } from '../../../src/client/errors.ts';
import type { FirmServer } from '../../../src/client/firmServer.ts';
import { matterNameOf, type SettingsHolder, watchSettings } from '../../../src/extension/common/settings.ts';
import { registerFirm } from '../../../src/extension/firm/registerFirm.ts';
import { fakeVscode, type SettingValues } from '../../support/fakeVscode.ts';

const BASE = 'https://firm.example';

function desk(
  part: { settings?: SettingValues; matters?: FirmServer['matters']; folders?: string[]; trusted?: boolean } = {},
) {
  const fake = fakeVscode();
  fake.folders = part.folders ?? ['/harbor'];
  fake.trusted = part.trusted ?? true;
  fake.settings = part.settings ?? { baseUrl: { global: BASE } };
  const written: unknown[] = [];
  const ran: unknown[] = [];
  const picked: { label: string; description?: string }[][] = [];
  const { showQuickPick } = fake.api.window;
  Object.assign(fake.api, {
    ConfigurationTarget: { Global: 1, Workspace: 2, WorkspaceFolder: 3 },
    commands: { executeCommand: async (id: string) => void ran.push(id) },
  });
  Object.assign(fake.api.window, {
    showQuickPick: (items: { label: string }[], options: object) => {
      picked.push(items);
      return showQuickPick(items as never, options);
    },
  });
  const settings: SettingsHolder = watchSettings(fake.api);
  const configure = fake.api.workspace.getConfiguration;
  Object.assign(fake.api.workspace, {
    getConfiguration: (...of: Parameters<typeof configure>) => ({
      ...configure(...of),
      update: async (id: string, value: unknown, target: number) => void written.push([id, value, target]),
    }),
  });
  const firm = registerFirm({
    vscode: fake.api,
    settings,
    client: () =>
      Promise.resolve({
        matters: part.matters ?? (async () => ['Harbor', 'Alpha', 'Har\u200bbor']),
        document: () => Promise.reject(new Error('unexpected')),
      }),
    showPlaces: () => {},
    folderOfChat: async () => fake.api.workspace.workspaceFolders?.[0],
  });
  return { fake, written, ran, picked, choose: () => firm.commands['fiscal.chooseMatter']() };
}

it('the user chooses among the matters that the server lists, and the choice is written to the folder and the server to the user', async () => {
  const { fake, written, picked, choose } = desk();
  fake.answers.push('Harbor');
  await choose();
  expect(picked[0]?.map(({ label }) => label)).toEqual(['Alpha', 'Harbor', 'No matter']);
  expect(written).toEqual([
    ['firmServer', BASE, 1],
    ['matterName', 'Harbor', 3],
  ]);
});

it('the matter in use is marked, and can be taken away', async () => {
  const settings = { baseUrl: { global: BASE }, firmServer: { global: BASE }, matterName: { folder: 'Harbor' } };
  const { fake, written, picked, choose } = desk({ settings });
  fake.answers.push('No matter');
  await choose();
  expect(picked[0]?.filter(({ description }) => description === 'Current')).toMatchObject([{ label: 'Harbor' }]);
  expect(written).toEqual([['matterName', undefined, 3]]);
});

it('no matter is chosen for a folder although the settings of the user name one', async () => {
  const settings = { baseUrl: { global: BASE }, firmServer: { global: BASE }, matterName: { global: 'Harbor' } };
  const { fake, written, choose } = desk({ settings });
  fake.answers.push('No matter');
  await choose();
  expect(written).toEqual([['matterName', '', 3]]);
  fake.settings = { ...settings, matterName: { global: 'Harbor', folder: '' } };
  const folder = { uri: 'file:///harbor' };
  expect(matterNameOf(watchSettings(fake.api).current, folder)).toBeNull();
  fake.settings = settings;
  expect(matterNameOf(watchSettings(fake.api).current, folder)).toBe('Harbor');
});

it('nothing is written if the user closes the list, and the user reads why there is none', async () => {
  const closed = desk();
  await closed.choose();
  expect(closed.written).toEqual([]);
  const failing = desk({ matters: () => Promise.reject(new ServiceError('address', { status: 404 })) });
  await failing.choose();
  expect([failing.picked, failing.written]).toEqual([[], []]);
  expect(failing.fake.messages).toEqual([
    'firm.example has no list of matters, so it is not the server of a firm. Connect to the server of your firm first.',
  ]);
});

it.each([
  ['without a folder', { folders: [] }, 'Open a folder first. A matter belongs to a folder.', []],
  [
    'in a folder that is not trusted',
    { trusted: false },
    'The matter of this folder is not used until you trust the folder.',
    ['workbench.trust.manage'],
  ],
  [
    'without a service',
    { settings: {} },
    'Connect to the server of your firm first. Its matters can be chosen then.',
    ['fiscal.connect'],
  ],
])('no matter is asked for %s, and a message says what comes first', async (_, part, message, commands) => {
  const { fake, ran, picked, choose } = desk(part);
  fake.answers.push(commands[0] === 'fiscal.connect' ? 'Connect…' : 'Manage Workspace Trust');
  await choose();
  expect([fake.messages, ran, picked]).toEqual([[message], commands, []]);
});
