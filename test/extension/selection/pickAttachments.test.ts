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

async function open(files: string[], editors: string[], choose: (items: Vscode.QuickPickItem[]) => number | undefined) {
  const { api } = fakeVscode();
  const uriOf = (path: string) => api.Uri.file(`/acme/${path}`);
  const tabs = editors.map((path) => new Tab(new TabInputText(uriOf(path))));
  let shown: Vscode.QuickPickItem[] = [];
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
      showQuickPick: async (items: Promise<Vscode.QuickPickItem[]>) => {
        shown = await items;
        return shown[choose(shown) ?? -1];
      },
    },
  } as unknown as typeof Vscode;
  const uris = await pickAttachments(vscode);
  return {
    labels: shown.map(({ label, description }) => `${label} ${description ?? ''}`.trim()),
    uris: uris.map(String),
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

it('names of files show no icons and no hidden characters, and nothing is attached without a choice', async () => {
  const { labels, uris } = await open(['$(check) \u202Etxt.md'], [], () => undefined);
  expect(labels).toContain('$(file) \\$(check) [U+202E]txt.md');
  expect(uris).toEqual([]);
});
