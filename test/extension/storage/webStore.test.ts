import { expect, it } from 'vitest';
import type * as Vscode from 'vscode';
import { createWebStore } from '../../../src/extension/storage/webStore.ts';
import { added, conversation, load, openConversation, save, turn } from './support.ts';

/** VS Code's file system over a map, with its errors. */
function fakeFileSystem() {
  const files = new Map<string, Uint8Array>();
  const missing = () => Object.assign(new Error('not found'), { code: 'FileNotFound' });
  const get = (path: string) => {
    const bytes = files.get(path);
    if (!bytes) throw missing();
    return bytes;
  };
  let full = false;
  const fs = {
    stat: async ({ path }: Vscode.Uri) => {
      return { size: get(path).length, mtime: 0 };
    },
    readDirectory: async () => {
      if (files.size === 0) throw missing();
      return [...files.keys()].map((path) => [path.slice('/store/'.length), 1]);
    },
    createDirectory: async () => {},
    readFile: async ({ path }: Vscode.Uri) => get(path),
    writeFile: async ({ path }: Vscode.Uri, bytes: Uint8Array) => {
      if (full) throw new Error('QuotaExceededError');
      files.set(path, bytes);
    },
    delete: async ({ path }: Vscode.Uri) => {
      get(path);
      files.delete(path);
    },
    copy: async (from: Vscode.Uri, to: Vscode.Uri) => {
      files.set(to.path, get(from.path));
    },
    rename: async (from: Vscode.Uri, to: Vscode.Uri, { overwrite }: { overwrite: boolean }) => {
      const bytes = get(from.path);
      if (!overwrite && files.has(to.path)) throw Object.assign(new Error('exists'), { code: 'FileExists' });
      files.delete(from.path);
      files.set(to.path, bytes);
    },
  };
  const Uri = { joinPath: (base: Vscode.Uri, name: string) => ({ path: `${base.path}/${name}` }) };
  const api = { workspace: { fs }, Uri } as unknown as Parameters<typeof createWebStore>[0];
  const open = () => createWebStore(api, { path: '/store' } as Vscode.Uri);
  const fill = (on: boolean) => {
    full = on;
  };
  return { files, open, fill };
}

it('in a browser conversations are stored, listed, found and deleted like on a disk', async () => {
  const { files, open } = fakeFileSystem();
  const store = open();
  expect(await store.list()).toEqual([]);
  const chat = openConversation(store, conversation('a', []));
  chat.apply(added(turn('t1', null, 'Is this deductible?', { state: 'streaming', text: 'Ye' })));
  chat.stream('t1', 's');
  await store.flush();
  expect([...files.keys()]).toEqual(['/store/a.jsonl']);
  const next = open();
  expect(await next.list()).toMatchObject([{ id: 'a', state: 'interrupted' }]);
  expect((await load(next, 'a')).turns).toMatchObject([{ answer: { text: 'Yes', state: 'interrupted' } }]);
  expect(await next.search('deductible')).toHaveLength(1);
  await next.remove('a');
  expect(files.size).toBe(0);
  chat.apply({ type: 'pinned', pinned: true });
  await store.flush();
  expect([store.status('a'), files.size]).toEqual(['deleted', 0]);
});

it('in a browser two tabs that write at the same moment lose nothing of either', async () => {
  const { open } = fakeFileSystem();
  const [one, two] = [open(), open()];
  await save(one, conversation('a', [turn('t1', null, 'First')]));
  const chatOne = openConversation(one, await load(one, 'a'));
  const chatTwo = openConversation(two, await load(two, 'a'));
  chatOne.apply(added(turn('t2', 't1', 'One')));
  chatTwo.apply(added(turn('t3', 't1', 'Two')));
  await Promise.all([one.flush(), two.flush()]);
  expect((await load(open(), 'a')).turns.map(({ id }) => id).sort()).toEqual(['t1', 't2', 't3']);
});

it('a browser storage that is full leaves the conversation in memory with a warning', async () => {
  const { files, open, fill } = fakeFileSystem();
  const store = open();
  fill(true);
  await save(store, conversation('a', [turn('t1', null, 'Q')]));
  expect([store.warning, store.status('a'), files.size]).toEqual(['diskFull', 'unsaved', 0]);
  fill(false);
  await store.flush();
  expect([store.warning, store.status('a'), files.size]).toEqual([null, 'disk', 1]);
});

it('an unreadable file in the storage of a browser is quarantined', async () => {
  const { files, open } = fakeFileSystem();
  files.set('/store/a.jsonl', new Uint8Array([0, 0]));
  await save(open(), conversation('b', [turn('t1', null, 'Q')]));
  expect((await open().list()).map(({ id }) => id)).toEqual(['b']);
  expect([...files.keys()].filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
});
