import { stat } from 'node:fs/promises';
import { expect, inject, it } from 'vitest';
import { listVsix } from '../../scripts/support/vsix.ts';

it('the package contains what runs and what VS Code shows, and nothing else', async () => {
  const files = await listVsix();
  const media = files.filter((file) => file.startsWith('media/'));
  const chunks = files.filter((file) => /^dist\/extension\/[\w-]+\.js$/.test(file));
  expect(chunks.length).toBeGreaterThan(5);
  expect(files.filter((file) => !media.includes(file) && !chunks.includes(file))).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'THIRD_PARTY_NOTICES.txt',
    'dist/browser.cjs',
    'dist/characterMaps.br',
    'dist/checkAnswer.js',
    'dist/extension.js',
    'dist/jbig2.wasm',
    'dist/mcp.js',
    'dist/page.css',
    'dist/page.js',
    'dist/pdf.mjs',
    'dist/pdf.worker.mjs',
    'dist/pdfPage.css',
    'dist/pdfPage.js',
    'dist/reader.cjs',
    'dist/worker.cjs',
    'docs/extension-page.md',
    'l10n/bundle.l10n.de.json',
    'package.json',
    'package.nls.de.json',
    'package.nls.json',
  ]);
  expect(media.filter((file) => !/\.(svg|png|md)$/.test(file))).toEqual([]);
});

/** As `vsce package` states it. */
const MEGABYTE = 1024 * 1024;

it('the package is at most 6 MB', async () => {
  expect((await stat(inject('vsix'))).size).toBeLessThanOrEqual(6 * MEGABYTE);
});
