import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');

it('each promise of docs/security.md names its tests, and each test that it names exists', () => {
  const files = readdirSync(join(root, 'test'), { recursive: true }).map(
    (path) => `/${String(path).replaceAll('\\', '/')}`,
  );
  const isTest = (name: string) => files.some((file) => file.endsWith(`/${name}`));
  const section = /\n## Promises and their tests\n(.*?)\n## /s.exec(text)?.[1] ?? '';
  const promises = section.split('\n').filter((line) => /^\| [A-Z]/.test(line) && !line.startsWith('| Promise |'));
  expect(promises.length).toBeGreaterThan(25);
  for (const promise of promises) expect(promise).toMatch(/`[\w/]+(?:\.e2e|\.page)?\.test\.ts` *[|,]/);
  const names = [...text.matchAll(/`(\w[\w/.]*\.test\.ts)`/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !isTest(name))).toEqual([]);
  const benchmarks = [...text.matchAll(/`npm run bench -- (\w+)`/g)].map(([, name = '']) => name);
  expect(benchmarks.filter((name) => !existsSync(join(root, 'bench', name)))).toEqual([]);
});
