/** What esbuild makes of the sources, by entry. Each builder adds what differs: minified or not, to disk or to memory. */
import type { BuildOptions, Plugin } from 'esbuild';
import { iconPaths } from './iconPaths.ts';
import { loadsPdfjs } from './pdfjsFiles.ts';
import { wordLists } from './wordLists.ts';

const common: BuildOptions = {
  bundle: true,
  outdir: 'dist',
  legalComments: 'none',
  target: 'node22',
};

/** A script that is no module keeps `import()`, which loads the file next to the page's own. */
const loadsCheckAnswer: Plugin = {
  name: 'loads-check-answer',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/checkAnswer\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './checkAnswer.js', external: true } : undefined,
    ),
};

export const builds = {
  /** VS Code's Node extension host loads ES modules. Each `import()` becomes a chunk that is loaded at its first use. */
  extension: {
    ...common,
    entryPoints: { extension: 'src/extension/extension.ts' },
    platform: 'node',
    format: 'esm',
    splitting: true,
    chunkNames: 'extension/[name]-[hash]',
    external: ['vscode'],
  },
  /** A web extension host loads one CommonJS file. */
  browser: {
    ...common,
    entryPoints: { browser: 'src/extension/browser.ts' },
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
  /** The thread that reads documents, for the worker and the service. It loads pdf.js when it meets the first PDF. */
  reader: {
    ...common,
    alias: { ...loadsPdfjs.alias, 'iconv-lite': './scripts/support/iconv.ts' },
    external: loadsPdfjs.external,
    entryPoints: { reader: 'src/service/documents/thread/main.ts' },
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl=require('node:url').pathToFileURL(__filename).href;" },
  },
  service: {
    ...common,
    entryPoints: { service: 'src/service/server/main.ts' },
    platform: 'node',
    format: 'esm',
    plugins: [wordLists],
    // Some dependencies are CommonJS and call `require` for modules of Node.
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
  page: {
    ...common,
    entryPoints: { page: 'src/webview/page.tsx' },
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [iconPaths, loadsCheckAnswer],
  },
  /** The check of a complete answer, which the page loads after its first answer. */
  checkAnswer: {
    ...common,
    entryPoints: { checkAnswer: 'src/webview/state/checkAnswer.ts' },
    platform: 'browser',
    format: 'esm',
    target: 'chrome128',
  },
} as const satisfies Record<string, BuildOptions>;
