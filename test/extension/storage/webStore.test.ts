import { expect, test } from 'vitest';
import type * as Vscode from 'vscode';
import { createWebStore } from '../../../src/extension/storage/webStore.ts';
import { conversation, turn, withAnswer } from './support.ts';

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
      if (path !== '/store') get(path);
      return {};
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
    rename: async (from: Vscode.Uri, to: Vscode.Uri, { overwrite }: { overwrite: boolean }) => {
      const bytes = get(from.path);
      if (!overwrite && files.has(to.path)) throw Object.assign(new Error('exists'), { code: 'FileExists' });
      files.delete(from.path);
      files.set(to.path, bytes);
    },
  };
  const Uri = { joinPath: (base: Vscode.Uri, name: string) => ({ path: `${base.path}/${name}` }) };
  const api = { workspace: { fs }, Uri } as unknown as Parameters<typeof createWebStore>[0];
  const open = () => createWebStore(api, { path: '/store' } as Vscode.Uri, { copyTitle: (title) => `${title} (copy)` });
  const fill = (on: boolean) => {
    full = on;
  };
  return { files, open, fill };
}

test('in a browser conversations are kept, listed, found and deleted like on a disk', async () => {
  const { files, open } = fakeFileSystem();
  const store = open();
  expect(await store.list()).toEqual([]);
  const asked = conversation('a', [turn('t1', null, 'Is this deductible?', { state: 'streaming', text: 'Ye' })]);
  expect(await store.save(asked)).toEqual({ type: 'saved', revision: 1 });
  await store.save(withAnswer(asked, 't1', { text: 'Yes' }));
  expect([...files.keys()].sort()).toEqual(['/store/a.1.jsonl', '/store/a.1.partial']);
  const next = open();
  expect(await next.list()).toMatchObject([{ id: 'a', state: 'interrupted' }]);
  expect(await next.load('a')).toMatchObject({
    conversation: { turns: [{ answer: { text: 'Yes', state: 'interrupted' } }] },
  });
  expect(await next.search('deductible')).toHaveLength(1);
  await next.remove('a');
  expect(files.size).toBe(0);
});

test('of two tabs that both ask, both questions are kept', async () => {
  const { open } = fakeFileSystem();
  const [one, two] = [open(), open()];
  const first = turn('t1', null, 'First');
  await one.save(conversation('a', [first]));
  const loaded = await two.load('a');
  if (loaded.type !== 'ok') throw new Error(loaded.type);
  const results = await Promise.all([
    one.save(conversation('a', [first, turn('t2', 't1', 'One')])),
    two.save({ ...loaded.conversation, turns: [first, turn('t3', 't1', 'Two')], currentTurnId: 't3' }),
  ]);
  expect(results.map(({ type }) => type).sort()).toEqual(['copied', 'saved']);
  expect(await open().list()).toHaveLength(2);
});

test('a browser storage that is full leaves the conversation in memory with a warning', async () => {
  const { files, open, fill } = fakeFileSystem();
  const store = open();
  fill(true);
  expect(await store.save(conversation('a', []))).toEqual({ type: 'unsaved', warning: 'diskFull' });
  expect(await store.list()).toMatchObject([{ kept: 'unsaved' }]);
  expect(files.size).toBe(0);
  fill(false);
  expect(await store.save(conversation('a', []))).toMatchObject({ type: 'saved' });
  expect(store.warning).toBeNull();
});

test('a damaged file in the storage is set aside', async () => {
  const { files, open } = fakeFileSystem();
  files.set('/store/a.1.jsonl', new Uint8Array([0, 0]));
  await open().save(conversation('b', []));
  expect((await open().list()).map(({ id }) => id)).toEqual(['b']);
  expect([...files.keys()].filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
});
