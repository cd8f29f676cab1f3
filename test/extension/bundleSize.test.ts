import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { expect, it } from 'vitest';
import { builds } from '../../scripts/support/builds.ts';

const root = new URL('../../', import.meta.url).pathname;

/** Number and gzipped size of the files that are parsed when `source` is loaded: its own chunk and those that it imports statically. */
async function gzipped(options: BuildOptions, source: string): Promise<{ files: number; size: number }> {
  const { outputFiles = [], metafile } = await build({
    ...options,
    absWorkingDir: root,
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const outputs = metafile?.outputs ?? {};
  const contents = new Map(outputFiles.map((file) => [file.path.slice(root.length), file.contents]));
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const each of outputs[path]?.imports ?? []) {
      if (each.kind === 'import-statement' && !each.external) load(each.path);
    }
  };
  for (const [path, { entryPoint }] of Object.entries(outputs)) if (entryPoint === source) load(path);
  const size = [...loaded].reduce((sum, path) => sum + gzipSync(contents.get(path) ?? '', { level: 9 }).length, 0);
  return { files: loaded.size, size };
}

it('the scripts that are loaded before the chat is on the screen stay small', async () => {
  const { size: host, files } = await gzipped(builds.extension, 'src/extension/host/desktop.ts');
  expect(host).toBeGreaterThan(10 * 1024);
  expect(host).toBeLessThanOrEqual(50 * 1024);
  // Each file takes time to find and link: 28 files took a third longer than one.
  expect(files).toBeLessThanOrEqual(4);
  const { size: page } = await gzipped(builds.page, 'src/webview/page.tsx');
  expect(page).toBeGreaterThan(10 * 1024);
  expect(page).toBeLessThanOrEqual(70 * 1024);
});

it('the check of an answer, which the page loads after its first answer, stays small', async () => {
  const { size: check } = await gzipped(builds.checkAnswer, 'src/check/checkAnswer.ts');
  expect(check).toBeGreaterThan(5 * 1024);
  expect(check).toBeLessThanOrEqual(45 * 1024);
});
