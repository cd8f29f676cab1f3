import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { pickAttachments } from '../../../src/extension/selection/pickAttachments.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

class Tab {
  readonly input: unknown;
  constructor(input: unknown) {
    this.input = input;
  }
}
class TabInputText {
  readonly uri: Vscode.Uri;
  constructor(uri: Vscode.Uri) {
    this.uri = uri;
  }
}
class TabInputCustom extends TabInputText {}

async function open(
  files: string[],
  editors: string[],
  choose: (items: readonly Vscode.QuickPickItem[]) => number | undefined,
  typed = '',
) {
  const { api } = fakeVscode();
  const uriOf = (path: string) => api.Uri.file(`/acme/${path}`);
  const tabs = editors.map((path) => new Tab(new TabInputText(uriOf(path))));
  let shown: readonly Vscode.QuickPickItem[] = [];
  let accept = () => {};
  let hide = () => {};
  const pick = {
    value: typed,
    selectedItems: [] as Vscode.QuickPickItem[],
    get items() {
      return shown;
    },
    set items(items: readonly Vscode.QuickPickItem[]) {
      shown = items;
      const chosen = items[choose(items) ?? -1];
      pick.selectedItems = chosen ? [chosen] : [];
      setTimeout(chosen ? accept : hide);
    },
    onDidAccept(listener: () => void) {
      accept = listener;
    },
    onDidHide(listener: () => void) {
      hide = listener;
    },
    show: () => {},
    hide: () => hide(),
    dispose: () => {},
  };
  const vscode = {
    ...api,
    QuickPickItemKind: { Separator: -1 },
    TabInputText,
    TabInputCustom,
    workspace: {
      findFiles: async () => files.map(uriOf),
      asRelativePath: ({ path }: Vscode.Uri) => path.replace('/acme/', ''),
    },
    window: {
      tabGroups: { all: [{ tabs }], activeTabGroup: { activeTab: tabs.at(-1) } },
      createQuickPick: () => pick,
    },
  } as unknown as typeof Vscode;
  const picked = await pickAttachments(vscode);
  return {
    labels: shown.map(({ label, description }) => `${label} ${description ?? ''}`.trim()),
    uris: picked.uris.map(String),
    typed: picked.typed,
  };
}

it('# lists the open editors with the active one first, then the other files, then the folders', async () => {
  const { labels, uris } = await open(['memo.md', 'leases/a.pdf', 'leases/b.md'], ['leases/b.md', 'memo.md'], () => 1);
  expect(labels).toEqual([
    'Open editors',
    '$(file) memo.md',
    '$(file) b.md leases',
    'Files',
    '$(file) a.pdf leases',
    'Folders',
    '$(folder) leases',
  ]);
  expect(uris).toEqual(['file:///acme/memo.md']);
});

it('a folder attaches the files that are directly in it', async () => {
  const { uris } = await open(['l/a.pdf', 'l/b.md', 'l/deep/c.md'], [], (items) =>
    items.findIndex(({ label }) => label === '$(folder) l'),
  );
  expect(uris).toEqual(['file:///acme/l/a.pdf', 'file:///acme/l/b.md']);
});

it('names of files show no icons and no hidden characters, and without a choice what was written is returned', async () => {
  const { labels, uris, typed } = await open(['$(check) \u202Etxt.md'], [], () => undefined, '3 of the list');
  expect(labels).toContain('$(file) \\$(check) [U+202E]txt.md');
  expect(uris).toEqual([]);
  expect(typed).toBe('3 of the list');
});
