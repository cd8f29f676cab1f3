import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { type OverviewDeps, registerOverview } from '../../../src/extension/overview/registerOverview.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

const VIRTUAL = 'The library reads only folders on a disk. Open a copy of this folder on a disk.';

function register() {
  const fake = fakeVscode();
  const titles: string[] = [];
  const shown: string[] = [];
  let closeTab = () => {};
  const picks: Vscode.QuickPickItem[] = [];
  Object.assign(fake.api.window, {
    createWebviewPanel: (_type: string, title: string) => {
      titles.push(title);
      const webview = {
        asWebviewUri: (uri: unknown) => uri,
        onDidReceiveMessage: () => {},
        postMessage: async ({ type }: { type: string }) => shown.push(type),
      };
      return {
        webview,
        onDidDispose: (dispose: () => void) => {
          closeTab = dispose;
        },
        reveal: () => shown.push('reveal'),
      };
    },
    showQuickPick: async (items: Vscode.QuickPickItem[]) => {
      picks.push(...items);
      return items[0];
    },
  });
  const deps = { vscode: fake.api, extensionUri: fake.api.Uri.file('/extension'), library: () => ({}) };
  const { commands, restore } = registerOverview(deps as unknown as OverviewDeps);
  const show = (chosen?: unknown) => commands['fiscal.showFolderOverview'](chosen);
  return { fake, titles, shown, picks, restore, show, close: () => closeTab() };
}

it('a folder that is not on a disk gets a message, and no other folder is shown in its place', async () => {
  const { fake, titles, show } = register();
  fake.folders = ['/engagement'];
  await show(fake.api.Uri.from({ scheme: 'vscode-vfs', path: '/repository' }));
  expect([titles, fake.messages]).toEqual([[], [VIRTUAL]]);
});

it('a window without a folder on a disk gets a message that says what is missing', async () => {
  const { fake, titles, show } = register();
  await show();
  const uri = fake.api.Uri.from({ scheme: 'vscode-vfs', path: '/repository' });
  Object.defineProperty(fake.api.workspace, 'workspaceFolders', { value: [{ uri, name: 'repository', index: 0 }] });
  await show();
  expect([titles, fake.messages]).toEqual([[], ['The library is empty. Open a folder with documents.', VIRTUAL]]);
});

it('a folder has one overview: its tab is shown and read again, until it is closed', async () => {
  const { fake, titles, shown, show, close } = register();
  fake.folders = ['/engagement'];
  await show();
  expect(shown).toEqual([]);
  await show();
  expect([titles.length, shown]).toEqual([1, ['reveal', 'reading', 'failed']]);
  await show(fake.api.Uri.file('/engagement/purchases'));
  expect(titles).toEqual(['Overview of engagement', 'Overview of purchases']);
  close();
  await show(fake.api.Uri.file('/engagement/purchases'));
  expect(titles.length).toBe(3);
});

it('of several opened folders the user chooses one, whose name shows neither icons nor hidden characters', async () => {
  const { fake, titles, picks, show } = register();
  fake.folders = ['/engagement/$(check) a\u202eb', '/engagement/second'];
  await show();
  expect(picks[0]).toMatchObject({
    label: '\\$(check) a[U+202E]b',
    description: '/engagement/\\$(check) a[U+202E]b',
  });
  expect(titles).toEqual(['Overview of $(check) a[U+202E]b']);
});

it('a restored tab shows only a folder that is opened in the window, and is closed otherwise', async () => {
  const { fake, titles, restore } = register();
  Object.assign(fake.api.workspace, {
    getWorkspaceFolder: ({ path }: Vscode.Uri) => (path.startsWith('/engagement/') ? {} : undefined),
  });
  const restored = async (state: unknown) => {
    let isClosed = false;
    const webview = { asWebviewUri: (uri: unknown) => uri, onDidReceiveMessage: () => {} };
    const panel = { webview, onDidDispose: () => {}, dispose: () => (isClosed = true) };
    await restore(panel as unknown as Vscode.WebviewPanel, state);
    return !isClosed;
  };
  expect(await restored({ path: '/engagement/purchases' })).toBe(true);
  for (const state of [{ path: '/other' }, { path: 7 }, undefined]) expect(await restored(state)).toBe(false);
  expect(titles).toEqual([]);
});
