import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { expect, test } from 'vitest';
import { iconPaths } from '../../scripts/support/iconPaths.ts';

const root = new URL('../../', import.meta.url).pathname;

async function gzipped(options: BuildOptions): Promise<number> {
  const { outputFiles = [] } = await build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  });
  const script = outputFiles.find((file) => file.path.endsWith('.js'));
  return gzipSync(script?.contents ?? '', { level: 9 }).length;
}

test('what is loaded before the chat is on the screen stays small', async () => {
  const host = await gzipped({
    entryPoints: ['src/extension/desktop.ts'],
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', './host.cjs', './tools.cjs'],
  });
  expect(host).toBeGreaterThan(0);
  expect(host).toBeLessThanOrEqual(44 * 1024);
  const page = await gzipped({
    entryPoints: ['src/webview/page.tsx'],
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [iconPaths],
  });
  expect(page).toBeGreaterThan(0);
  expect(page).toBeLessThanOrEqual(70 * 1024);
});
