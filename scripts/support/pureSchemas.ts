/**
 * Leaves out the schemas that a bundle does not use. zod marks its functions as free of side effects, but esbuild heeds such a mark
 * only in the file that declares the function (https://github.com/evanw/esbuild/issues/4369). So each call is marked.
 */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Plugin } from 'esbuild';

/** A call of zod, or a comment, in which a mark would end the comment. */
const CALL = /\/\*[\s\S]*?\*\/|\bz\s*\.[a-z]\w*\(/g;

export const pureSchemas: Plugin = {
  name: 'pure-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/, namespace: 'file' }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes("from 'zod/mini'")) return undefined;
      return {
        contents: source.replace(CALL, (found) => (found.startsWith('z') ? `/* @__PURE__ */ ${found}` : found)),
        loader: extname(path) === '.tsx' ? 'tsx' : 'ts',
        watchFiles: [path],
      };
    });
  },
};
