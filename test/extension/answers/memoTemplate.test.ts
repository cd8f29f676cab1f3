import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { lstat, mkdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readTemplate } from '../../../src/extension/answers/memoTemplate.ts';
import { fakeVscode } from '../../support/fakeVscode.ts';

/** A folder with a template and links that lead out of it. */
async function open() {
  const root = mkdtempSync(join(tmpdir(), 'fiscal-template-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'folder');
  await mkdir(join(folder, 'templates'), { recursive: true });
  await mkdir(join(root, 'outside'));
  writeFileSync(join(root, 'outside', 'secret.md'), 'secret');
  writeFileSync(join(folder, 'templates', 'memo.md'), '# {{title}}');
  writeFileSync(join(folder, 'binary.md'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(folder, 'large.md'), 'x'.repeat(1_000_001));
  symlinkSync(join(root, 'outside', 'secret.md'), join(folder, 'link.md'));
  symlinkSync(join(root, 'outside'), join(folder, 'linked'));
  const fake = fakeVscode();
  fake.folders = [folder];
  Object.assign(fake.api, { FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } });
  Object.assign(fake.api.workspace.fs, {
    stat: async ({ path }: { path: string }) => {
      const [own, target] = [await lstat(path), await stat(path)];
      return { type: (target.isFile() ? 1 : 2) | (own.isSymbolicLink() ? 64 : 0), size: target.size };
    },
    readFile: async ({ path }: { path: string }) => readFile(path),
  });
  const template = (path: string, byFolder: boolean) =>
    readTemplate(fake.api, { path, byFolder }, join(root, 'outside'));
  return { root, template };
}

it('Fiscal reads a template of the folder, and one of the user from anywhere', async () => {
  const { root, template } = await open();
  expect(await template('templates/memo.md', true)).toEqual({ text: '# {{title}}', problem: null });
  expect(await template('templates/memo.md', false)).toEqual({ text: '# {{title}}', problem: null });
  expect((await template('~/secret.md', false)).text).toBe('secret');
  expect((await template(join(root, 'outside', 'secret.md'), false)).text).toBe('secret');
});

it('Fiscal reads nothing outside of the folder for a setting of the folder', async () => {
  const { root, template } = await open();
  for (const path of [
    '../outside/secret.md',
    'templates/../../outside/secret.md',
    join(root, 'outside', 'secret.md'),
    '~/secret.md',
    'link.md',
    'linked/secret.md',
  ]) {
    const { text, problem } = await template(path, true);
    expect([text, problem === null], path).toEqual([null, false]);
  }
});

it('Fiscal says why a template was not used', async () => {
  const { template } = await open();
  const problems = await Promise.all(
    ['missing.md', 'binary.md', 'large.md', 'link.md'].map((path) => template(path, true)),
  );
  expect(problems.map(({ problem }) => problem)).toEqual([
    'The memo template missing.md was not found. The built-in layout was used.',
    'The memo template binary.md could not be read as text. The built-in layout was used.',
    'The memo template large.md is larger than 1 MB and was not used.',
    'The memo template link.md is a link and was not used. Replace the link with the file.',
  ]);
});
