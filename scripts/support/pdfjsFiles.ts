/** Copies pdf.js into dist/pdfjs as it is published, for the reader thread and the page that shows a PDF. */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { root } from './paths.ts';

const PACKAGE = join(root, 'node_modules/pdfjs-dist');
const BUILD = 'pdfjs-dist/legacy/build';

/**
 * The style sheet and the icons of the viewer, fonts that a PDF names and does not contain, character maps, and decoders of images. Left out are the sandbox for scripts of a PDF
 * and the decoders for browsers without WebAssembly.
 */
const FILES = {
  '.': ['LICENSE', 'legacy/build/pdf.min.mjs', 'legacy/build/pdf.worker.min.mjs', 'legacy/web/pdf_viewer.css'],
  images: filesOf('legacy/web/images').filter((path) => /\/(?:annotation-|loading-icon)/.test(path)),
  cmaps: filesOf('cmaps'),
  standard_fonts: filesOf('standard_fonts'),
  wasm: filesOf('wasm').filter((name) => !/quickjs|nowasm|qcms/i.test(name)),
};

/** For bundles that load pdf.js: its files stay files of their own. */
export const loadsPdfjs = {
  alias: {
    [`${BUILD}/pdf.mjs`]: './pdfjs/pdf.min.mjs',
    [`${BUILD}/pdf.worker.mjs`]: './pdfjs/pdf.worker.min.mjs',
  },
  external: ['./pdfjs/*'],
} satisfies BuildOptions;

export function copyPdfjs(dist = join(root, 'dist')): void {
  for (const [folder, files] of Object.entries(FILES)) {
    const target = join(dist, 'pdfjs', folder);
    mkdirSync(target, { recursive: true });
    for (const file of files) cpSync(join(PACKAGE, file), join(target, basename(file)));
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(join(PACKAGE, folder)).map((name) => `${folder}/${name}`);
}
