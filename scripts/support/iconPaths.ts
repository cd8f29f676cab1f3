/**
 * SVG icons -> the data of their paths, an array of strings, for esbuild. Two decimals are a hundredth of a pixel at the size
 * that icons have; the rest and the markup around the paths are 2 KB gzip of the page.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Plugin } from 'esbuild';

export const iconPaths: Plugin = {
  name: 'icon-paths',
  setup(build) {
    build.onLoad({ filter: /\.svg$/ }, async ({ path }) => {
      const svg = await readFile(path, 'utf8');
      const paths = Array.from(svg.matchAll(/<path[^>]*?\sd="([^"]+)"/g), (match) => match[1] ?? '');
      if (paths.length === 0) throw new Error(`${basename(path)} holds no path.`);
      return { contents: JSON.stringify(paths.map(rounded)), loader: 'json' };
    });
  },
};

/** Numbers are written out with a blank between them: rounding ".004.5" would else make one number of two. */
function rounded(path: string): string {
  if (/[Aa]/.test(path)) return path;
  return path
    .replace(/-?(?:\d+\.?\d*|\.\d+)/g, (number) => ` ${Number(Number(number).toFixed(2))}`)
    .replace(/\s+/g, ' ')
    .replace(/([A-Za-z]) | (?=[A-Za-z])/g, '$1')
    .replace(/ -/g, '-')
    .trim();
}
