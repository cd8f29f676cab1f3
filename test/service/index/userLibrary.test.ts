import { closeSync, mkdirSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { lockFile } from '../../../src/files/fileLock.ts';
import type { LibraryProgress } from '../../../src/protocol/worker.ts';
import { createAuthorityStore } from '../../../src/publishers/authorityStore.ts';
import { indexFileName } from '../../../src/service/index/folders.ts';
import { createUserLibrary, type UserLibraryOptions } from '../../../src/service/index/userLibrary.ts';
import { eventually } from '../../support/eventually.ts';
import { searchIn, temporaryFolder } from '../temporary.ts';
import { allOf, folderWith } from './support.ts';

const section = (number: number, text: string) =>
  `---\ntitle: § ${number}. Rule\nkind: law\ndate: 2026-06-26, Public Law 119-100\n---\n\n# § ${number}. Rule\n\n${text}\n`;

const LAWS = {
  'usc26/179.md': section(179, 'The aggregate cost of machinery shall not exceed $2,500,000.'),
  'usc26/163.md': section(163, 'All interest paid on indebtedness is deductible.'),
};
const MEMO = { 'memo.md': '# Machinery of the client\n\nThe client bought machinery for $900,000.\n' };

function openUser(options: Partial<UserLibraryOptions> & { folders: readonly string[] }) {
  const progress: LibraryProgress[] = [];
  const library = createUserLibrary({ indexDir: null, onProgress: (next) => void progress.push(next), ...options });
  onTestFinished(() => library.close());
  return { library, progress };
}

const lockOf = (indexDir: string, laws: string) =>
  `${join(indexDir, indexFileName([laws], { everywhere: [], within: [] }))}.lock`;

it('documents of the user and laws are found as one library', async () => {
  const { library } = openUser({ folders: [folderWith(MEMO)], laws: folderWith(LAWS) });
  expect((await library.ready()).documents).toBe(3);
  const found = allOf(await searchIn(library, 'What is the limit for the cost of machinery?'));
  expect(found.map(({ title }) => title).toSorted()).toEqual(['Machinery of the client', '§ 179. Rule']);
  const law = found.find(({ title }) => title.startsWith('§'));
  expect(library.outdated([law?.path ?? ''])).toEqual([]);
});

it('libraries of different folders share one index of the laws, which is read once', async () => {
  const [indexDir, laws] = [temporaryFolder(), folderWith(LAWS)];
  await openUser({ folders: [folderWith(MEMO)], laws, indexDir }).library.ready();
  const other = openUser({
    folders: [folderWith({ 'other.md': '# Other\n\nRent.\n' })],
    laws,
    indexDir,
    exclude: ['*.txt'],
  });
  expect((await other.library.ready()).documents).toBe(3);
  expect(Math.max(...other.progress.map(({ total }) => total))).toBe(1);
  expect(readdirSync(indexDir).filter((name) => name.endsWith('.sqlite'))).toHaveLength(3);
});

it('an index in which a damage is found outside of a reader is made again, and no other error is taken for one', async () => {
  const { library } = openUser({ folders: [folderWith(MEMO)], laws: folderWith(LAWS) });
  await library.ready();
  const own = library.ownDatabase();
  expect(await library.repair(new Error('disk I/O error'))).toBe(false);
  expect(library.ownDatabase() === own).toBe(true);
  expect(await library.repair(Object.assign(new Error('malformed'), { errcode: 11 }))).toBe(true);
  expect(library.ownDatabase() === own).toBe(false);
  expect((await library.ready()).documents).toBe(3);
});

it('a folder with laws alone is a library', async () => {
  const { library } = openUser({ folders: [], laws: folderWith(LAWS) });
  expect((await library.ready()).documents).toBe(2);
});

it('a changed law and a changed document are read again at their paths', async () => {
  const [own, laws] = [folderWith(MEMO), folderWith(LAWS)];
  const { library } = openUser({ folders: [own], laws });
  await library.ready();
  writeFileSync(
    join(laws, 'usc26/179.md'),
    section(179, 'The aggregate cost of machinery shall not exceed $3,100,000.'),
  );
  writeFileSync(join(own, 'memo.md'), '# Machinery of the client\n\nThe client bought machinery for $5,500,000.\n');
  const paths = [join(laws, 'usc26/179.md'), join(own, 'memo.md')];
  expect(library.outdated(paths).toSorted()).toEqual(paths.toSorted());
  await library.refresh(paths);
  const found = allOf(await searchIn(library, 'machinery'));
  const text = found.flatMap(({ passages }) => passages.map((passage) => passage.text)).join('\n');
  expect(text).toContain('$3,100,000');
  expect(text).toContain('$5,500,000');
});

it('while another window reads the laws, a window says how many are missing, and then searches what the other has read', async () => {
  const [indexDir, laws] = [temporaryFolder(), folderWith(LAWS)];
  const unlock = lockFile(lockOf(indexDir, laws));
  const waiting = openUser({ folders: [folderWith(MEMO)], laws, indexDir });
  const ready = waiting.library.ready();
  await eventually(() => expect(waiting.progress.at(-1)).toEqual({ phase: 'reading', done: 0, total: 2 }));
  expect(waiting.library.status().documents).toBe(1);
  unlock?.();
  expect((await ready).documents).toBe(3);
});

it('a window that waits for another one can be stopped and closed', async () => {
  const [indexDir, laws] = [temporaryFolder(), folderWith(LAWS)];
  const unlock = lockFile(lockOf(indexDir, laws));
  onTestFinished(() => unlock?.());
  const waiting = openUser({ folders: [], laws, indexDir });
  const ready = waiting.library.ready();
  await eventually(() => expect(waiting.progress.at(-1)?.phase).toBe('reading'));
  waiting.library.cancel();
  expect((await ready).message).toBe('Reading was stopped: 2 documents are not in the library yet.');
  await waiting.library.close();
});

it('a rebuild replaces the index of the laws only when no other window writes to it', async () => {
  const [indexDir, laws] = [temporaryFolder(), folderWith(LAWS)];
  const { library, progress } = openUser({ folders: [], laws, indexDir });
  await library.ready();
  const lock = lockOf(indexDir, laws);
  const file = lock.replace(/\.lock$/, '');
  // Open as in another window, so that a new file has another inode.
  const opened = openSync(file, 'r');
  onTestFinished(() => closeSync(opened));
  const inode = () => statSync(file).ino;
  const before = inode();
  const unlock = lockFile(lock);
  progress.length = 0;
  const rebuilt = library.rebuild();
  await eventually(() => expect(progress.at(-1)?.phase).toBe('reading'));
  expect(inode()).toBe(before);
  unlock?.();
  await rebuilt;
  expect(inode()).not.toBe(before);
  expect((await library.ready()).documents).toBe(2);
});

it('a window reads changed documents again when another one has ended its update, and waits without blocking its thread', async () => {
  const [indexDir, laws] = [temporaryFolder(), folderWith(LAWS)];
  const { library, progress } = openUser({ folders: [], laws, indexDir });
  await library.ready();
  const lock = lockOf(indexDir, laws);
  const path = join(laws, 'usc26/179.md');
  const texts = async () =>
    allOf(await searchIn(library, 'machinery')).flatMap(({ passages }) => passages.map((passage) => passage.text));
  for (const [amount, change] of [
    ['$3,100,000', () => library.refresh([path])],
    ['$4,200,000', () => library.readAgain([path])],
  ] as const) {
    const other = new DatabaseSync(lock.replace(/\.lock$/, ''));
    other.exec('BEGIN IMMEDIATE');
    const unlock = lockFile(lock);
    writeFileSync(path, section(179, `The aggregate cost of machinery shall not exceed ${amount}.`));
    progress.length = 0;
    const changed = change();
    await eventually(() => expect(progress.at(-1)).toEqual({ phase: 'reading', done: 0, total: 1 }));
    expect((await texts()).join()).not.toContain(amount);
    other.close();
    unlock?.();
    await changed;
    expect((await texts()).join()).toContain(amount);
  }
});

it('a question that waits for the update of another window ends when the reading is stopped', async () => {
  const [indexDir, laws] = [temporaryFolder(), folderWith(LAWS)];
  const { library, progress } = openUser({ folders: [], laws, indexDir });
  await library.ready();
  const unlock = lockFile(lockOf(indexDir, laws));
  onTestFinished(() => unlock?.());
  progress.length = 0;
  const again = library.readAgain([join(laws, 'usc26/179.md')]);
  await eventually(() => expect(progress.at(-1)?.phase).toBe('reading'));
  library.cancel();
  await expect(again).rejects.toThrow('Reading was stopped.');
});

it('a law that is removed while another window reads it is found in no window afterwards, and the other laws are', async () => {
  const root = temporaryFolder();
  const store = createAuthorityStore(root);
  const write = (name: string, text: string) => {
    mkdirSync(join(store.lawFolder, name, '..'), { recursive: true });
    writeFileSync(join(store.lawFolder, name), text);
  };
  const COUNT = 300;
  for (let number = 1; number <= COUNT; number += 1) write(`usc26/${number}.md`, section(number, 'Cost of machinery.'));
  write('usc11/1.md', section(1, 'Machinery of the debtor.'));
  const indexDir = temporaryFolder();
  const options = { folders: [folderWith(MEMO)], laws: store.lawFolder, indexDir };
  const removed = Promise.withResolvers<void>();
  let done = 0;
  const reading = openUser({
    ...options,
    onProgress(next) {
      if (done > 0 || next.phase !== 'reading' || next.done === 0) return;
      ({ done } = next);
      removed.resolve(store.exclusively(() => store.remove('usc26')));
    },
  });
  const ready = reading.library.ready();
  await removed.promise;
  expect(done).toBeLessThan(COUNT);
  const removing = openUser({ ...options, folders: [] });
  await Promise.all([ready, removing.library.refresh([store.lawFolder])]);
  for (const [{ library }, expected] of [
    [reading, ['Machinery of the client', '§ 1. Rule']],
    [removing, ['§ 1. Rule']],
  ] as const) {
    const found = allOf(await searchIn(library, 'machinery'));
    expect(found.map(({ title }) => title).toSorted()).toEqual(expected);
    expect(library.outdated(found.map(({ path }) => path))).toEqual([]);
  }
});
