import * as fs from 'node:fs';
import * as path from 'node:path';
import { expect, it } from 'vitest';
import { sweep } from '../../../src/extension/storage/retentionCleanup.ts';
import { conversation, everything, openWindow, save, temporaryFolder, turn } from './support.ts';

const DAY = 24 * 60 * 60_000;
const now = Date.now();

async function filled() {
  const folder = temporaryFolder();
  const { store } = openWindow(folder);
  const add = (id: string, days: number, more = {}) =>
    save(store, conversation(id, [turn('t1', null, `CANARY ${id}`)], { updatedAt: now - days * DAY, ...more }));
  await add('new', 1);
  await add('old', 40);
  await add('pinned', 40, { pinned: true });
  await add('open', 40);
  const put = (name: string, age: number) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, `CANARY in ${name}`);
    fs.utimesSync(file, (now - age) / 1000, (now - age) / 1000);
  };
  return { folder, store, put };
}

it('conversations past the retention period go, except pinned and open ones', async () => {
  const { folder, store } = await filled();
  const removed = await sweep({ folder, store, days: 30, now, isOpen: (id) => id === 'open' });
  expect(removed).toEqual(['old']);
  expect(everything(folder)).not.toContain('CANARY old');
  expect((await store.list()).map(({ id }) => id).sort()).toEqual(['new', 'open', 'pinned']);
});

it('without a retention period every conversation stays', async () => {
  const { folder, store } = await filled();
  expect(await sweep({ folder, store, days: 0, now: now + 1000 * DAY, isOpen: () => false })).toEqual([]);
  expect(await store.list()).toHaveLength(4);
});

it('what crashes left is deleted after an hour, and what was set aside after the retention period', async () => {
  const { folder, store, put } = await filled();
  put('new.jsonl.0a1b.tmp', 2 * 60 * 60_000);
  put('new.jsonl.0a1c.tmp', 1000);
  put('bad.jsonl.corrupt-20260101T000000000Z', 40 * DAY);
  put('worse.jsonl.corrupt-20260101T000000000Z', DAY);
  put('notes.txt', 1000 * DAY);
  const left = () => fs.readdirSync(folder).filter((name) => !/^(new|old|open|pinned)\.jsonl$/.test(name));
  await sweep({ folder, store, days: 30, now, isOpen: () => true });
  expect(left().sort()).toEqual(['new.jsonl.0a1c.tmp', 'notes.txt', 'worse.jsonl.corrupt-20260101T000000000Z']);
  expect(await openWindow(folder).store.load('new')).toMatchObject({ type: 'ok' });
});

it('a folder that is not there is no trouble', async () => {
  const folder = path.join(temporaryFolder(), 'nothing');
  const { store } = openWindow(folder);
  expect(await sweep({ folder, store, days: 30, now, isOpen: () => false })).toEqual([]);
});
