import { expect, it } from 'vitest';
import type { Library } from '../../../src/extension/library/library.ts';
import { createLibraryCommands } from '../../../src/extension/library/libraryCommands.ts';
import type { LawOnDisk } from '../../../src/publishers/lawsOnDisk.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function open(part: object | null, laws: LawOnDisk[] = []) {
  const fake = fakeVscode();
  const calls: string[] = [];
  const executed: unknown[][] = [];
  const picks: { items: { label: string; description?: string }[]; title: string; placeHolder: string }[] = [];
  Object.assign(fake.api, { QuickPickItemKind: { Separator: -1 } });
  Object.assign(fake.api.commands, { executeCommand: async (...args: unknown[]) => void executed.push(args) });
  Object.assign(fake.api.window, {
    showQuickPick: async (items: { label: string }[], options: { title: string; placeHolder: string }) => {
      picks.push({ items, ...options });
      const label = fake.answers.shift();
      return items.find((item) => item.label === label);
    },
  });
  const library = {
    folders: () => ['/matter'],
    problem: null,
    status: { documents: 2, passages: 9, folders: ['/matter'], skipped: [], message: null },
    rebuild: async () => void calls.push('rebuild'),
    warmUp: async () => void calls.push('warmUp'),
    relativeFolders: () => [],
    stopReading: () => {},
    ...part,
  };
  const commands = createLibraryCommands(
    fake.api,
    () => (part === null ? null : (library as unknown as Library)),
    async () => laws,
  );
  return { fake, calls, executed, picks, commands };
}

it('Rebuild Library reads the folders again and says how many documents there are, or what failed', async () => {
  const good = open({});
  await good.commands.rebuild();
  expect([good.calls, good.fake.messages]).toEqual([
    ['rebuild'],
    ['The library was rebuilt. It contains 2 documents.'],
  ]);
  const bad = open({ problem: 'no disk' });
  await bad.commands.rebuild();
  expect(bad.fake.messages).toEqual(['The library could not be read: no disk']);
});

it('Show Library lists the folders and the skipped files with their reasons, and reveals a chosen file', async () => {
  const skipped = [{ path: '/matter/a.doc', reason: 'Save it as .docx.' }];
  const { fake, commands, picks, executed } = open({
    status: { documents: 2, passages: 9, folders: ['/matter'], skipped, message: null },
    relativeFolders: () => ['shelf/irc'],
  });
  fake.answers.push('$(warning) a.doc');
  await commands.show();
  expect(picks[0]?.items.map(({ label, description }) => [label, description])).toEqual([
    ['$(folder) matter', '/matter'],
    ['Skipped', undefined],
    ['$(warning) shelf/irc', 'It is not an absolute path. Change it in the settings.'],
    ['$(warning) a.doc', 'Save it as .docx.'],
  ]);
  expect(picks[0]?.title).toBe('Library: 2 documents, 9 passages');
  expect(executed).toMatchObject([['revealInExplorer', { path: '/matter/a.doc' }]]);
});

it('Show Library lists the laws from publishers with their versions and sizes', async () => {
  const code = { title: 'Internal Revenue Code', version: '2026-06-26, Public Law 119-100', bytes: 18_340_000 };
  const { commands, picks } = open({}, [code]);
  await commands.show();
  expect(picks[0]?.items).toMatchObject([
    { label: '$(folder) matter' },
    { label: 'Laws from publishers' },
    { label: '$(law) Internal Revenue Code', description: '18.3 MB', detail: '2026-06-26, Public Law 119-100' },
  ]);
});

it('Show Library lists no skipped files when there are none, and reveals no folder', async () => {
  const { fake, commands, picks, executed } = open({});
  fake.answers.push('$(folder) matter');
  await commands.show();
  expect([picks[0]?.items.length, executed]).toEqual([1, []]);
});

it('Show Library says why the library cannot be read', async () => {
  const { fake, commands } = open({ status: null, problem: 'no disk' });
  await commands.show();
  expect(fake.messages).toEqual(['The library could not be read: no disk']);
});

it('the commands of the library explain why there is none, and offer to open a folder', async () => {
  const none = open(null);
  await none.commands.show();
  expect(none.fake.messages[0]).toMatch(/^The built-in library is not in use/);
  const empty = open({ folders: () => [] });
  empty.fake.answers.push('Open Folder…');
  await empty.commands.rebuild();
  await Promise.resolve();
  expect([empty.calls, empty.executed]).toEqual([[], [['workbench.action.files.openFolder']]]);
});
