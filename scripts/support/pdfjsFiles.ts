/** Puts pdf.js and its character maps into dist, where the library loads them when it meets the first PDF. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { BuildOptions } from 'esbuild';
import { root } from './paths.ts';

const BUILD = 'pdfjs-dist/legacy/build';

/** For bundles that load pdf.js: its files stay files of their own. */
export const loadsPdfjs = {
  alias: { [`${BUILD}/pdf.mjs`]: './pdf.mjs', [`${BUILD}/pdf.worker.mjs`]: './pdf.worker.mjs' },
  external: ['./pdf.mjs', './pdf.worker.mjs'],
} satisfies BuildOptions;

export function copyPdfjs(): void {
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const name of ['pdf', 'pdf.worker']) {
    copyFileSync(join(root, 'node_modules', BUILD, `${name}.min.mjs`), join(dist, `${name}.mjs`));
  }
  writeFileSync(join(dist, 'characterMaps.br'), packCharacterMaps());
}

/** Maps for UTF-8 and UTF-32 are left out: a PDF cannot name them. src/service/documents/pdf/characterMaps.ts reads the format. */
function packCharacterMaps(): Buffer {
  const folder = join(root, 'node_modules/pdfjs-dist/cmaps');
  const names = readdirSync(folder).filter((name) => name.endsWith('.bcmap') && !/-UTF(?:8|32)-/.test(name));
  const entries = names.map((name) => {
    const map = readFileSync(join(folder, name));
    const head = Buffer.alloc(5);
    head.writeUInt8(name.length, 0);
    head.writeUInt32LE(map.length, 1);
    return Buffer.concat([head, Buffer.from(name, 'latin1'), map]);
  });
  return brotliCompressSync(Buffer.concat(entries), { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } });
}
