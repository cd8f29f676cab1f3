/**
 * Measures activation by CPU time: `import()` of the built entry, against an empty module (the floor) and against what is loaded when the
 * chat is first shown. Each runs in a process of its own, interleaved. Also prints the sizes of the packaged files.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const RUNS = 15;
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Times one `import()` in a fresh process. An extension host has loaded `vscode` and these parts of Node already, so they are loaded
 * before the measurement starts. `vscode` is an empty module.
 */
const probe = `
import 'node:crypto';
import 'node:fs/promises';
import 'node:https';
import 'node:timers/promises';
import 'node:worker_threads';
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (name, context, next) =>
    name === 'vscode' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context),
});
await import('vscode');
const start = process.cpuUsage();
await import(process.argv[1]);
const { user, system } = process.cpuUsage(start);
console.log((user + system) / 1000);
process.exit(0);
`;

if (!existsSync(join(dist, 'extension.js'))) {
  console.log('Nothing is built yet: npm run build');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'fiscal-bench-activation-'));
try {
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, 'export const activate = () => {};');
  const chunks = readdirSync(join(dist, 'extension')).map((name) => join('extension', name));
  const desktop = chunks.find((name) => /desktop-\w+\.js$/.test(name)) ?? '';
  const files = {
    'empty module (floor)': empty,
    'extension.js': join(dist, 'extension.js'),
    'chat on the screen': join(dist, desktop),
  };
  const times = new Map<string, number[]>();
  for (let run = 0; run < RUNS; run++) {
    for (const [name, file] of Object.entries(files)) {
      const spent = Number(
        execFileSync(process.execPath, ['--input-type=module', '-e', probe, pathToFileURL(file).href], {
          encoding: 'utf8',
        }),
      );
      times.set(name, [...(times.get(name) ?? []), spent]);
    }
  }
  const floor = median(times.get('empty module (floor)') ?? []);
  console.log(`import(), ms of CPU time, median of ${RUNS} (Node ${process.version})`);
  for (const [name, values] of times) {
    const value = median(values);
    console.log(
      `${name.padEnd(24)} ${value.toFixed(2).padStart(7)}   over the floor ${(value - floor).toFixed(2).padStart(7)}`,
    );
  }
  console.log('\nsize, bytes, gzip');
  const sizes = [['extension.js'], chunks, ['worker.cjs'], ['browser.cjs'], ['page.js'], ['page.css']];
  for (const names of sizes) {
    const size = names.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name))).length, 0);
    const label = names.length === 1 ? names[0] : `${names.length} chunks of extension.js`;
    console.log(`${String(label).padEnd(32)} ${String(size).padStart(7)}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
