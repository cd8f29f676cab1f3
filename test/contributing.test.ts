import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

it('CONTRIBUTING.md names only files that exist', () => {
  const paths = [...text.matchAll(/`((?:src|docs|test|scripts)\/[^`…]+)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
  const names = new Set(
    readdirSync(join(root, 'src'), { recursive: true }).map((path) => String(path).split(/[\\/]/).at(-1)),
  );
  for (const [, name = ''] of text.matchAll(/`(\w+\.tsx?)`/g)) expect(names.has(name), name).toBe(true);
});

it('the tree of CONTRIBUTING.md lists every folder of src and the folders in each', () => {
  const folders = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  for (const name of folders('src')) {
    const lines = text.match(new RegExp(`^src/${name}/.*\\n(?: {2}.*\\n)*`, 'm'))?.[0];
    expect(lines, name).toBeDefined();
    for (const inner of folders(`src/${name}`)) expect(lines, `src/${name}`).toMatch(new RegExp(`\\b${inner}/`));
  }
});
