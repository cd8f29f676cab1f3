/** An esbuild loader that turns an SVG icon into the data of its paths, an array of strings. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

export const iconPaths: Plugin = {
  name: 'icon-paths',
  setup(build) {
    build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
      const svg = await readFile(path, 'utf8');
      const paths = Array.from(svg.matchAll(/<path[^>]*?\sd="([^"]+)"/g), (match) => match[1] ?? '');
      if (paths.length === 0) throw new Error(`${basename(path)} contains no path.`);
      return { contents: JSON.stringify(paths), loader: 'json' };
    });
  },
};
