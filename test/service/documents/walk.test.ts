import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createRealRoots } from '../../../src/service/documents/realRoots.ts';
import { type WalkProblem, walk } from '../../../src/service/documents/walk.ts';
import { temporaryFolder } from '../temporary.ts';

vi.mock('node:fs', async (load) => {
  const original = await load<typeof import('node:fs')>();
  return { ...original, realpathSync: vi.fn(original.realpathSync) };
});

it.skipIf(process.platform === 'win32')(
  'a link that is replaced while the folder is scanned does not end the scan',
  () => {
    const folder = realpathSync(temporaryFolder());
    for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, name), name);
    symlinkSync(join(folder, 'a.md'), join(folder, 'link.md'));
    const roots = createRealRoots([folder], { everywhere: ['private/**'], within: [] });
    const resolved = vi.mocked(realpathSync);
    const follow = resolved.getMockImplementation() ?? realpathSync;
    let times = 0;
    resolved.mockImplementation((path, options) => {
      if (path === join(folder, 'link.md') && times++ > 0) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      return follow(path, options);
    });
    const problems: WalkProblem[] = [];
    const batches = [...walk(folder, roots, problems)];
    expect(batches.flat().map(({ path }) => basename(path))).toEqual(['a.md', 'b.md', 'link.md']);
    expect(problems).toEqual([]);
  },
);

it('files with named values are found, but not the settings of programs and lists of packages', () => {
  const folder = realpathSync(temporaryFolder());
  const names = ['rates.yaml', 'deep/rates.json', '.vscode/settings.json', '.eslintrc.json', 'deep/package-lock.json'];
  for (const name of [...names, 'pnpm-lock.yaml', '.github/deep/build.yml', '.notes/memo.md']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), name);
  }
  const found = [...walk(folder, createRealRoots([folder]), [])].flat();
  expect(found.map(({ path }) => basename(path)).sort()).toEqual(['memo.md', 'rates.json', 'rates.yaml']);
});
