import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, inject, it } from 'vitest';
import { root } from '../../scripts/support/paths.ts';

it('the package contains what runs and what VS Code shows, and nothing else', async () => {
  const files: string[] = [];
  unzipSync(await readFile(inject('vsix')), {
    filter: ({ name }) => {
      files.push(name.replace(/^extension\//, ''));
      return false;
    },
  });
  files.sort();
  const media = files.filter((file) => file.startsWith('media/'));
  const chunks = files.filter((file) => /^dist\/extension\/[\w-]+\.js$/.test(file));
  expect(chunks.length).toBeGreaterThan(5);
  const pdfjs = files.filter((file) => file.startsWith('dist/pdfjs/'));
  expect(pdfjs.filter((file) => !/^dist\/pdfjs\/(?:cmaps|images|standard_fonts)\//.test(file))).toEqual([
    'dist/pdfjs/LICENSE',
    'dist/pdfjs/pdf.min.mjs',
    'dist/pdfjs/pdf.worker.min.mjs',
    'dist/pdfjs/pdf_viewer.css',
    'dist/pdfjs/wasm/LICENSE_JBIG2',
    'dist/pdfjs/wasm/LICENSE_OPENJPEG',
    'dist/pdfjs/wasm/LICENSE_PDFJS_JBIG2',
    'dist/pdfjs/wasm/LICENSE_PDFJS_OPENJPEG',
    'dist/pdfjs/wasm/jbig2.wasm',
    'dist/pdfjs/wasm/openjpeg.wasm',
  ]);
  for (const licence of ['cmaps/LICENSE', 'standard_fonts/LICENSE_FOXIT', 'standard_fonts/LICENSE_LIBERATION']) {
    expect(pdfjs).toContain(`dist/pdfjs/${licence}`);
  }
  expect(files.filter((file) => !media.includes(file) && !chunks.includes(file) && !pdfjs.includes(file))).toEqual([
    'LICENSE.txt',
    'THIRD_PARTY_NOTICES.txt',
    '[Content_Types].xml',
    'changelog.md',
    'dist/browser.cjs',
    'dist/extension.js',
    'dist/fiscal.js',
    'dist/lawReader.cjs',
    'dist/overviewPage.css',
    'dist/overviewPage.js',
    'dist/page.css',
    'dist/page.js',
    'dist/pdfPage.css',
    'dist/pdfPage.js',
    'dist/reader.cjs',
    'dist/workbookPage.css',
    'dist/workbookPage.js',
    'dist/worker.cjs',
    'extension.vsixmanifest',
    'l10n/bundle.l10n.de.json',
    'package.json',
    'package.nls.de.json',
    'package.nls.json',
    'readme.md',
  ]);
  const pages = media.filter((file) => /^media\/walkthrough\/[\w.]+\.md$/.test(file));
  expect(pages.length).toBeGreaterThan(5);
  const texts = await Promise.all(pages.map((page) => readFile(join(root, page), 'utf8')));
  const pictures = texts.flatMap((text) => Array.from(text.matchAll(/\]\((\w+\.jpg)\)/g), ([, name]) => name ?? ''));
  expect(new Set(media.filter((file) => !pages.includes(file)))).toEqual(
    new Set([
      'media/fiscal-dark.svg',
      'media/fiscal-light.svg',
      'media/fiscal.svg',
      'media/icon.png',
      'media/skills/fiscal-research/SKILL.md',
      ...pictures.map((name) => `media/walkthrough/${name}`),
    ]),
  );
});

/** As `vsce package` states it. */
const MEGABYTE = 1024 * 1024;

it('the package is at most 6 MB', async () => {
  expect((await stat(inject('vsix'))).size).toBeLessThanOrEqual(6 * MEGABYTE);
});
