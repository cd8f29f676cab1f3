import { expect, it, vi } from 'vitest';
import type * as Vscode from 'vscode';
import type { Conversation } from '../../../src/conversation/conversation.ts';
import type { SourceActions } from '../../../src/extension/answers/sourceActions.ts';
import type { Chat } from '../../../src/extension/session/chat.ts';
import type { ChangeSubscriber } from '../../../src/extension/session/session.ts';
import { createSourceCommands } from '../../../src/extension/views/sourceCommands.ts';
import { createSourcesTree } from '../../../src/extension/views/sourcesTree.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { conversation, turn } from '../storage/support.ts';

class Labelled {
  readonly label: string;
  readonly collapsibleState: unknown;
  constructor(label: string, collapsibleState?: unknown) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}
const vscode = () => {
  const fake = fakeVscode();
  const parts = { TreeItem: Labelled, ThemeIcon: Labelled, TreeItemCollapsibleState: { Collapsed: 1, Expanded: 2 } };
  return { fake, api: { ...fake.api, ...parts } as unknown as typeof Vscode };
};

const own = {
  title: 'Lease memo',
  url: null,
  section: '(b) Term',
  location: { path: '/matter/lease.md', line: 12, endLine: 14 },
  review: 'unread' as const,
};
const web = { title: '$(trash)\u202E§ 179', url: 'https://irs.example/179?x=1', review: 'reliedOn' as const };
const asked = conversation('a', [
  turn('t1', null, 'First?', { sources: [own] }),
  turn('t2', 't1', 'No sources'),
  turn('t3', 't2', 'Third?', { sources: [own, web] }),
]);

function chatWith(conversation: Conversation) {
  let listener: ChangeSubscriber | undefined;
  const session = {
    conversation,
    subscribe(given: ChangeSubscriber) {
      listener = given;
      return {
        dispose() {
          listener = undefined;
        },
      };
    },
  };
  return { chat: { session } as unknown as Chat, session, tell: () => listener };
}

it('Fiscal lists questions with sources, and below each its sources with number, location and review state', async () => {
  const { api } = vscode();
  const tree = createSourcesTree(api);
  expect(await tree.getChildren()).toEqual([]);
  tree.show(chatWith(asked).chat);
  const questions = (await tree.getChildren()) ?? [];
  expect(await Promise.all(questions.map((node) => tree.getTreeItem(node)))).toMatchObject([
    { label: 'First?', description: '1', contextValue: 'question', collapsibleState: 1 },
    { label: 'Third?', description: '2', collapsibleState: 2 },
  ]);
  const [, third] = questions;
  if (!third) throw new Error('missing');
  const sources = (await tree.getChildren(third)) ?? [];
  expect(await Promise.all(sources.map((node) => tree.getTreeItem(node)))).toMatchObject([
    { label: '1. Lease memo', description: '(b) Term · lease.md:12-14', contextValue: 'source unread' },
    {
      label: '2. $ (trash)[U+202E]§ 179',
      description: 'irs.example',
      contextValue: 'source reliedOn',
      accessibilityInformation: { label: expect.stringContaining('Relied on') },
    },
  ]);
  tree.dispose();
});

it('Fiscal updates the sources tree for sources and review states of the current chat only, and not for text', () => {
  vi.useFakeTimers();
  try {
    const tree = createSourcesTree(vscode().api);
    let fired = 0;
    tree.onDidChangeTreeData(() => {
      fired += 1;
    });
    const first = chatWith(asked);
    tree.show(first.chat);
    tree.show(first.chat);
    vi.advanceTimersByTime(1000);
    expect(fired).toBe(1);
    first.tell()?.changed(1, [{ type: 'text', turnId: 't3', epoch: 1, offset: 0, text: 'x', at: 0 }], asked);
    vi.advanceTimersByTime(1000);
    expect(fired).toBe(1);
    first.tell()?.changed(2, [{ type: 'reviewed', turnId: 't3', source: 0, review: 'opened' }], asked);
    vi.advanceTimersByTime(1000);
    expect(fired).toBe(2);
    tree.show(chatWith(asked).chat);
    expect(first.tell()).toBeUndefined();
    tree.dispose();
  } finally {
    vi.useRealTimers();
  }
});

it('Fiscal applies source commands to the given source and to nothing else', async () => {
  const { fake, api } = vscode();
  const tree = createSourcesTree(api);
  tree.show(chatWith(asked).chat);
  const done: string[] = [];
  const actions: SourceActions = {
    open: async (_chat, { id }, source) => void done.push(`open ${id} ${source}`),
    review: async (_chat, { id }, source, review) => void done.push(`${review} ${id} ${source}`),
  };
  const commands = createSourceCommands(api, actions, tree);
  await commands['fiscal.openSource']({ type: 'source', turnId: 't3', source: 1 });
  await commands['fiscal.rejectSource']({ type: 'source', turnId: 't1', source: 0 });
  await commands['fiscal.copyCitation']({ type: 'source', turnId: 't1', source: 0 });
  for (const bad of [
    undefined,
    null,
    't1',
    { turnId: 't1', source: 5 },
    { turnId: 'x', source: 0 },
    { turnId: 't1' },
  ]) {
    await commands['fiscal.openSource'](bad);
  }
  expect(done).toEqual(['open t3 1', 'rejected t1 0']);
  expect(fake.clipboard.text).toContain('Lease memo');
  expect(fake.messages).toHaveLength(6);
  tree.dispose();
});
