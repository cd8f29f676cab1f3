/**
 * An esbuild loader that turns an SVG icon into the data of its paths, an array of strings. Coordinates keep two decimals, a
 * hundredth of a pixel. Further decimals and the markup would add 2 KB gzip to the page.
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
      if (paths.length === 0) throw new Error(`${basename(path)} contains no path.`);
      return { contents: JSON.stringify(paths.map(rounded)), loader: 'json' };
    });
  },
};

/** Separates numbers with spaces, because rounding ".004.5" would otherwise join two numbers. */
function rounded(path: string): string {
  if (/[Aa]/.test(path)) return path;
  return path
    .replace(/-?(?:\d+\.?\d*|\.\d+)/g, (number) => ` ${Number(Number(number).toFixed(2))}`)
    .replace(/\s+/g, ' ')
    .replace(/([A-Za-z]) | (?=[A-Za-z])/g, '$1')
    .replace(/ -/g, '-')
    .trim();
}
