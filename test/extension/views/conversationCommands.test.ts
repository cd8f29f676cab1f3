import { describe, expect, it, vi } from 'vitest';
import type * as Vscode from 'vscode';
import type { Change } from '../../../src/conversation/change.ts';
import { ENGLISH } from '../../../src/conversation/documentLanguage.ts';
import type { ConversationSummary } from '../../../src/conversation/store.ts';
import { createConversationCommands } from '../../../src/extension/views/conversationCommands.ts';
import { conversationItem, plainLine } from '../../../src/extension/views/conversationItem.ts';
import { createConversationTree } from '../../../src/extension/views/conversationsTree.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';
import { manualClock } from '../../support/manualClock.ts';
import { createMemoryStore } from '../../support/memoryStore.ts';
import { conversation, turn } from '../storage/support.ts';

const summary: ConversationSummary = {
  id: 'a',
  title: 'Leases',
  createdAt: 0,
  updatedAt: 0,
  pinned: false,
  archived: false,
  folder: { name: 'Acme 2025', uri: 'file:///acme' },
  state: 'done',
  turns: 3,
  kept: 'disk',
  runningElsewhere: false,
};
const item = (more: Partial<ConversationSummary>, now = 0) => conversationItem({ ...summary, ...more }, now, ENGLISH);

describe('an item of the tree', () => {
  it('shows large numbers of questions with separators', () => {
    expect(item({ turns: 2000 }).tooltip).toContain('Questions: 2,000');
  });

  it('shows the time of the last change as the display language of VS Code writes it', () => {
    const updatedAt = new Date(2025, 11, 31, 15, 30).getTime();
    const german = conversationItem({ ...summary, updatedAt }, updatedAt, { ...ENGLISH, language: 'de' });
    expect([german.tooltip, item({ updatedAt }).tooltip]).toEqual([
      expect.stringContaining('31.12.2025, 15:30:00'),
      expect.stringMatching(/12\/31\/2025, 3:30:00\sPM/),
    ]);
  });

  it('shows folder and age of a conversation, and the meaning of its icon in the tooltip', () => {
    expect(item({}, 3 * 60 * 60_000)).toMatchObject({
      label: 'Leases',
      description: 'Acme 2025 · 3 h',
      icon: 'comment',
      contextValue: 'conversation unpinned writable active',
    });
    const states: [Partial<ConversationSummary>, string, RegExp][] = [
      [{ state: 'streaming' }, 'loading~spin', /Running/],
      [{ state: 'streaming', runningElsewhere: true }, 'loading~spin', /another window/],
      [{ state: 'failed' }, 'error', /failed/],
      [{ state: 'interrupted' }, 'debug-disconnect', /interrupted/],
      [{ kept: 'unsaved' }, 'warning', /Not saved/],
      [{ kept: 'memory' }, 'eye-closed', /lost when this window closes/],
      [{ kept: 'newer' }, 'lock', /newer version/],
      [{ pinned: true }, 'pinned', /Leases/],
    ];
    for (const [more, icon, words] of states) {
      expect(item(more).icon).toBe(icon);
      expect(item(more).tooltip).toMatch(words);
    }
    expect(item({ pinned: true, kept: 'newer' }).contextValue).toBe('conversation pinned readOnly active');
    expect(item({ title: '' }).label).toBe('New conversation');
  });

  it.each([
    [0, 'now'],
    [2 * 60_000 - 1, 'now'],
    [2 * 60_000, '2 min'],
    [60 * 60_000 - 1, '59 min'],
    [60 * 60_000, '1 h'],
    [24 * 60 * 60_000 - 1, '23 h'],
    [24 * 60 * 60_000, '1 d'],
    [60 * 24 * 60 * 60_000 - 1, '59 d'],
    [60 * 24 * 60 * 60_000, '2 mo'],
  ])('shows the age of a conversation after %d ms in the largest unit that fits', (milliseconds, age) => {
    expect(item({}, milliseconds).description).toBe(`Acme 2025 · ${age}`);
  });

  it('shows a hostile title as one line with visible hidden characters', () => {
    expect(plainLine('a\n\u202Egpj.exe\u200b $(trash)\u0007\u2028b')).toBe('a [U+202E]gpj.exe[U+200B] $ (trash) b');
    expect(plainLine('x'.repeat(500))).toHaveLength(120);
  });
});

function treeApi() {
  class TreeItem {
    readonly label: string;
    constructor(label: string) {
      this.label = label;
    }
  }
  class ThemeIcon {
    readonly id: string;
    constructor(id: string) {
      this.id = id;
    }
  }
  const TreeItemCollapsibleState = { Collapsed: 1, Expanded: 2 };
  return { ...fakeVscode().api, TreeItem, ThemeIcon, TreeItemCollapsibleState } as unknown as typeof Vscode;
}

it('the tree keeps the heading of a single group of archived conversations', async () => {
  const store = createMemoryStore([{ ...conversation('a', []), archived: true }]);
  const tree = createConversationTree(treeApi(), store, manualClock(1000));
  expect(await tree.getChildren()).toMatchObject([{ label: 'Archived', expanded: false }]);
  tree.dispose();
});

it('Fiscal lists the conversations of the store in the tree, joins changes, and opens a conversation by its id', async () => {
  const clock = manualClock(1000);
  const store = createMemoryStore([conversation('a', [turn('t1', null, 'Q')])]);
  const tree = createConversationTree(treeApi(), store, clock);
  let fired = 0;
  tree.onDidChangeTreeData(() => {
    fired += 1;
  });
  const [first] = (await tree.getChildren()) ?? [];
  if (!first || 'conversations' in first) throw new Error('no conversation');
  expect(await tree.getTreeItem(first)).toMatchObject({
    id: 'a',
    label: 'a',
    command: { command: 'fiscal.openConversation', arguments: ['a'] },
  });
  for (const title of ['1', '2', '3']) store.record(conversation('b', [], { title }), []);
  clock.pass(300);
  expect(fired).toBe(1);
  expect(await tree.getChildren()).toHaveLength(2);
  tree.dispose();
});

it('the ages in the tree are those of now, each minute for as long as VS Code reads the tree', async () => {
  const clock = manualClock(1000);
  const store = createMemoryStore([conversation('a', [turn('t1', null, 'Q')], { updatedAt: 1000 })]);
  const tree = createConversationTree(treeApi(), store, clock);
  const shown: unknown[] = [];
  let outdated = 0;
  tree.onDidChangeTreeData(() => {
    outdated += 1;
  });
  const show = async () => {
    const [first] = (await tree.getChildren()) ?? [];
    shown.push(first && (await tree.getTreeItem(first)).description);
  };
  for (let minute = 0; minute < 4; minute += 1) {
    await show();
    clock.pass(60_000);
    expect(outdated).toBe(minute + 1);
  }
  expect(shown).toEqual(['now', 'now', '2 min', '3 min']);
  clock.pass(600_000);
  expect(outdated).toBe(4);
  tree.dispose();
});

function commands() {
  const fake = fakeVscode();
  const store = createMemoryStore([conversation('a', []), conversation('b', [])]);
  const opened: string[] = [];
  const applied: [string, Change][] = [];
  const forgotten: string[] = [];
  class ThemeIcon {}
  const vscode = { ...fake.api, ThemeIcon } as unknown as typeof Vscode;
  const handlers = createConversationCommands({
    vscode,
    store,
    open: async (id) => void opened.push(id),
    apply: async (id, change) => void applied.push([id, change]),
    read: async (id) => {
      const loaded = await store.load(id);
      return loaded.type === 'ok' ? loaded.conversation : null;
    },
    restore: (each) => store.record({ ...each, id: `${each.id} again` }, []),
    forget: (id) => void forgotten.push(id),
  });
  return { fake, store, handlers, opened, applied, forgotten };
}

describe('commands of the tree', () => {
  it('applies a command to the clicked, the selected or the picked conversations', async () => {
    const { fake, handlers, applied, opened } = commands();
    await handlers['fiscal.pinConversation']({ id: 'a' });
    await handlers['fiscal.unpinConversation']({ id: 'a' }, [{ id: 'a' }, { id: 'b' }]);
    fake.answers.push('b');
    await handlers['fiscal.openConversation']();
    expect(applied.map(([id, change]) => [id, change.type === 'pinned' && change.pinned])).toEqual([
      ['a', true],
      ['a', false],
      ['b', false],
    ]);
    expect(opened).toEqual(['b']);
    await handlers['fiscal.openConversation']({ id: 'gone' });
    expect(opened).toEqual(['b']);
  });

  it('trims a new name, and keeps the old one when the user cancels', async () => {
    const { fake, handlers, applied } = commands();
    fake.answers.push('  Acme leases  ', undefined, '   ');
    for (let i = 0; i < 3; i++) await handlers['fiscal.renameConversation']('a');
    expect(applied).toEqual([['a', { type: 'titled', title: 'Acme leases', hasCustomTitle: true }]]);
  });

  it('renames the clicked conversation when several are selected', async () => {
    const { fake, handlers, applied } = commands();
    fake.answers.push('Acme leases');
    await handlers['fiscal.renameConversation']({ id: 'b' }, [{ id: 'a' }, { id: 'b' }]);
    expect(applied.map(([id]) => id)).toEqual(['b']);
  });

  it('says before it deletes a conversation that cannot be read that it cannot be restored', async () => {
    const { fake, handlers, store } = commands();
    const details: unknown[] = [];
    const { window } = fake.api as unknown as { window: Record<string, unknown> };
    window.showWarningMessage = async (_text: string, { detail }: { detail: string }) => void details.push(detail);
    await handlers['fiscal.deleteConversation']('a');
    store.load = async () => ({ type: 'missing' }) as never;
    await handlers['fiscal.deleteConversation']('a');
    expect(details).toEqual([
      'The file is deleted. You can undo this only right afterwards.',
      'The file is deleted. Conversations that cannot be read cannot be restored.',
    ]);
  });

  it('asks before it deletes conversations, then deletes each', async () => {
    const { fake, handlers, store, forgotten } = commands();
    fake.answers.push(undefined);
    await handlers['fiscal.deleteConversation']('a');
    expect(await store.list()).toHaveLength(2);
    fake.answers.push('Delete');
    await handlers['fiscal.deleteConversation']({ id: 'a' }, [{ id: 'a' }, { id: 'b' }]);
    expect(await store.list()).toEqual([]);
    expect(forgotten.sort()).toEqual(['a', 'b']);
    expect(fake.messages).toEqual(['Delete “a”?', 'Delete 2 conversations?', 'Deleted 2 conversations.']);
  });

  it('a deleted conversation is stored again by Undo', async () => {
    const { fake, handlers, store } = commands();
    fake.answers.push('Delete', 'Undo');
    await handlers['fiscal.deleteConversation']('a');
    await vi.waitFor(async () => expect((await store.list()).map(({ id }) => id).sort()).toEqual(['a again', 'b']));
    expect(fake.messages).toEqual(['Delete “a”?', 'Deleted “a”.']);
  });
});
