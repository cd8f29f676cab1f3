/** What esbuild makes of the sources, by entry. Each builder adds what differs: minified or not, to disk or to memory. */
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { iconPaths } from './iconPaths.ts';
import { root } from './paths.ts';
import { loadsPdfjs } from './pdfjsFiles.ts';
import { sharedChunk } from './sharedChunk.ts';
import { wordLists } from './wordLists.ts';

const common: BuildOptions = {
  bundle: true,
  outdir: 'dist',
  target: 'node22',
};

/** A page that VS Code's webview runs as one classic script. */
const page = {
  ...common,
  platform: 'browser',
  format: 'iife',
  target: 'chrome128',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [iconPaths],
} as const satisfies BuildOptions;

export const builds = {
  /** VS Code's Node extension host loads ES modules. Each `import()` becomes a chunk that is loaded at its first use. */
  extension: {
    ...common,
    entryPoints: { extension: 'src/extension/host/extension.ts' },
    platform: 'node',
    format: 'esm',
    splitting: true,
    chunkNames: 'extension/[name]-[hash]',
    external: ['vscode'],
    plugins: [sharedChunk(join(root, 'src/extension/host/desktop.ts'))],
  },
  /** The program of the command line. It starts the worker for everything that the library does. */
  fiscal: {
    ...common,
    entryPoints: { fiscal: 'src/cli/main.ts' },
    platform: 'node',
    format: 'esm',
    banner: { js: '#!/usr/bin/env node' },
  },
  /** The program of a firm's server. It is no part of the extension. */
  firm: {
    ...common,
    entryPoints: { firm: 'src/firm/main.ts' },
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    // `pg` is CommonJS and requires modules of Node.
    banner: {
      js: "#!/usr/bin/env node\nimport{createRequire as requireFor}from'node:module';const require=requireFor(import.meta.url);",
    },
    plugins: [wordLists],
  },
  /** A web extension host loads one CommonJS file. */
  browser: {
    ...common,
    entryPoints: { browser: 'src/extension/host/browser.ts' },
    platform: 'browser',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    target: 'es2023',
    external: ['vscode'],
  },
  worker: {
    ...common,
    entryPoints: { worker: 'src/service/worker/main.ts' },
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    // The worker finds the files next to it by this address.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl=require('node:url').pathToFileURL(__filename).href;" },
    plugins: [wordLists],
  },
  /** The thread that reads documents, for the worker. It loads pdf.js when it meets the first PDF. */
  reader: {
    ...common,
    ...loadsPdfjs,
    entryPoints: { reader: 'src/service/documents/thread/main.ts' },
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl=require('node:url').pathToFileURL(__filename).href;" },
  },
  /** The thread that reads files of publishers, for the extension and the program of the command line. */
  lawReader: {
    ...common,
    entryPoints: { lawReader: 'src/publishers/thread/main.ts' },
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  },
  page: { ...page, entryPoints: { page: 'src/webview/page.tsx' } },
  /** The page with the overview of a folder. */
  overviewPage: { ...page, entryPoints: { overviewPage: 'src/webview/overview/overviewPage.tsx' } },
  /** The page that shows a workbook. */
  workbookPage: { ...page, entryPoints: { workbookPage: 'src/webview/workbook/workbookPage.tsx' } },
  /** The page that shows a PDF. It shares the files of pdf.js with the reader thread. */
  pdfPage: {
    ...page,
    ...loadsPdfjs,
    entryPoints: { pdfPage: 'src/webview/pdf/pdfPage.tsx' },
    format: 'esm',
  },
} as const satisfies Record<string, BuildOptions>;
