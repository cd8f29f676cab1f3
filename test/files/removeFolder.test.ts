import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeFolder } from '../../src/files/removeFolder.ts';

/** The number of pending file system requests. */
const requests = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('FSReq')).length;

it('removes a folder with 2,000 files a few at a time, and nothing that a link in it leads to', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fiscal-remove-'));
  const [kept, folder] = [join(root, 'kept'), join(root, 'law')];
  for (const made of [kept, join(folder, 'inner')]) mkdirSync(made, { recursive: true });
  writeFileSync(join(kept, 'own.md'), 'own');
  symlinkSync(kept, join(folder, 'link'));
  for (let number = 0; number < 2000; number += 1) writeFileSync(join(folder, 'inner', `${number}.md`), 'text');
  let most = 0;
  let ended = false;
  const removed = removeFolder(folder).finally(() => {
    ended = true;
  });
  while (!ended) {
    most = Math.max(most, requests());
    await new Promise((resolve) => setImmediate(resolve));
  }
  await removed;
  expect(existsSync(folder)).toBe(false);
  expect(readdirSync(kept)).toEqual(['own.md']);
  expect(most).toBeLessThan(20);
});

it('does nothing if there is no such folder', async () => {
  await expect(removeFolder(join(tmpdir(), 'fiscal-no-such-folder'))).resolves.toBeUndefined();
});

it('removes of a link to a folder the link only', async () => {
  const root = mkdtempSync(join(tmpdir(), 'fiscal-remove-'));
  const [kept, link] = [join(root, 'kept'), join(root, 'link')];
  mkdirSync(kept);
  writeFileSync(join(kept, 'own.md'), 'own');
  symlinkSync(kept, link);
  await removeFolder(link);
  expect(readdirSync(root)).toEqual(['kept']);
  expect(readdirSync(kept)).toEqual(['own.md']);
});
