import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSlots } from '../../src/firm/http/slots.ts';
import { CollectionNotReady } from '../../src/firm/library/firmStore.ts';
import { createLocalStore, type LocalStoreOptions } from '../../src/firm/library/localStore.ts';

function storeOf(files: number, options: Partial<LocalStoreOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'fiscal-local-'));
  mkdirSync(join(folder, 'one'));
  for (let at = 0; at < files; at += 1)
    writeFileSync(join(folder, 'one', `memo${at}.md`), `# Memo ${at}\n\nThe rent is ${at}.\n`);
  const store = createLocalStore({ indexDir: null, existing: async (ids) => ids, ...options });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const collection = { id: 1, public_id: '0'.repeat(32), name: 'one', kind: 'matter' as const };
  const collections = [{ ...collection, folder: join(folder, 'one') }];
  const idOf = (at: number) => store.placeOf(join(folder, 'one', `memo${at}.md`), collections)?.document ?? '';
  return { store, collections, idOf };
}

const signal = () => new AbortController().signal;

it('callers of documents at the same time all get theirs', async () => {
  const { store, collections, idOf } = storeOf(20);
  const all = Array.from({ length: 20 }, (_, at) => store.document(idOf(at), collections, signal()));
  expect((await Promise.all(all)).map((found) => found?.title)).toEqual(all.map((_, at) => `Memo ${at}`));
});

it('the caller of a document of a collection that is not ready does not wait for it without end', async () => {
  const { store, collections, idOf } = storeOf(1, { readyTime: 0 });
  await expect(store.document(idOf(0), collections, signal())).rejects.toThrow(CollectionNotReady);
  await store.library(collections).ready();
  expect(await store.document(idOf(0), collections, signal())).toMatchObject({ title: 'Memo 0' });
});

it('the caller who has gone does not wait for a document', async () => {
  const { store, collections, idOf } = storeOf(1);
  const caller = new AbortController();
  const found = store.document(idOf(0), collections, caller.signal);
  caller.abort(new Error('The caller has gone.'));
  await expect(found).rejects.toThrow('The caller has gone.');
});

it('a refresh joins the one that runs', async () => {
  const { store, collections } = storeOf(1);
  await store.library(collections).ready();
  const first = store.refresh();
  expect(store.refresh()).toBe(first);
  await first;
  expect(store.refresh()).not.toBe(first);
});

it('a refresh closes the indexes of collections that nobody asks for, and they are opened again', async () => {
  const { store, collections, idOf } = storeOf(1, { idleTime: 0 });
  const before = store.library(collections);
  await before.ready();
  await store.refresh();
  await expect(before.readAgain([join(collections[0]?.folder ?? '', 'memo0.md')])).rejects.toThrow(
    'The library was closed.',
  );
  expect(await store.document(idOf(0), collections, signal())).toMatchObject({ title: 'Memo 0' });
});

it('a refresh closes the index of a collection that was removed, and of no other if that cannot be looked up', async () => {
  let answers: (ids: readonly number[]) => Promise<readonly number[]> = () => Promise.reject(new Error('away'));
  const { store, collections } = storeOf(1, { existing: (ids) => answers(ids) });
  const library = store.library(collections);
  await library.ready();
  const path = join(collections[0]?.folder ?? '', 'memo0.md');
  await store.refresh();
  await library.readAgain([path]);
  answers = async () => [];
  await store.refresh();
  await expect(library.readAgain([path])).rejects.toThrow('The library was closed.');
});

it('work over the limit of a person or of all is refused at once, and ended work makes room', async () => {
  const slots = createSlots({ user: 2, all: 3 }, () => new Error('Too much.'));
  const ends: (() => void)[] = [];
  const begin = (user: number) => slots.run(user, () => new Promise<void>((resolve) => ends.push(resolve)));
  const running = [begin(1), begin(1)];
  await expect(begin(1)).rejects.toThrow('Too much.');
  running.push(begin(2));
  await expect(begin(3)).rejects.toThrow('Too much.');
  ends[0]?.();
  await running[0];
  running.push(begin(3));
  for (const end of ends) end();
  await Promise.all(running);
  await expect(slots.run(1, async () => 'done')).resolves.toBe('done');
});
