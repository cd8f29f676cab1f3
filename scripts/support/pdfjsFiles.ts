/** Copies pdf.js into dist/pdfjs as it is published, for the reader thread and the page that shows a PDF. */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { root } from './paths.ts';

const PACKAGE = join(root, 'node_modules/pdfjs-dist');
const BUILD = 'pdfjs-dist/legacy/build';

/** What the reader of documents loads: pdf.js, and character maps for texts that name them. */
const READER_FILES = {
  '.': ['LICENSE', 'legacy/build/pdf.min.mjs', 'legacy/build/pdf.worker.min.mjs'],
  cmaps: filesOf('cmaps'),
};
/**
 * What the page that shows a PDF loads besides: the style sheet and the icons of the viewer, fonts that a PDF names and does not contain,
 * and decoders of images. Left out are the sandbox for scripts of a PDF and the decoders for browsers without WebAssembly.
 */
const PAGE_FILES = {
  '.': ['legacy/web/pdf_viewer.css'],
  images: filesOf('legacy/web/images').filter((path) => /\/(?:annotation-|loading-icon)/.test(path)),
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

/** For the extension. */
export function copyPdfjs(): void {
  const dist = join(root, 'dist');
  copyPdfjsReader(dist);
  copy(PAGE_FILES, dist);
}

/** For programs that read the text of PDFs and show no page. */
export function copyPdfjsReader(dist: string): void {
  copy(READER_FILES, dist);
}

function copy(folders: Readonly<Record<string, readonly string[]>>, dist: string): void {
  for (const [folder, files] of Object.entries(folders)) {
    const target = join(dist, 'pdfjs', folder);
    mkdirSync(target, { recursive: true });
    for (const file of files) cpSync(join(PACKAGE, file), join(target, basename(file)));
  }
}

function filesOf(folder: string): string[] {
  return readdirSync(join(PACKAGE, folder)).map((name) => `${folder}/${name}`);
}
