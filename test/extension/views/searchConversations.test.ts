import { expect, it, vi } from 'vitest';
import type * as Vscode from 'vscode';
import type { ConversationSearch, ConversationSummary, Hit } from '../../../src/conversation/store.ts';
import { pickHit } from '../../../src/extension/views/searchConversations.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

function openSearch(folders: string[], hits: Hit[] = [], stored: (string | null)[] = ['/acme']) {
  const fake = fakeVscode();
  fake.folders = folders;
  const on: Record<string, (value?: unknown) => void> = {};
  const listen = (name: string) => (listener: (value?: unknown) => void) => {
    on[name] = listener;
  };
  const pick = {
    value: '',
    busy: false,
    placeholder: '',
    buttons: [] as Vscode.QuickInputButton[],
    items: [] as Vscode.QuickPickItem[],
    selectedItems: [],
    onDidChangeValue: listen('change'),
    onDidTriggerButton: listen('button'),
    onDidAccept: listen('accept'),
    onDidHide: listen('hide'),
    show: () => {},
    hide: () => on.hide?.(),
    dispose: () => {},
  };
  class ThemeIcon {}
  const vscode = { ...fake.api, ThemeIcon, window: { createQuickPick: () => pick } } as unknown as typeof Vscode;
  const searched: (readonly string[] | undefined)[] = [];
  const search = async (_query: string, options?: ConversationSearch) => {
    searched.push(options?.folders);
    wasBusy.push(pick.busy);
    return hits;
  };
  const wasBusy: boolean[] = [];
  const list = async () =>
    stored.map((path) => ({ folder: path && { uri: `file://${path}`, name: path } }) as ConversationSummary);
  void pickHit(vscode, { search, list }, (summary) => ({ label: `$(comment) ${summary?.title ?? ''}` }));
  return { pick, searched, wasBusy, on };
}

it('a search looks through the open folder first, and through all folders after one click', async () => {
  const { pick, searched, wasBusy, on } = openSearch(['/acme']);
  expect(pick.placeholder).toBe('Search questions, answers and sources of the open folder');
  expect(pick.buttons.map(({ tooltip }) => tooltip)).toEqual(['Search All Folders']);
  pick.value = 'leases';
  on.change?.(pick.value);
  await vi.waitFor(() => expect(searched).toHaveLength(1));
  await vi.waitFor(() => expect(pick.busy).toBe(false));
  expect([searched, wasBusy]).toEqual([[['file:///acme']], [true]]);
  on.button?.();
  expect(searched).toEqual([['file:///acme'], undefined]);
  expect(pick.placeholder).toBe('Search questions, answers and sources of all folders');
  expect(pick.buttons.map(({ tooltip }) => tooltip)).toEqual(['Search Only the Open Folder']);
  on.button?.();
  expect(searched.at(-1)).toEqual(['file:///acme']);
});

it('without an open folder a search looks through all conversations and offers no choice', async () => {
  const { pick, searched, on } = openSearch([]);
  expect(pick.buttons).toEqual([]);
  on.change?.('leases');
  await vi.waitFor(() => expect(searched).toEqual([undefined]));
});

it('a hit shows its words without marks of Markdown', async () => {
  const excerpt = '### Rule\n\n**§ 179** > The | limit | is `high`';
  const { pick, on } = openSearch([], [{ excerpt } as Hit]);
  on.change?.('limit');
  await vi.waitFor(() => expect(pick.items[0]?.detail).toBeDefined());
  expect(pick.items[0]?.detail).not.toMatch(/[#*`|]/);
  expect(pick.items[0]?.detail).toContain('limit');
});

it('a search without a hit says so, and where else to search', async () => {
  const { pick, on } = openSearch(['/acme']);
  const labels = () => pick.items.map(({ label }) => label);
  pick.value = 'leases';
  on.change?.(pick.value);
  const inFolder = 'No conversation of the open folder has these words. Search all folders with the button above.';
  await vi.waitFor(() => expect(labels()).toEqual([inFolder]));
  on.button?.();
  await vi.waitFor(() => expect(labels()).toEqual(['No conversation has these words.']));
});

it('an empty search says what can be searched, or that there are no conversations', async () => {
  const labelsOf = async (stored: (string | null)[], folders = ['/acme']) => {
    const { pick, searched } = openSearch(folders, [], stored);
    await vi.waitFor(() => expect(pick.items).toHaveLength(1));
    expect(searched).toEqual([]);
    return pick.items[0]?.label;
  };
  const hint = 'Type words of a question, an answer or a source.';
  expect(await labelsOf(['/acme'])).toBe(hint);
  expect(await labelsOf([null])).toBe(hint);
  expect(await labelsOf(['/other'], [])).toBe(hint);
  expect(await labelsOf(['/other'])).toBe(
    'The open folder has no conversations yet. Search all folders with the button above.',
  );
  expect(await labelsOf([])).toBe('There are no conversations yet.');
});

it('a hit in the question that is the title of its conversation is shown once', async () => {
  const summary = { title: 'Range of loss?' } as ConversationSummary;
  const { pick, on } = openSearch(
    [],
    [{ summary, excerpt: 'Range of  loss?' } as Hit, { summary, excerpt: 'a loss' } as Hit],
  );
  pick.value = 'loss';
  on.change?.(pick.value);
  await vi.waitFor(() => expect(pick.items.map(({ detail }) => detail)).toEqual([undefined, 'a loss']));
});
