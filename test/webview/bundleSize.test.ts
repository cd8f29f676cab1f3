import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { builds } from '../../scripts/support/builds.ts';
import { root } from '../../scripts/support/paths.ts';

it('the script of the chat page is at most 120 KB, compressed', async () => {
  const { outputFiles } = await build({ ...builds.page, absWorkingDir: root, minify: true, write: false });
  const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
  expect(scripts).toHaveLength(1);
  const [size] = scripts.map(({ contents }) => gzipSync(contents, { level: 9 }).length);
  expect(size).toBeGreaterThan(50 * 1024);
  expect(size).toBeLessThanOrEqual(120 * 1024);
});
