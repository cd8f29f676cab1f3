/** What is shipped, and what its parts and peers weigh: KB after gzip. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const folder = new URL('../', import.meta.url);

function kilobytes(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length / 1024;
}

async function bundled(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(folder), loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'chrome128',
    define: { 'process.env.NODE_ENV': '"production"' },
    nodePaths: [fileURLToPath(new URL('node_modules', folder))],
    logLevel: 'error',
  });
  return kilobytes(outputFiles[0]?.contents ?? new Uint8Array());
}

export async function sizes(): Promise<[string, number][]> {
  const page = await readFile(new URL('../../dist/page.js', folder));
  const bare = (name: string, what = '*') => bundled(`export ${what === '*' ? '*' : `{ ${what} }`} from '${name}';`);
  return [
    ['page script', kilobytes(page)],
    ['of it the renderer', await bundled("export * from '../../src/webview/markdown/markdownView.ts';")],
    ['markdown-it', await bare('markdown-it', 'default')],
    ['marked', await bare('marked')],
    ['DOMPurify', await bare('dompurify', 'default')],
    [
      'react-markdown with React',
      await bundled("export { default } from 'react-markdown'; export * from 'react-dom/client';"),
    ],
    ['streamdown with React', await bundled("export * from 'streamdown'; export * from 'react-dom/client';")],
  ];
}
