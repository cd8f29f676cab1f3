/** Puts pdf.js and its character maps into dist, for the reader thread and the page that shows a PDF. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type BuildOptions, transform } from 'esbuild';
import { root } from './paths.ts';
import { leaveOut, PDF, PDF_WORKER } from './pdfjsParts.ts';

const BUILD = 'pdfjs-dist/legacy/build';

/** For bundles that load pdf.js: its files stay files of their own. */
export const loadsPdfjs = {
  alias: { [`${BUILD}/pdf.mjs`]: './pdf.mjs', [`${BUILD}/pdf.worker.mjs`]: './pdf.worker.mjs' },
  external: ['./pdf.mjs', './pdf.worker.mjs'],
} satisfies BuildOptions;

export async function copyPdfjs(dist = join(root, 'dist')): Promise<void> {
  mkdirSync(dist, { recursive: true });
  for (const [name, parts] of [
    ['pdf.mjs', PDF],
    ['pdf.worker.mjs', PDF_WORKER],
  ] as const) {
    const source = readFileSync(join(root, 'node_modules', BUILD, name), 'utf8');
    const { code } = await transform(leaveOut(source, parts), {
      format: 'esm',
      minify: true,
      treeShaking: true,
      legalComments: 'none',
      target: 'node22',
    });
    const licence = source.slice(0, source.indexOf('*/') + 2);
    writeFileSync(join(dist, name), `${licence}\n${code}`);
  }
  copyFileSync(join(root, 'node_modules/pdfjs-dist/wasm/jbig2.wasm'), join(dist, 'jbig2.wasm'));
  writeFileSync(join(dist, 'characterMaps.br'), packCharacterMaps());
}

/** Maps that a PDF cannot name (UTF-8, UTF-32), and those of encodings that were in use before PDF was. */
const LEFT_OUT = /-UTF(?:8|32)-|-Johab-|^(?:78|Add|CNS-EUC|Ext|GBT|HK|NWP)/;

/** src/service/documents/pdf/characterMaps.ts reads the format. */
function packCharacterMaps(): Buffer {
  const folder = join(root, 'node_modules/pdfjs-dist/cmaps');
  const names = readdirSync(folder).filter((name) => name.endsWith('.bcmap') && !LEFT_OUT.test(name));
  // The packed maps are smaller in this order.
  names.sort().reverse();
  const entries = names.map((name) => {
    const map = readFileSync(join(folder, name));
    const head = Buffer.alloc(5);
    head.writeUInt8(name.length, 0);
    head.writeUInt32LE(map.length, 1);
    return Buffer.concat([head, Buffer.from(name, 'latin1'), map]);
  });
  return brotliCompressSync(Buffer.concat(entries), { params: { [constants.BROTLI_PARAM_LGWIN]: 22 } });
}
