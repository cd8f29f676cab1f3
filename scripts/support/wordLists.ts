/** Puts the library's word lists into a bundle: the module that reads them from disk is replaced by their texts. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

export const wordLists: Plugin = {
  name: 'word-lists',
  setup(build) {
    build.onLoad({ filter: /[\\/]service[\\/]search[\\/]wordLists\.ts$/ }, ({ path }) => {
      const folder = join(dirname(path), 'data');
      const files = readdirSync(folder).filter((file) => file.endsWith('.txt'));
      const texts = Object.fromEntries(
        files.map((file) => [file.slice(0, -'.txt'.length), readFileSync(join(folder, file), 'utf8')]),
      );
      return {
        contents: `const texts = ${JSON.stringify(texts)};\nexport const readWordList = (name) => texts[name];`,
        loader: 'js',
        watchFiles: files.map((file) => join(folder, file)),
      };
    });
  },
};
