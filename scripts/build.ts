/**
 * Builds everything that runs: host, page, worker, command-line service. `--watch` rebuilds on change, `--only page` builds
 * the one entry of that name.
 */
import { type BuildOptions, build, context } from 'esbuild';
import { iconPaths } from './support/iconPaths.ts';
import { copyPdfjs, loadsPdfjs } from './support/pdfjsFiles.ts';
import { wordLists } from './support/wordLists.ts';

const watch = process.argv.includes('--watch');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const production = !watch && !process.argv.includes('--dev');

const common: BuildOptions = {
  bundle: true,
  minify: production,
  sourcemap: production ? false : 'linked',
  outdir: 'dist',
  logLevel: 'info',
  legalComments: 'none',
  target: 'node22',
};

const host: BuildOptions = {
  ...common,
  platform: 'node',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  // The entry loads host.cjs by itself, and that one tools.cjs, each at its first use.
  external: ['vscode', './host.cjs', './tools.cjs'],
};

const builds: BuildOptions[] = [
  // `host` is loaded at the first use, so that activation parses the small entry only.
  {
    ...host,
    entryPoints: {
      extension: 'src/extension/extension.ts',
      host: 'src/extension/desktop.ts',
      tools: 'src/extension/tools.ts',
    },
  },
  {
    ...host,
    entryPoints: { browser: 'src/extension/browser.ts' },
    platform: 'browser',
    target: 'es2023',
    external: ['vscode'],
  },
  {
    ...host,
    ...loadsPdfjs,
    entryPoints: { worker: 'src/service/worker/main.ts' },
    // The worker finds the files next to it by this address.
    define: { 'import.meta.url': 'moduleUrl' },
    banner: { js: "const moduleUrl=require('node:url').pathToFileURL(__filename).href;" },
    plugins: [wordLists],
  },
  {
    ...common,
    ...loadsPdfjs,
    entryPoints: { service: 'src/service/server/main.ts' },
    platform: 'node',
    format: 'esm',
    plugins: [wordLists],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  },
  {
    ...common,
    entryPoints: { page: 'src/webview/page.tsx' },
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [iconPaths],
  },
];

const wanted = builds.filter(({ entryPoints }) => only === undefined || Object.hasOwn(entryPoints ?? {}, only));

copyPdfjs();
if (watch) {
  for (const options of wanted) {
    const builder = await context(options);
    // Once to its end, so that whoever waits for the line below (F5) finds everything built.
    await builder.rebuild().catch(() => {});
    await builder.watch();
  }
  console.log('watching');
} else {
  await Promise.all(wanted.map((options) => build(options)));
}
