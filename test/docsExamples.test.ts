import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Inside the project, so that the examples find its packages. */
const folder = join(root, 'node_modules', '.cache', `docs-examples-${process.pid}`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the TypeScript examples of docs/service.md compile', () => {
  const file = 'docs/service.md';
  const text = readFileSync(join(root, file), 'utf8');
  const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(0);
  mkdirSync(folder, { recursive: true });
  const files = examples.map((code, index) => {
    const name = join(folder, `${file.replace(/\W/g, '-')}-${index}.mts`);
    writeFileSync(name, code);
    return name;
  });
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--skipLibCheck',
    '--types',
    'node',
  ];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
